"""Measure your own system: from a function that searches to the page that you show your team.

collecting      collect: a search function → a run, with the seconds per query; save_run, save_qrels
pools           what to judge: the runs' first results, dealt out to judges
judgement_file  one line per grade, only ever appended; judgements → what `evaluate` takes
desk_work       the state of a desk: which pair comes next, what a grade does, how long the rest will take
judging_desk    JudgingDesk: one pair at a time, without system, rank or score
desk_page       the same as a local page, for people without a notebook
judges          agreement, agreement_with (other grades), judge_with (a judge that is a function), compare_judges
biases          position_bias, length_bias, style_bias: three experiments on a judge that is a program
report_page     report: systems × measures on one page of HTML
gating          gate, assert_not_worse: is the new version worse by more than a margin?
"""

from ratools.lazy import on_demand

__getattr__, __dir__, __all__ = on_demand(
    __name__,
    {
        "collecting": "collect save_run save_qrels",
        "pools": "pool assign",
        "judgement_file": "judgements",
        "judging_desk": "JudgingDesk",
        "judges": "agreement agreement_with judge_with compare_judges",
        "biases": "position_bias length_bias style_bias",
        "report_page": "report",
        "gating": "gate assert_not_worse",
    },
    elsewhere={"kappas": "ratools.evaluation.agreement"},
)
