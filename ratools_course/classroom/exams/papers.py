"""An exam with its key: `python3 course.py exam --seed PRIVATE --variants 4 --out FOLDER`.

Every question is a template: its numbers are drawn from the private seed, another set for each variant, and the package
computes the answer and what each wrong idea of the bank would make of it. Per variant there is a sheet for students and
a key, as Markdown and as a page to print. Questions of a private bank are added as they are.
"""

import csv
import io
import random
import sys
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ratools.words import count
from ratools_course import misconceptions
from ratools_course.classroom.assignments.private import bank_folder, key, load_questions, outside, read_seed
from ratools_course.classroom.command_line import Arguments, sentence
from ratools_course.classroom.exams.pre_post import FORMS, form
from ratools_course.classroom.questions import exporting as export
from ratools_course.classroom.questions.question_texts import html
from ratools_course.misconceptions import MUTANTS
from ratools_course.quizzes.expressions import value_of
from ratools_course.quizzes.reading import read_question
from ratools_course.quizzes.texts import lettered
from ratools_course.quizzes.typed_numbers import around, exactly, is_around

TRIES = 200  # draws until the numbers tell the wrong ideas apart
MINUTES = 4  # for two points


@dataclass(frozen=True)
class Task:
    """One question of an exam, with its points."""

    question: object
    points: int


# Templates -----------------------------------------------------------------------------------------------------------

TEMPLATES = {}  # id: (notebook, points, maker)


def _template(id, notebook, points=2):
    def register(function):
        TEMPLATES[id] = (notebook, points, function)
        return function

    return register


def _page(rng, length, hits):
    """A page as ids and as words: which of its places help."""
    places = set(rng.sample(range(length), hits))
    ids = [f"r{n}" if n in places else f"n{n}" for n in range(length)]
    return ids, ", ".join("R" if n in places else "n" for n in range(length))


def _relevant(ids, missing):
    return [one for one in ids if one[0] == "r"] + [f"r-lost{n}" for n in range(missing)]


@_template("precision", "02_precision_recall")
def _precision(rng):
    k = rng.choice([4, 5, 6, 8])
    ids, words = _page(rng, 10, rng.randint(4, 6))
    missing = rng.randint(1, 4)
    found = sum(one[0] == "r" for one in ids)
    return {
        "text": f"A page shows ten results; R helps, n does not: {words}. In all, {found + missing} documents would "
        f"help. What is P@{k}?",
        "given": {"page": ids, "relevant": _relevant(ids, missing)},
        "value": f"precision_at_k(page, relevant, {k})",
        "way": f"The R among the first {k} places, divided by {k}.",
    }


@_template("recall", "02_precision_recall")
def _recall(rng):
    facts = _precision(rng)
    k = facts["value"].split(", ")[2].rstrip(")")
    text = facts["text"].replace(f"What is P@{k}?", f"What is R@{k}?")
    way = f"The R among the first {k} places, divided by all documents that would help."
    return facts | {"text": text, "value": facts["value"].replace("precision", "recall"), "way": way}


@_template("mrr", "03_reciprocal_rank")
def _mrr(rng):
    ranks = rng.sample([1, 2, 3, 4, 5, 8, 10], 3)
    place = rng.randint(0, 3)
    told = [*map(str, ranks[:place]), "never", *map(str, ranks[place:])]
    results = {f"q{n}": [f"x{m}" for m in range(1, rank)] + ["hit"] for n, rank in enumerate(ranks)} | {"q9": ["x"]}
    return {
        "text": f"Four queries have their first hit at these ranks: {', '.join(told)}. What is the MRR?",
        "given": {"results": results, "truth": {query: ["hit"] for query in results}},
        "value": "mean_reciprocal_rank(results, truth)",
        "way": "One divided by each rank, 0 for never; the sum divided by four.",
    }


@_template("ap", "04_average_precision", 3)
def _ap(rng):
    ids, words = _page(rng, 6, rng.choice([2, 3]))
    missing = rng.randint(1, 2)
    more = "One more that helps was" if missing == 1 else "Two more that help were"
    return {
        "text": f"A page shows six results; R helps, n does not: {words}. {more} not found. What is its average "
        f"precision?",
        "given": {"page": ids, "relevant": _relevant(ids, missing)},
        "value": "average_precision(page, relevant)",
        "way": "The precision at each R, added up, divided by all documents that help, found or not.",
    }


