"""Slides from the notebooks.

talks       a notebook as a talk, and the command line
template/   nbconvert's reveal template, with everything in the page itself
reveal/     reveal.js, with its licence
slides.css  how a slide looks
"""
