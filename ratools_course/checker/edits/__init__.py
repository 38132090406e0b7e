"""One edit from right: is there a small change of a learner's code that makes it right?

kinds       the edits that are tried
trial       an edited function, tried in the worker process
search      which edits to try, for how long, and what to say of the one that works
arithmetic  the same for a number: what one slip in the sum gives
"""
