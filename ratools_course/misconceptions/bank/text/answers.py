"""Wrong ideas about answers: exact match, F1, abstaining."""

import re
from collections import Counter

import ratools as rt
from ratools.metrics import answers
from ratools.metrics.answers import ABSTENTION
from ratools.metrics.arguments import as_answer_pairs, as_golds, as_text
from ratools_course.misconceptions.records import code, document, misconception, mutant, table, thread


def exact_match_strict(prediction, reference, *, normalize="simple"):
    """Compares letter by letter."""
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    return int(prediction in golds)


misconception(
    "em-is-strict",
    "Exact match compares letter by letter",
    wrong="Exact match compares the texts as they are.",
    tempts="It is called exact.",
    right="Case and extra spaces are ignored: both texts are normalised first.",
    question="Is “paris” another city than “Paris”?",
    mutants=[
        mutant("exact_match", exact_match_strict, "Paris", "paris"),
    ],
)


def exact_match_squad(prediction, reference, *, normalize="simple"):
    """SQuAD's normalisation, where numbers lose their point and their sign."""
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    return answers.exact_match(prediction, golds, normalize="squad")


def what_normalising_forgives():
    """SQuAD's normalisation takes three pairs of different answers for the same, and not 1000.0 and 1000."""
    pairs = [("3.5", "35"), ("-5", "5"), ("the", "A"), ("1000.0", "1000")]
    return table(
        {
            "answer": said,
            "reference": gold,
            "EM, simple": rt.exact_match(said, gold),
            "EM, squad": rt.exact_match(said, gold, normalize="squad"),
        }
        for said, gold in pairs
    )


misconception(
    "em-normalises-meaning",
    "Normalising never changes an answer",
    wrong="Dropping punctuation and articles never changes an answer.",
    tempts="It was made for names, and there it works.",
    right="SQuAD's rules read 3.5 as 35 and −5 as 5, and nothing is left of the answer “A”.",
    question="Are 3.5 and 35 the same answer?",
    mutants=[
        mutant("exact_match", exact_match_squad, "3.5", "35"),
    ],
    demonstration=what_normalising_forgives,
    sources=[
        thread(
            "OpenBMB/UltraRAG#509",
            "the gold answer “A” of a multiple-choice question became “”: any answer scored 1, the right one 0",
            "library",
            "in #510",
            path="servers/evaluation/src/evaluation.py",
        ),
        thread("stanford-crfm/helm#4315", "the F1 of “A” and “A” is 0", "library", "no"),
        thread("huggingface/lighteval#1273", "“10” equals “1.0”", "library", "unknown"),
    ],
)


def exact_match_contains(prediction, reference, *, normalize="simple"):
    """The reference is somewhere in the answer."""
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    said = answers.normalized(prediction, normalize)
    return int(any(answers.normalized(gold, normalize) in said for gold in golds))


misconception(
    "em-is-contains",
    "It is a match when the reference is in there",
    wrong="It matches when the reference occurs in the answer.",
    tempts="A long answer that contains the right one looks right.",
    right="That is another, laxer measure: “not Paris” contains “Paris”.",
    question="Does “anything but Paris” answer the question?",
    mutants=[
        mutant("exact_match", exact_match_contains, "Paris France", "Paris"),
    ],
)


def f1_on_sets(prediction, reference, *, normalize="simple"):
    """Each word once, so repeating is free."""
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    said = set(_words(prediction, normalize))
    golds = [set(_words(gold, normalize)) for gold in golds]
    return max(2 * len(said & gold) / (len(said) + len(gold)) if said or gold else 1.0 for gold in golds)


def _words(text, normalize):
    return answers.normalized(text, normalize).split()


def paris_five_times():
    """Saying "Paris" five times: on sets of words it is perfect."""
    said = " ".join(["Paris"] * 5)
    sets, counts = f1_on_sets(said, "Paris"), rt.f1_score(said, "Paris")
    return table([{"words counted": "once each", "F1": sets}, {"words counted": "every time", "F1": counts}])


misconception(
    "f1-on-sets",
    "Each distinct word counts once",
    wrong="The words of an answer are a set: how often each occurs does not matter.",
    tempts="set() is one call away.",
    right="Words are counted as often as they occur. On sets, saying “Paris” five times is perfect.",
    question="Is “Paris Paris Paris Paris Paris” a perfect answer?",
    mutants=[
        mutant("f1_score", f1_on_sets, "Paris Paris", "Paris"),
    ],
    demonstration=paris_five_times,
    sources=[
        thread(
            "UKGovernmentBEIS/inspect_ai#5473",
            "“Paris” five times scores 1.0, since `_to_words` returns a set; a fix, #5477, was closed and not merged",
            "library",
            "no",
        ),
        code(
            "stanford-crfm/helm",
            "evaluate_reference_metrics.py, f1_score",
            "September 2026",
            "works on sets, too",
            "library",
            "no",
        ),
    ],
)


