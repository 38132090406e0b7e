"""What several lessons show.

frame           the frame that every plot has: axes, title with its claim, legend, the same in words
plots           plot_differences: two systems, query by query
result_pages    pages of several systems side by side, and their means
ceilings        best_possible: the highest value that any system can reach
targets         targets beside their ceilings; typical values and published figures
answers         what every system said to one question; where questions ended
libraries       one run, the answers of five libraries
texts           read_texts: the prose of a lesson, from its texts.toml
"""
