"""Many queries, many systems: from a run and judgements to tables. numpy and pandas.

formats         whatever people have (files, dicts, DataFrames) → one internal form
fast_lines      plain TREC files as blocks of bytes: the fast way for large runs
batch           the fast twins of the measures: every query at once
catalogue       one row per measure: function, twin, meaning, range, citation, options, golden cases, names to try
evaluator       evaluate (one row per query), evaluate_predictions, summarise
input_warnings  valid input that looks wrong: unmatched ids, scores that say nothing
trec_output     what trec_eval prints, with its names, order and digits
comparison      compare: is the difference between two systems real?
resampling      chance by computer: queries drawn again, signs flipped
student         Student's t: quantiles and intervals
agreement       how far two judges agree: several kappas side by side
answer_files    answers in JSON files, scored and averaged
"""