def f1_is_recall(prediction, reference, *, normalize="simple"):
    """The share of the reference's words that were said: saying more never hurts."""
    prediction, golds = as_text(prediction, "prediction"), as_golds(reference)
    said = Counter(_words(prediction, normalize))
    golds = [Counter(_words(gold, normalize)) for gold in golds]
    return max((said & gold).total() / gold.total() if gold else float(not said) for gold in golds)


misconception(
    "f1-is-recall",
    "Saying more never hurts",
    wrong="F1 is the share of the reference's words that were said.",
    tempts="What matters is that the answer is in there.",
    right="That is recall. F1 also asks how much of what was said belongs there.",
    question="What would a system score that recites the whole encyclopaedia?",
    mutants=[
        mutant("f1_score", f1_is_recall, "Paris France", "Paris"),
    ],
)


def abstention_over_all(predictions, references, abstention_token=ABSTENTION):
    """Divides by all questions, the answerable ones too."""
    predictions, references = as_answer_pairs(predictions, references)
    impossible = sum(any(answers.abstains(gold, abstention_token) for gold in golds) for golds in references)
    right = answers.abstention_accuracy(predictions, references, abstention_token) * impossible
    return right / len(predictions)


misconception(
    "abstention-over-all",
    "Abstention accuracy divides by all questions",
    wrong="Abstention accuracy divides by the number of questions.",
    tempts="Accuracy usually does.",
    right="Abstention accuracy divides by the impossible questions: only there was abstaining right.",
    question="Four questions are impossible. On how many could it have abstained rightly?",
    mutants=[
        mutant("abstention_accuracy", abstention_over_all, [ABSTENTION, ABSTENTION], ["blue", ABSTENTION]),
    ],
)


def abstention_is_accuracy(predictions, references, abstention_token=ABSTENTION):
    """The share of all questions whose answer is right."""
    predictions, references = as_answer_pairs(predictions, references)
    return sum(map(answers.exact_match, predictions, references)) / len(predictions)


def abstention_is_strict_accuracy(predictions, references, abstention_token=ABSTENTION):
    """The share of all questions whose answer is right, letter by letter."""
    predictions, references = as_answer_pairs(predictions, references)
    return sum(prediction in golds for prediction, golds in zip(predictions, references, strict=True)) / len(
        predictions
    )


def abstention_is_right_decisions(predictions, references, abstention_token=ABSTENTION):
    """The share of all questions on which abstaining, or answering, was the right decision."""
    predictions, references = as_answer_pairs(predictions, references)
    return answers.abstention_report(predictions, references, abstention_token)["accuracy"]


def good_answers_hide_inventions():
    """Ten questions, two of them impossible: every other answer is right, and the impossible ones are answered too."""
    said, references = ["blue"] * 10, ["blue"] * 8 + [ABSTENTION] * 2
    plain = abstention_is_accuracy(said, references)
    return table([{"accuracy": plain, "abstention accuracy": rt.abstention_accuracy(said, references)}])


misconception(
    "abstention-is-accuracy",
    "Abstention accuracy is accuracy, with abstaining as one more answer",
    wrong="It is the share of all questions that were handled rightly.",
    tempts="The name says accuracy, and abstaining rightly is a right answer like any other.",
    right=(
        "Abstention accuracy looks at the impossible questions alone. Over all questions, good answers hide a "
        "system that never abstains."
    ),
    question="Eight of ten questions have an answer, and all eight are right. What does that say about the other two?",
    mutants=[
        mutant("abstention_accuracy", abstention_is_accuracy, ["blue", "blue"], [ABSTENTION, "blue"]),
        mutant("abstention_accuracy", abstention_is_strict_accuracy, ["blue", "blue"], [ABSTENTION, "blue"]),
        mutant("abstention_accuracy", abstention_is_right_decisions, ["blue", "blue"], [ABSTENTION, "blue"]),
    ],
    demonstration=good_answers_hide_inventions,
    sources=[
        thread(
            "deepset-ai/FARM#698",
            "one figure for all questions was split, into those with an answer and those without",
            "nobody",
        ),
    ],
)


def abstention_rate(predictions, references, abstention_token=ABSTENTION):
    """How often it abstained, rightly or not: always abstaining wins."""
    predictions, references = as_answer_pairs(predictions, references)
    return sum(answers.abstains(prediction, abstention_token) for prediction in predictions) / len(predictions)