@_template("ndcg", "05_ndcg", 4)
def _ndcg(rng):
    grades = rng.sample([0, 0, 1, 2, 3, 3], 4)
    lost = rng.choice([1, 2, 3])
    judged = {f"d{n}": grade for n, grade in enumerate(grades)} | {"lost": lost}
    return {
        "text": f"A page shows documents of the grades {_list(grades)}. One more document was judged, with grade "
        f"{lost}, "
        "and is not on the page. With the grade as gain and the discount log2(rank + 1): what is nDCG@4?",
        "given": {"page": [f"d{n}" for n in range(4)], "judged": judged},
        "value": "ndcg_at_k(page, judged, 4)",
        "way": f"DCG of {_list(grades)}, divided by DCG of {_list(sorted(judged.values(), reverse=True)[:4])}.",
    }


@_template("ceiling", "06_choose_a_measure")
def _ceiling(rng):
    many, k = rng.sample(range(1, 12), 3), rng.choice([4, 5, 8])
    tops = " + ".join(f"min({one}, {k}) / {k}" for one in many)
    return {
        "text": f"Three queries have {many[0]}, {many[1]} and {many[2]} relevant documents. What is the highest "
        f"mean P@{k} "
        "that any system can reach on them?",
        "value": f"({tops}) / 3",
        "way": f"A query with fewer than {k} relevant documents cannot fill {k} places: take the best P@{k} of "
        f"each, then "
        "the mean.",
    }


@_template("threshold", "07_scores_and_thresholds")
def _threshold(rng):
    scores = sorted(rng.sample(range(10, 95, 5), 6), reverse=True)
    good = set(rng.sample(range(6), 3))
    cut = rng.choice(scores[2:5])
    rows = ", ".join(f"{score / 100:g} ({'helps' if n in good else 'does not'})" for n, score in enumerate(scores))
    ids = [f"r{n}" if n in good else f"n{n}" for n in range(6)]
    kept = sum(score >= cut for score in scores)
    return {
        "text": f"Six results have these scores, and a judge has looked at each: {rows}. All results with a score "
        f"of at "
        f"least {cut / 100:g} are kept. What is the precision of what is kept?",
        "given": {"page": ids, "relevant": _relevant(ids, 0)},
        "value": f"precision_at_k(page, relevant, {kept})",
        "way": "A score on the threshold is kept. Those that help, divided by those that are kept.",
    }


ASKED = {5: "Five", 6: "Six"}


@_template("mean", "08_measure_a_system")
def _mean(rng):
    scores = [one / 20 for one in rng.sample(range(4, 20), 4)]
    asked = rng.choice([5, 6])
    lost = {5: "one query", 6: "two queries"}[asked]
    added = " + ".join(f"{one:g}" for one in scores)
    return {
        "text": f"{ASKED[asked]} queries were asked. A system answered four of them, with nDCG "
        f"{_list(f'{one:g}' for one in scores)}; "
        f"for {lost} it returned nothing. What is its mean nDCG?",
        "value": f"({added}) / {asked}",
        "way": "What was asked and not answered counts 0.",
        "wrong": [(f"({added}) / 4", "skip-missing-queries")],
    }


@_template("queries", "09_is_it_better")
def _queries(rng):
    spread, gap = rng.choice([0.2, 0.25, 0.3, 0.35, 0.4]), rng.choice([0.02, 0.03, 0.04, 0.05])
    return {
        "text": f"Two systems' differences per query have a standard deviation of {spread:g}. How many queries "
        f"does it take "
        f"to see a true difference of {gap:g} four times in five (2.8 times the deviation, over the difference, "
        f"squared)? "
        "A whole number is enough.",
        "value": f"(2.8 * {spread:g} / {gap:g}) ** 2",
        "digits": 0,
        "way": "Everything is squared: half the difference takes four times the queries.",
    }


