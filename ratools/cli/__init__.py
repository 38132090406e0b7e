"""The commands of `ratools`, a module each: `add_options(parser)` and `run(arguments)`, which may return the exit code.

commands      all commands in a few words, and the parser that imports a command's module when it is called
arguments     options and checks that several commands share
output        tables, CSV, JSON and Markdown; notes on standard error
evaluate, evaluate_all          answers
trec, explain, gate, judge      rankings
report                          results with scores
measures                        the catalogue
"""
