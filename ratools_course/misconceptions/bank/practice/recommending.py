"""Wrong ideas about stages, gates and reports: from numbers to a recommendation."""

import csv

from ratools.paths import data_dir
from ratools_course.misconceptions.records import document, misconception, table


def three_ways_to_be_wrong():
    """Three wrong answers to one question. Exact match is 0 each time; the place where it went wrong is not."""
    from ratools.metrics.answers import exact_match
    from ratools_course.systems.answer_scoring import stage_failures

    gold = {"question_id": "a1", "answer": "14 days", "spans": [["d1", 28, 35]]}
    said = {
        "another document": {"answer": "3 days", "retrieved": ["d2"]},
        "another sentence": {"answer": "3 days", "retrieved": ["d1"], "found_in": "d1", "sentence": [0, 20]},
        "the whole sentence": {
            "answer": "You have 14 days",
            "retrieved": ["d1"],
            "found_in": "d1",
            "sentence": [21, 60],
        },
    }
    return table(
        {
            "the answerer was given or took": name,
            "exact match": exact_match(answer["answer"], gold["answer"]),
            "stage that failed": stage_failures([answer | {"question_id": "a1"}], [gold])[0],
        }
        for name, answer in said.items()
    )


misconception(
    "em-names-the-stage",
    "Exact match measures retrieval, grounding and generation",
    wrong="One score of the answer tells how well the search, the reading and the writing work.",
    tempts="A right answer needs all three, so its score seems to be about all three.",
    right="The answer's score says that something failed, not where. Look at each stage: found, in the chunk, cut.",
    question="The answer is wrong. Was the right page found?",
    demonstration=three_ways_to_be_wrong,
    sources=[
        document(
            "a Spanish guide to evaluating RAG answers",
            "says that its measures evaluate retrieval, grounding and generation; EM and F1 cannot tell them apart",
            "document",
            "unknown",
        )
    ],
)


def where_they_were_lost():
    """Where version 4 of a help centre's assistant lost the questions that have an answer."""
    from ratools_course.systems.answer_scoring import stage_failures
    from ratools_course.systems.datasets import answers

    references, systems = answers("report")
    found = stage_failures(systems["v4_abstention"], references)
    lost = ("not retrieved", "wrong sentence", "wrong cut", "wrongly abstained")
    return table({"stage that failed": stage, "questions": found.count(stage)} for stage in lost)


misconception(
    "wrong-answer-blames-search",
    "A wrong answer means that the search failed",
    wrong="If the answer is wrong, the right document was not found.",
    tempts="The search comes first, and what it misses nobody can say.",
    right="The search is one stage of several. Look whether the document was there before you change the search.",
    question="Was the right document among those that were retrieved?",
    demonstration=where_they_were_lost,
)


def three_cuts_of_one_sentence():
    """“You have 14 days; the refund takes 3 days.” holds the answer, 14 days. What is said depends on the cut."""
    from ratools.metrics.answers import exact_match
    from ratools_course.systems.answer_scoring import stage_failures

    sentence = "You have 14 days; the refund takes 3 days."
    gold = {"question_id": "a1", "answer": "14 days", "spans": [["d1", 9, 16]]}
    taken = {"question_id": "a1", "retrieved": ["d1"], "found_in": "d1", "sentence": [0, len(sentence)]}
    return table(
        {
            "cut out": said,
            "exact match": exact_match(said, gold["answer"]),
            "stage": stage_failures([taken | {"answer": said}], [gold])[0],
        }
        for said in ("14 days", "3 days", sentence)
    )


misconception(
    "wrong-answer-wrong-sentence",
    "A wrong answer comes from a wrong sentence",
    wrong="If the answer is wrong, the system read a sentence that does not hold it.",
    tempts="A person who reads the right sentence says the right thing.",
    right="The sentence can hold the answer, and the wrong words of it can be cut out.",
    question="Does the right answer stand in the sentence that was taken?",
    demonstration=three_cuts_of_one_sentence,
)


def found_but_not_said():
    """Two versions of a help for bike renters: answers that reached the answerer, and answers that came out right."""
    from ratools_course.systems.answer_scoring import holds, stage_failures
    from ratools_course.systems.datasets import capstone

    data = capstone()
    able = [gold for gold in data.references if gold.get("spans")]
    rows = []
    for name in "AB":
        chunks = data.chunks[name]
        reached = sum(
            any(holds(piece, span) for piece in chunks[gold["question_id"]] for span in gold["spans"]) for gold in able
        )
        right = stage_failures(data.answers[name], data.references).count("right")
        rows.append({"version": name, "questions": len(able), "answer was there to read": reached, "right": right})
    return table(rows)