@_template("kappa", "10_judgements", 3)
def _kappa(rng):
    both_yes, both_no, first, second = rng.randint(3, 9), rng.randint(3, 9), rng.randint(1, 3), rng.randint(1, 4)
    one = [1] * both_yes + [0] * both_no + [1] * first + [0] * second
    two = [1] * both_yes + [0] * both_no + [0] * first + [1] * second
    return {
        "text": f"Two judges say yes or no to {len(one)} documents: both yes {both_yes} times, both no {both_no} "
        f"times, only "
        f"the first yes {_times(first)}, only the second yes {_times(second)}. What is Cohen's kappa?",
        "given": {"one": one, "two": two},
        "value": "cohen_kappa(one, two)",
        "way": "The share of equal labels, minus the share by chance (each judge's own shares), divided by 1 "
        "minus chance.",
        "wrong": [(f"{both_yes + both_no} / {len(one)}", "agreement-is-percent")],
    }


@_template("chunk", "11_chunks")
def _chunk(rng):
    start = rng.randint(2, 20)
    end = start + rng.randint(5, 9)
    first = rng.randint(start + 1, end - 2)
    last = end + rng.randint(2, 8)
    return {
        "text": f"Words are numbered from 0. The answer is the span [{start}, {end}), the retrieved chunk "
        f"[{first}, {last}). "
        "What is the IoU, counted by places?",
        "value": f"span_iou([[{first}, {last}]], [[{start}, {end}]])",
        "way": "Places in both, divided by places in either, each counted once.",
    }


@_template("f1", "12_answers")
def _f1(rng):
    words = rng.sample("red green blue grey white black brown".split(), 6)
    gold, common = words[: rng.randint(2, 4)], rng.randint(1, 2)
    said = rng.sample(gold, common) + words[4 : 4 + rng.randint(1, 2)]
    return {
        "text": f"The reference is `{' '.join(gold)}`, the answer is `{' '.join(said)}`. What is the token F1?",
        "given": {"said": " ".join(said), "gold": " ".join(gold)},
        "value": "f1_score(said, gold)",
        "way": "Twice the common words, divided by the words of both texts.",
    }


@_template("pair", "13_spot_the_error")
def _pair(rng):
    hits, many = rng.randint(2, 7), rng.randint(8, 20)
    return {
        "text": f"A report says of one query that P@10 is {hits / 10:g}, and that {many} documents are relevant. "
        f"Which R@10 "
        "must it report?",
        "given": {"page": [f"r{n}" for n in range(hits)] + [f"n{n}" for n in range(10 - hits)]}
        | {"relevant": [f"r{n}" for n in range(many)]},
        "value": "recall_at_k(page, relevant, 10)",
        "way": "P@10 tells how many hits there are among ten. Recall divides them by the relevant documents.",
    }


def _times(count):
    return "once" if count == 1 else f"{count} times"


def _list(values):
    return ", ".join(map(str, values))


# One exam ------------------------------------------------------------------------------------------------------------


def variant(seed, name, extra=()):
    """The tasks of one variant, in the order of the notebooks; the questions of a private bank come last.

    >>> [task.question.value for task in variant("private seed", "1")] == [
    ...     task.question.value for task in variant("private seed", "2")]
    False
    """
    tasks = [Task(made(id, key(seed, "exam", name, id), f"exam-{name}-{id}"), TEMPLATES[id][1]) for id in TEMPLATES]
    return tasks + [Task(question, 2) for question in extra]


def made(id, seed, name):
    """A template with drawn numbers: the answer is neither 0 nor 1, and differs from what the wrong ideas give."""
    notebook, _, maker = TEMPLATES[id]
    rng = random.Random(seed)
    for _ in range(TRIES):
        facts = maker(rng)
        value, digits = value_of(facts["value"], facts.get("given")), facts.get("digits", 3)
        known = list(_distractors(facts, value, digits))
        if value > 0 and value != 1 and (known or not _has_mutants(facts["value"])):
            break
    else:
        raise ValueError(f"no numbers were found for {id!r}: change its template")
    entry = {key: facts[key] for key in ("text", "given", "value", "digits") if key in facts}
    entry |= {
        "id": name,
        "kind": "numeric",
        "otherwise": facts["way"],
        "explanation": facts["way"],
        "distractor": known,
    }
    question, mistakes = read_question(entry, "question", notebook, 1)
    if mistakes:
        raise ValueError("\n".join(mistakes))
    return question