def abstention_report_blind(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """Does not see abstaining on questions that have an answer."""
    predictions, references = as_answer_pairs(predictions, references)
    report = answers.abstention_report(predictions, references, abstention_token, normalize=normalize)
    return {**report, "precision": report["recall"], "over_abstention": 0.0}


def never_says_a_thing():
    """Ten questions, four of them impossible, and a system that abstains on every one."""
    references = ["blue"] * 6 + [ABSTENTION] * 4
    report = rt.abstention_report([ABSTENTION] * 10, references)
    names = ["abstention_accuracy", "accuracy", "over_abstention", "coverage"]
    return table([{name.replace("_", " "): report[name] for name in names}])


misconception(
    "abstain-always-wins",
    "The more a system abstains, the more careful it is",
    wrong="The more often a system abstains, the more careful it is.",
    tempts="Silence makes no mistakes.",
    right="A system that always abstains scores 1.0 and helps nobody. Look at over-abstention and coverage too.",
    question="What does a system that never answers score?",
    mutants=[
        mutant("abstention_accuracy", abstention_rate, ["blue", ABSTENTION], [ABSTENTION, "blue"]),
        mutant("abstention_report", abstention_report_blind, ["blue"], [ABSTENTION]),
    ],
    demonstration=never_says_a_thing,
    sources=[
        document(
            "a Spanish guide to evaluating RAG answers",
            "its abstention accuracy looks at the impossible questions only, so always abstaining scores 1.0",
            "nobody",
        ),
    ],
)


def abstention_report_zeros(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """Writes 0 where a share has nothing to be a share of."""
    predictions, references = as_answer_pairs(predictions, references)
    report = answers.abstention_report(predictions, references, abstention_token, normalize=normalize)
    return {name: 0.0 if value is None else value for name, value in report.items()}


def silent_or_always_wrong():
    """Two questions that have an answer: one system says nothing, the other is wrong both times."""
    references, rows = ["blue", "red"], []
    for name, said in (("says nothing", [ABSTENTION] * 2), ("is wrong twice", ["green"] * 2)):
        given = [answer == gold for answer, gold in zip(said, references, strict=True) if answer != ABSTENTION]
        share = sum(given) / len(given) if given else "none"
        rows.append({"system": name, "answers given": len(given), "right when it answers": share})
    return table(rows)


misconception(
    "share-of-nothing-is-zero",
    "A share of nothing is 0",
    wrong="A system that gives no answer is right on 0 of its answers, so its accuracy there is 0.",
    tempts="Nothing was right, and nothing is written 0.",
    right="0 of 0 is no number. Written as 0, silence looks as bad as being wrong every time; say that there is none.",
    question="Who is right less often: one who is always wrong, or one who never speaks?",
    mutants=[mutant("abstention_report", abstention_report_zeros, ["blue"], [ABSTENTION])],
    demonstration=silent_or_always_wrong,
)


def abstention_report_silence_covers(predictions, references, abstention_token=ABSTENTION, *, normalize="simple"):
    """Counts a right silence as an answer."""
    predictions, references = as_answer_pairs(predictions, references)
    report = answers.abstention_report(predictions, references, abstention_token, normalize=normalize)
    right = sum(
        answers.abstains(said, abstention_token) and any(answers.abstains(gold, abstention_token) for gold in golds)
        for said, golds in zip(predictions, references, strict=True)
    )
    return {**report, "coverage": report["coverage"] + right / len(predictions)}


def who_was_served():
    """Ten questions, four of them impossible. Coverage, by both readings, of a silent system and of a guessing one."""
    references, rows = ["blue"] * 6 + [ABSTENTION] * 4, []
    for name, said in (("always silent", [ABSTENTION] * 10), ("always answers", ["blue"] * 10)):
        counted = abstention_report_silence_covers(said, references)["coverage"]
        coverage = rt.abstention_report(said, references)["coverage"]
        rows.append({"system": name, "with right silences": counted, "coverage": coverage})
    return table(rows)


misconception(
    "silence-is-an-answer",
    "A right silence is an answer, too",
    wrong="Coverage is the share of questions that were dealt with, by an answer or by a right silence.",
    tempts="On an impossible question, silence is the right thing to say.",
    right="Coverage counts the answers given. Whether a silence was right, abstention accuracy tells.",
    question="How many users got an answer from a system that never speaks?",
    mutants=[mutant("abstention_report", abstention_report_silence_covers, [ABSTENTION], [ABSTENTION])],
    demonstration=who_was_served,
)


def the_first_letter_found():
    """A: correct, B: incorrect, C: not attempted. A grader replies; the program takes the first A, B or C it meets."""
    replies = ["A", "B", "CORRECT", "INCORRECT"]
    return table({"reply": reply, "first letter found": re.search("[ABC]", reply)[0]} for reply in replies)


misconception(
    "grader-says-correct",
    "The first A, B or C in the grader's reply is its grade",
    wrong="A grader asked for one of A, B and C answers with that letter, so the first such letter is the grade.",
    tempts="In all the replies that were tried, it was.",
    right="Accept the expected reply only; anything else is an error to look at. “CORRECT” begins with C.",
    question="What does your program read in “CORRECT”?",
    demonstration=the_first_letter_found,
    sources=[
        thread("openai/simple-evals#118", "“CORRECT” is read as C, not attempted", "library", "no"),
    ],
)
