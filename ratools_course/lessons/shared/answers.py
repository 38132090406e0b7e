"""Systems that answer, side by side: one question opened, and where the others were lost."""

from ratools.errors import UsageError
from ratools.lazy import Later
from ratools.metrics.answers import exact_match, f1_score
from ratools.words import did_you_mean, figure
from ratools_course.systems.answer_scoring import STAGES, stage_failures

pd = Later("pandas")


def one_question(systems, references, question_id, *, stages=False):
    """What every system said to one question, beside the accepted answers; with `stages`, where it was lost."""
    indices = {item["question_id"]: index for index, item in enumerate(references)}
    if question_id not in indices:
        raise UsageError(f"there is no question {question_id!r}{did_you_mean(question_id, indices)}")
    index = indices[question_id]
    gold = references[index]
    accepted = gold["answer"] if isinstance(gold["answer"], str) else " | ".join(gold["answer"])
    rows = {"(accepted)": {"answer": accepted, "EM": "", "F1": ""}}
    for name, said in systems.items():
        answer = said[index]["answer"]
        rows[name] = {
            "answer": answer,
            "EM": exact_match(answer, gold["answer"]),
            "F1": figure(f1_score(answer, gold["answer"])),
        }
        if stages:
            rows[name]["stage"] = stage_failures([said[index]], [gold])[0]
    return pd.DataFrame.from_dict(rows, orient="index").fillna("").rename_axis(gold["question"])


def stage_table(systems, references):
    """How many questions of each system ended at which stage; stages that never happened are left out.

    A system's name is cut at its first underscore.
    """
    failures = {name.split("_")[0]: stage_failures(said, references) for name, said in systems.items()}
    table = pd.DataFrame(
        {name: [stages.count(stage) for stage in STAGES] for name, stages in failures.items()}, index=STAGES
    )
    return table[table.sum(axis=1) > 0].rename_axis("stage")