def _called(expression):
    return [one for one in MUTANTS if f"{one.measure}(" in expression]


def _has_mutants(expression):
    return bool(_called(expression))


def _distractors(facts, value, digits):
    """What each wrong idea gives, where that is a number of its own."""
    taken = [value]
    wrong = [
        ({"value": text, "misconception": id}, value_of(text, facts.get("given")))
        for text, id in facts.get("wrong", [])
    ]
    for mutant in _called(facts["value"]):
        try:
            number = value_of(facts["value"], facts.get("given"), mutant.function.__name__)
        except ValueError:  # a wrong version may fail where the measure does not
            continue
        wrong.append(({"mutant": mutant.function.__name__}, number))
    for entry, number in wrong:
        near = any(is_around(number, around(one, digits)) or is_around(one, around(number, digits)) for one in taken)
        if isinstance(number, (int, float)) and not near:
            taken.append(number)
            id = entry.get("misconception") or _idea(entry["mutant"])
            yield entry | {"feedback": misconceptions.get(id).right}


def _idea(function):
    return next(one.id for one in MUTANTS if one.function.__name__ == function)


# Paper ---------------------------------------------------------------------------------------------------------------


def sheet(title, tasks, with_key=False):
    """A sheet or a key as Markdown."""
    lines = [f"# {title}{': key' if with_key else ''}", ""]
    lines += [] if with_key else [NAME, ""]
    lines += [_rules(tasks)]
    for number, task in enumerate(tasks, start=1):
        lines += ["", f"**{number}.** {task.question.text} ({count(task.points, 'point')})"]
        lines += [f"   {letter}  {option.label}" for letter, option in lettered(task.question)]
        lines += ["", *(_key_lines(task.question) if with_key else [ANSWER])]
    return "\n".join(lines) + "\n"


NAME = "Name: ________________________________    Number: ________________"
ANSWER = "Answer: ________________"


def _rules(tasks):
    points = sum(task.points for task in tasks)
    return (
        f"{len(tasks)} questions, {points} points, {points * MINUTES // 2} minutes. Give three digits after the point."
    )


def _key_lines(question):
    yield f"Answer: **{answer_of(question)}** ({question.explanation.rstrip('.')})"
    yield from (f"- {line}" for line in _wrong_answers(question))


def _wrong_answers(question):
    """What each wrong idea would have answered."""
    for option in question.options:
        if option.misconception and not option.right:
            names = ", ".join(f"“{misconceptions.get(id).title}”" for id in (option.misconception, *option.others))
            yield f"{option.label}: {names}"


def answer_of(question):
    """The right answer as a key shows it: letters, or the number and what it goes on with."""
    if question.kind == "numeric":
        return exactly(question.value, question.digits)
    letters = {option.key: letter for letter, option in lettered(question)}
    if question.kind == "ordering":
        return ", ".join(letters[key] for key in question.solution())
    return ", ".join(letters[option.key] for option in question.options if option.right)


STYLE = """body { font: 12pt/1.45 serif; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 16pt; } ol.tasks > li { break-inside: avoid; margin: 1.6em 0; padding-left: 0.4em; }
.answer { margin-top: 0.6em; } .room { height: 5em; } ul { margin: 0.3em 0; } @page { margin: 2cm; }
code { font-family: monospace; white-space: pre-wrap; }"""


def page(title, tasks, with_key=False):
    """The same as a page to print, with room to work; it needs no other file."""
    name = f"{title}{': key' if with_key else ''}"
    top = "" if with_key else f"<p>{NAME}</p>"
    shown = "".join(f"<li>{_task(task, with_key)}</li>" for task in tasks)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(name)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{escape(name)}</h1>{top}<p>{_rules(tasks)}</p>"
        f'<ol class="tasks">{shown}</ol></body></html>\n'
    )


def _task(task, with_key):
    question = task.question
    options = "".join(f"<li>{html(option.label)}</li>" for _, option in lettered(question))
    text = f"{html(question.text)} ({count(task.points, 'point')})" + (
        f'<ol type="A">{options}</ol>' if options else ""
    )
    if not with_key:
        return f'{text}<div class="room"></div><div class="answer">{ANSWER}</div>'
    wrong = "".join(f"<li>{html(line)}</li>" for line in _wrong_answers(question))
    told = f"Answer: <b>{escape(answer_of(question))}</b> ({html(question.explanation.rstrip('.'))})"
    return f'{text}<div class="answer">{told}</div>' + (f"<ul>{wrong}</ul>" if wrong else "")