misconception(
    "better-part-better-system",
    "A better search makes better answers",
    wrong="When one part of a system improves, the whole system improves with it.",
    tempts="What was not found cannot be said, so finding more can only help.",
    right="A later part can lose what an earlier one wins. Measure the end that users see, too.",
    question="Who uses what the better part hands on, and can it?",
    demonstration=found_but_not_said,
)


def what_became_of_the_found():
    """Seven questions that ended at retrieval came through in the next version. This is where they end now."""
    from collections import Counter

    from ratools_course.systems.answer_scoring import stage_failures
    from ratools_course.systems.datasets import capstone

    data = capstone()
    before, after = (stage_failures(data.answers[name], data.references) for name in "AB")
    ends = Counter(
        new for old, new in zip(before, after, strict=True) if old == "not retrieved" and new != "not retrieved"
    )
    return table({"now ends at": stage, "questions": ends[stage]} for stage in sorted({*ends, "right"}))


misconception(
    "stage-loss-comes-back",
    "Fixing a stage wins back every question that it lost",
    wrong="If ten questions end at retrieval, a perfect search would answer ten more.",
    tempts="Each failed question stands in one row of the table, as if nothing else could go wrong with it.",
    right="Ten is what the fix can win at most. A question that passes one stage meets the next.",
    question="Those ten have never been read. Will the reader get them right?",
    demonstration=what_became_of_the_found,
)


def up_and_down():
    """One change, two measures, and two kinds of people: for whom did it get better?"""
    old, new = {"nDCG@10": 0.6, "right answers": 0.5}, {"nDCG@10": 0.7, "right answers": 0.4}
    looks = {"reads the list of pages": "nDCG@10", "reads only the answer": "right answers"}
    rows = [
        {
            "somebody who": who,
            "feels": name,
            "before": old[name],
            "after": new[name],
            "for them it is": "better" if new[name] > old[name] else "worse",
        }
        for who, name in looks.items()
    ]
    mean = [sum(system.values()) / 2 for system in (old, new)]
    return table(
        [
            *rows,
            {
                "somebody who": "nobody",
                "feels": "the mean of both",
                "before": mean[0],
                "after": mean[1],
                "for them it is": "the same",
            },
        ]
    )


misconception(
    "opposites-cancel",
    "One measure up and one down is a draw",
    wrong="A gain in one measure makes up for an equal loss in another.",
    tempts="Both are numbers between 0 and 1, and their mean has not moved.",
    right="Two measures stand for different people or moments. Say first whose loss counts, and by which measure.",
    question="Which of the two does your user feel?",
    demonstration=up_and_down,
)


def one_result_four_margins():
    """Twelve queries, one result. Which margin would you have chosen?"""
    import numpy as np

    from ratools.evaluation.student import t_interval

    lost = np.array([-0.2, -0.1, 0.0, -0.1, 0.05, -0.15, 0.0, -0.1, -0.05, -0.1, 0.0, 0.05])
    low, high = (float(end[0]) for end in t_interval(lost[:, None]))
    return table(
        {
            "margin": f"{margin:g}",
            "difference": float(lost.mean()),
            "from": low,
            "to": high,
            "verdict": "passed" if low > -margin else "not passed",
        }
        for margin in (0.02, 0.05, 0.1, 0.15)
    )


misconception(
    "margin-after-results",
    "The margin can wait until the result is known",
    wrong="First measure, then decide which loss would have been too much.",
    tempts="Only the result tells which losses are realistic.",
    right="Afterwards some margin always gives the wanted verdict. Fix it first, from what a loss costs.",
    question="With this result and another margin, would you have said the opposite?",
    demonstration=one_result_four_margins,
)


def passing_by_the_mean():
    """Margin 0.05, and a version that is truly worse by 0.08. It is tried 2 000 times on 24 queries."""
    import random

    import numpy as np

    from ratools.evaluation.student import t_interval

    chance, trials = random.Random(0), 2000
    drawn = np.array([[chance.gauss(-0.08, 0.2) for _ in range(trials)] for _ in range(24)])
    low, _ = t_interval(drawn)
    passed = {"the mean is above −0.05": drawn.mean(axis=0) > -0.05, "the low end is above −0.05": low > -0.05}
    return table({"it passes if": rule, "passes, of 2 000": int(found.sum())} for rule, found in passed.items())


misconception(
    "mean-passes-the-gate",
    "A mean loss below the margin passes",
    wrong="The gate holds the mean difference against the margin.",
    tempts="The mean is the best single guess, and it stands right beside the margin.",
    right="The interval decides: everything in it is possible, so its low end must lie above −margin.",
    question="With other queries, could the loss have been larger than the margin?",
    demonstration=passing_by_the_mean,
)


def three_losses_that_show():
    """The margin is 0.05, fixed before. Each of these losses is measurable; only two of them stop the new version."""
    intervals = ((-0.04, -0.01), (-0.08, -0.01), (-0.12, -0.06))
    return table(
        {
            "from": low,
            "to": high,
            "a loss of": f"{-high:g} to {-low:g}",
            "the gate says": "passed" if low > -0.05 else "stopped",
        }
        for low, high in intervals
    )


misconception(
    "any-loss-stops",
    "A loss that is measurable always stops",
    wrong="If the whole interval lies below 0, the gate stops, whatever the margin is.",
    tempts="The new version is worse, and that has been shown.",
    right="The margin comes first: a loss that is certainly smaller was accepted before anybody measured.",
    question="Which loss did you agree to overlook?",
    demonstration=three_losses_that_show,
)


def what_a_twentieth_is():
    """A margin of 0.05 on the share of right answers: how many wrong answers does it overlook?"""
    uses = {"a club's home page": 10, "a shop's help": 1000, "a hotline for medicines": 1000}
    cost = {
        "a club's home page": "a phone call",
        "a shop's help": "a parcel sent twice",
        "a hotline for medicines": "somebody takes the wrong dose",
    }
    return table(
        {"use": use, "questions per day": asked, "more wrong answers per day": 0.05 * asked, "each costs": cost[use]}
        for use, asked in uses.items()
    )


misconception(
    "margin-is-a-level",
    "The margin is 0.05, like the level of a test",
    wrong="0.05 is the usual value, so it is the margin as well.",
    tempts="It is the number that everybody knows from statistics.",
    right="A level is a probability, a margin is a loss in your measure. Only its cost can say how large it may be.",
    question="0.05 of what?",
    demonstration=what_a_twentieth_is,
)


def four_decimals():
    """One system, nDCG@10 with four decimals: over all queries of the help centre, and over each half of them."""
    import numpy as np

    from ratools.evaluation.evaluator import evaluate
    from ratools.evaluation.student import t_interval
    from ratools_course.systems.datasets import helpdesk

    values = evaluate(data_dir() / "runs" / "bm25.run", helpdesk().judgements, ["nDCG@10"])["nDCG@10"].to_numpy()
    parts = {"all": values, "every second one": values[::2], "the others": values[1::2]}
    rows = []
    for name, part in parts.items():
        low, high = (float(end[0]) for end in t_interval(np.asarray(part)[:, None]))
        rows.append(
            {
                "queries": name,
                "how many": len(part),
                "mean": float(part.mean()),
                "95 % interval": f"{low:.2f} to {high:.2f}",
            }
        )
    return table(rows)


misconception(
    "digits-are-precision",
    "More decimals make a mean more exact",
    wrong="A mean with four decimals tells more than one with two.",
    tempts="The computer knows the digits, and leaving them out looks careless.",
    right="Other queries would change the first or second digit already. The interval tells how many digits mean much.",
    question="Which digit would stay the same with other queries?",
    demonstration=four_decimals,
)


def two_readers_one_rule():
    """The same pairs, the same written rule, two readings: how often is the grade the same?"""
    with (data_dir() / "helpdesk" / "judgements.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["judge_a"] and row["judge_b"]]
    grades = [(int(row["judge_a"]), int(row["judge_b"])) for row in rows]
    parts = {"all pairs": grades, "pairs that either found relevant": [pair for pair in grades if any(pair)]}
    return table(
        {"of": name, "pairs": len(part), "the same grade": sum(a == b for a, b in part) / len(part)}
        for name, part in parts.items()
    )


misconception(
    "rule-makes-it-objective",
    "Grades that follow a written rule are objective",
    wrong="Where a rule says what each grade means, it does not matter who judges.",
    tempts="The rule was written so that nobody has to guess.",
    right="A rule makes judges agree more often, not always. Say who judged, and let somebody else judge a part.",
    question="Would a second reader, with the same rule in hand, give the same grades?",
    demonstration=two_readers_one_rule,
)


def zeros_and_ones():
    """The keyword search of the help centre: how many queries have a score of exactly 0 or exactly 1?"""
    from ratools.evaluation.evaluator import evaluate
    from ratools_course.systems.datasets import helpdesk

    measures = ["P@5", "RR", "nDCG@10"]
    scores = evaluate(data_dir() / "runs" / "bm25.run", helpdesk().judgements, measures)
    return table(
        {
            "measure": name,
            "queries": len(scores),
            "exactly 0": int((scores[name] == 0).sum()),
            "exactly 1": int((scores[name] == 1).sum()),
        }
        for name in measures
    )


misconception(
    "extremes-are-bugs",
    "A score of exactly 0 or 1 is a bug",
    wrong="A real query never scores exactly 0 or exactly 1: the program has failed.",
    tempts="Means are never that round, and a perfect score deserves a second look.",
    right="For one query both are ordinary: no hit, or a page that cannot be better. Only beyond 0 and 1 it is a bug.",
    question="What does the page look like that scores exactly this?",
    demonstration=zeros_and_ones,
)