def key_table(exams):
    """All keys as CSV: variant, item, answer, points."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["variant", "number", "item", "answer", "points"])
    for name, tasks in exams.items():
        for number, task in enumerate(tasks, start=1):
            question = task.question
            answer = repr(question.value) if question.kind == "numeric" else answer_of(question)
            writer.writerow([name, number, question.id, answer, task.points])
    return buffer.getvalue()


def write_exams(out, seed, variants, bank=None, formats=()):
    """Write sheets and keys of all variants; the exams, by name."""
    out = outside(out, "the folder")
    extra = load_questions(bank_folder(bank)) if bank else []
    if bank and not extra:
        raise ValueError(f"{bank} has no questions: they stand in files such as 05_ndcg.toml")
    exams = {str(n): variant(seed, str(n), extra) for n in range(1, variants + 1)}
    out.mkdir(mode=0o700, parents=True, exist_ok=True)  # other users of this machine may be students
    for name, tasks in exams.items():
        title = f"Exam: measuring retrieval, variant {name}"
        for word, with_key in (("exam", False), ("key", True)):
            (out / f"{word}_{name}.md").write_text(sheet(title, tasks, with_key), encoding="utf-8")
            (out / f"{word}_{name}.html").write_text(page(title, tasks, with_key), encoding="utf-8")
        for format in formats:
            export.export([task.question for task in tasks], format, out / f"exam_{name}.{ENDINGS[format]}")
    (out / "keys.csv").write_text(key_table(exams), encoding="utf-8")
    return exams


ENDINGS = {"moodle": "xml", "gift": "gift", "csv": "csv", "qti": "zip"}


def write_form(out, name, formats=()):
    """Write a form of the pre- and post-test: sheet, key, and files for a learning platform. It is public anyway."""
    out, items = Path(out), [Task(item, 1) for item in form(name)]
    out.mkdir(parents=True, exist_ok=True)
    title = f"Test on measuring retrieval, form {name}"
    for word, with_key in (("test", False), ("test_key", True)):
        (out / f"{word}_{name.lower()}.md").write_text(sheet(title, items, with_key), encoding="utf-8")
        (out / f"{word}_{name.lower()}.html").write_text(page(title, items, with_key), encoding="utf-8")
    for format in formats:
        export.export([task.question for task in items], format, out / f"test_{name.lower()}.{ENDINGS[format]}")


def main(arguments=None):
    """The command; exit code 2 for what cannot be done."""
    parser = Arguments(prog="python3 course.py exam", description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, help="the folder to write to; for an exam, outside the repository")
    parser.add_argument("--seed", help="private: draws the numbers; @FILE reads it from a file")
    parser.add_argument("--variants", type=int, default=2, help="how many (2)")
    parser.add_argument("--bank", help="a folder with questions of your own, outside the repository")
    parser.add_argument("--format", action="append", default=[], choices=export.FORMATS, help="for a platform, too")
    parser.add_argument("--pre-post", action="store_true", help="the pre- and post-test, forms A and B, instead")
    options = parser.parse_args(arguments)
    try:
        if options.pre_post:
            for name in FORMS:
                write_form(options.out, name, options.format)
            print(
                f"Forms A and B with their keys are in {options.out}. Collect answers as CSV: student,item,answer,right"
            )
            return 0
        if not options.seed:
            raise ValueError("an exam needs a private seed: --seed TEXT, or --seed @FILE")
        if not 1 <= options.variants <= 1000:
            raise ValueError(f"--variants must be from 1 to 1000, got {options.variants}")
        exams = write_exams(options.out, read_seed(options.seed), options.variants, options.bank, options.format)
    except (ValueError, OSError) as error:
        print(sentence(error), file=sys.stderr)
        return 2
    tasks = next(iter(exams.values()))
    print(
        f"{len(exams)} variants of {len(tasks)} questions, {sum(task.points for task in tasks)} points: {options.out}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
