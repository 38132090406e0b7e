"""The quiz bank for learning platforms: every format is read back by a reader of the tests, and equals the bank."""

import csv
import io
import re
import zipfile
from html import unescape
from xml.etree import ElementTree

import pytest

from ratools_course.classroom.questions import qti
from ratools_course.classroom.questions.exporting import FORMATS, bank_questions, export, losses, main
from ratools_course.classroom.questions.gift import as_gift
from ratools_course.classroom.questions.moodle_xml import as_moodle
from ratools_course.classroom.questions.question_table import as_csv
from ratools_course.classroom.questions.question_texts import feedback, shares

QUESTIONS = bank_questions()
BY_ID = {question.id: question for question in QUESTIONS}


def plain(html):
    """What the HTML of an export reads; `code` between backticks again."""
    html = re.sub(r"</?code>", "`", html)
    return unescape(re.sub(r"<[^>]+>", "", html)).replace("\u00a0", " ")


def asked(html):
    """The question's own paragraph, and what follows it."""
    first, _, rest = html.removeprefix("<p>").partition("</p>")
    return plain(first), rest


def kind_ids(kind):
    return [one.id for one in QUESTIONS if one.kind == kind]


def around(question):
    """Numbers on every side of each limit that the bank knows, as people may type them."""
    known = [question.value, *(option.value for option in question.options)]
    tried = {0.0, 1.0, 0.123456}
    for value in known:
        tried |= {round(value + step * 10**-question.digits, 9) for step in (-1, -0.51, -0.49, 0, 0.49, 0.51, 1)}
        tried |= {round(value, question.digits), int(value * 10**question.digits) / 10**question.digits}
    return sorted(tried)


def verdict(question, number):
    """(right, feedback) by the bank's own grading, for a number with all its decimals."""
    grade = question.grade(f"{number:.9f}" if number >= 0 else f"-{-number:.9f}")
    return grade.status == "right", "" if grade.status == "right" else " ".join(grade.feedback)


def first_hit(number, rows):
    """(right, feedback) as Moodle does it: the first answer within its tolerance, then `*`."""
    for value, tolerance, right, said in rows:
        if value == "*" or abs(number - float(value)) <= float(tolerance):
            return right, "" if right else said
    raise AssertionError("no answer fits, not even *")


# Moodle XML ----------------------------------------------------------------------------------------------------------


def read_moodle(text):
    """{id: element} of every question, in order."""
    found = {}
    for one in ElementTree.fromstring(text):
        if one.get("type") != "category":
            name = one.findtext("name/text")
            assert name == one.findtext("idnumber")
            found[name] = one
    return found


MOODLE = read_moodle(as_moodle(QUESTIONS))
MOODLE_KINDS = {"single": "multichoice", "multiple": "multichoice", "numeric": "numerical", "ordering": "ordering"}


def moodle_answers(one):
    """[(text, share, feedback)]."""
    rows = []
    for answer in one.findall("answer"):
        text, said = (plain(answer.findtext(path) or "") for path in ("text", "feedback/text"))
        rows.append((text, float(answer.get("fraction")), said))
    return rows


def test_moodle_has_every_question_in_order_with_its_texts_and_ideas():
    assert list(MOODLE) == list(BY_ID)
    for id, one in MOODLE.items():
        question = BY_ID[id]
        assert one.get("type") == MOODLE_KINDS[question.kind]
        assert asked(one.findtext("questiontext/text"))[0] == question.text
        assert asked(one.findtext("generalfeedback/text"))[0] == question.explanation
        tags = [tag.findtext("text") for tag in one.findall("tags/tag")]
        wanted = {f"misconception {option.misconception}" for option in question.options if option.misconception}
        assert tags[0] == question.notebook and wanted <= set(tags)


def test_moodle_has_a_category_per_notebook():
    root = ElementTree.fromstring(as_moodle(QUESTIONS))
    names = [one.findtext("category/text") for one in root if one.get("type") == "category"]
    assert len(names) == len({question.notebook for question in QUESTIONS}) == len(set(names))
    assert "$course$/top/ratools/05 nDCG" in names


@pytest.mark.parametrize("kind", ["single", "multiple"])
def test_moodle_choices(kind):
    for id in kind_ids(kind):
        question, one = BY_ID[id], MOODLE[id]
        assert one.findtext("single") == str(kind == "single").lower()
        options = [question.options[key] for key in question.shown()]
        assert [(label, said) for label, _, said in moodle_answers(one)] == [(o.label, feedback(o)) for o in options]
        worth = [fraction for _, fraction, _ in moodle_answers(one)]
        assert [value > 0 for value in worth] == [option.right for option in options]
        assert sum(value for value in worth if value > 0) == pytest.approx(100, abs=1e-3)
        if kind == "multiple":
            assert sum(worth) == pytest.approx(0, abs=1e-3), "ticking everything must not pay"
            assert all(f"{abs(value):.5f}" in ALLOWED for value in worth)


# Moodle refuses other shares (question/engine/bank.php): 100 down to 5
ALLOWED = "100 90 83.33333 80 75 70 66.66667 60 50 40 33.33333 30 25 20 16.66667 14.28571 12.5 11.11111 10 5".split()
ALLOWED = {f"{float(one):.5f}" for one in ALLOWED}


def test_moodle_numbers_are_judged_as_by_the_bank():
    for id in kind_ids("numeric"):
        question, one = BY_ID[id], MOODLE[id]
        tolerances = [answer.findtext("tolerance") for answer in one.findall("answer")]
        rows = [(v, t, f == 100, said) for (v, f, said), t in zip(moodle_answers(one), tolerances, strict=True)]
        assert float(rows[0][0]) == question.value, "every digit of it"
        for number in around(question):
            if question.grade(f"{number:.9f}").status != "unclear":  # 37.5 for 37.5 %: Moodle knows no such thing
                assert first_hit(number, rows) == verdict(question, number), (id, number)


def test_moodle_orders():
    for id in kind_ids("ordering"):
        one = MOODLE[id]
        assert [label for label, _, _ in moodle_answers(one)] == [item.label for item in BY_ID[id].options]
        assert one.findtext("gradingtype") == "ALL_OR_NOTHING"
        assert [said for _, _, said in moodle_answers(one)] == [item.feedback for item in BY_ID[id].options]


# GIFT ----------------------------------------------------------------------------------------------------------------


def unescaped(text):
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def cut(text, sign):
    """Pieces between signs that are not escaped."""
    return re.split(rf"(?<!\\)(?:\\\\)*{re.escape(sign)}", text)


def read_gift(text):
    """{id: (question's HTML, what is between the braces, general feedback)}, read as Moodle's format.php reads it."""
    found = {}
    for block in text.strip().split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith(("//", "$CATEGORY:"))]
        if lines:
            name, html, inside = re.fullmatch(
                r"::((?:\\.|[^:])*)::\[html\]((?:\\.|[^{}\\])*)\{((?:\\.|[^{}\\])*)\}", "\n".join(lines), re.S
            ).groups()
            answers, _, general = inside.rpartition("####")
            found[unescaped(name)] = (unescaped(html), answers.strip(), plain(unescaped(general.strip())))
    return found


GIFT = read_gift(as_gift(QUESTIONS))


def gift_options(answers):
    """[(weight or sign, label, feedback)] of a choice."""
    rows = []
    for sign, piece in re.findall(r"(?<!\\)([=~])((?:\\.|[^=~\\])*)", answers):
        weight = re.match(r"%(-?[\d.]+)%", piece)
        label, *said = cut(piece[weight.end() :] if weight else piece, "#")
        worth = float(weight[1]) if weight else 100.0 * (sign == "=")
        rows.append((worth, plain(unescaped(label.strip())), plain(unescaped("#".join(said).strip()))))
    return rows


def test_gift_has_every_question_in_order_with_its_texts():
    assert list(GIFT) == list(BY_ID)
    for id, (html, _, general) in GIFT.items():
        assert asked(html)[0] == BY_ID[id].text
        assert general == BY_ID[id].explanation


@pytest.mark.parametrize("kind", ["single", "multiple"])
def test_gift_choices(kind):
    for id in kind_ids(kind):
        question = BY_ID[id]
        options = [question.options[key] for key in question.shown()]
        worth = shares(question) if kind == "multiple" else {one.key: 100.0 * one.right for one in options}
        wanted = [(pytest.approx(worth[one.key], abs=1e-4), one.label, feedback(one)) for one in options]
        assert gift_options(GIFT[id][1]) == wanted
        assert ("=" in re.sub(r"\\.", "", GIFT[id][1])) == (kind == "single"), "Moodle tells the kinds apart by ="


def test_gift_numbers_are_judged_as_by_the_bank():
    for id in kind_ids("numeric"):
        question, answers = BY_ID[id], GIFT[id][1]
        assert answers.startswith("#")
        rows = []
        for worth, label, said in gift_options(answers[1:]):
            value, _, tolerance = label.partition(":")
            rows.append((value or "*", tolerance, worth == 100, said))
        assert float(rows[0][0]) == question.value
        for number in around(question):
            if question.grade(f"{number:.9f}").status != "unclear":
                assert first_hit(number, rows) == verdict(question, number), (id, number)


def test_gift_orders_are_matched_with_places():
    for id in kind_ids("ordering"):
        pairs = [piece.rsplit("->", 1) for piece in cut(GIFT[id][1], "=") if piece.strip()]
        placed = {int(place): plain(unescaped(label.strip())) for label, place in pairs}
        assert [placed[place] for place in sorted(placed)] == [item.label for item in BY_ID[id].options]


# CSV -----------------------------------------------------------------------------------------------------------------


def test_csv_holds_the_whole_bank_exactly():
    rows = list(csv.DictReader(io.StringIO(as_csv(QUESTIONS))))
    assert list(dict.fromkeys(row["question"] for row in rows)) == list(BY_ID)
    for question in QUESTIONS:
        mine = [row for row in rows if row["question"] == question.id]
        assert {(row["text"], row["explanation"], row["kind"], row["notebook"]) for row in mine} == {
            (question.text, question.explanation, question.kind, question.notebook)
        }
        parts = [row for row in mine if row["key"]]
        assert [(int(row["key"]), row["label"], row["feedback"]) for row in parts] == [
            (option.key, option.label, feedback(option)) for option in question.options
        ]
        assert [float(row["value"]) if row["value"] else None for row in parts] == [o.value for o in question.options]
        named = [" ".join(filter(None, (option.misconception, *option.others))) for option in question.options]
        assert [row["misconceptions"] for row in parts] == named
        if question.kind == "numeric":
            answer, otherwise = mine[0], mine[-1]
            assert (float(answer["value"]), otherwise["feedback"]) == (question.value, question.otherwise)
            for number in around(question):
                inside = float(answer["low"]) <= number <= float(answer["high"])
                counts = inside or abs(number - float(answer["also"])) < 1e-9
                assert counts == (question.grade(f"{number:.9f}").status == "right")
        elif question.kind == "ordering":
            assert [int(row["place"]) for row in parts] == list(range(1, len(question.options) + 1))
            told = [(row["place"], row["misconceptions"]) for row in mine if row["part"] == "wrong order"]
            wanted = [(" ".join(str(key + 1) for key in one.keys), one.idea) for one in question.orders]
            assert told == wanted
        else:
            assert [row["right"] == "yes" for row in parts] == [option.right for option in question.options]


# QTI -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def items(tmp_path_factory):
    """{id: item} of the QTI package, read back."""
    path = tmp_path_factory.mktemp("qti") / "questions.zip"
    export(QUESTIONS, "qti", path)
    with zipfile.ZipFile(path) as package:
        texts = [
            package.read(name) for name in package.namelist() if re.search(r"(text2qti_assessment_\w+)/\1\.xml", name)
        ]
    root = ElementTree.fromstring(re.sub(rb' xmlns="[^"]+"', b"", texts[0], count=1))
    return {item.get("title"): item for item in root.iter("item")}


def qti_text(element):
    """A paragraph of the package as the bank writes it."""
    return plain(element.findtext(".//mattext").strip().removeprefix("<p>").removesuffix("</p>"))


def test_qti_holds_what_it_can_and_tells_the_rest(items):
    kept = [one.id for one in QUESTIONS if not qti.left_out(one)]
    assert list(items) == kept
    told = losses(QUESTIONS, "qti")
    for question in QUESTIONS:
        assert (question.id in items) != any(line.startswith(f"left out: {question.id} ") for line in told)
    for id, item in items.items():
        assert asked(item.findtext("presentation/material/mattext"))[0] == BY_ID[id].text
        general = next(one for one in item.findall("itemfeedback") if one.get("ident") == "general_fb")
        assert qti_text(general) == BY_ID[id].explanation


def test_qti_choices(items):
    for id in kind_ids("single") + kind_ids("multiple"):
        question, item = BY_ID[id], items[id]
        options = [question.options[key] for key in question.shown()]
        labels = item.findall(".//response_label")
        assert [qti_text(label) for label in labels] == [option.label for option in options]
        said = {one.get("ident"): qti_text(one) for one in item.findall("itemfeedback")}
        scored = next(one for one in item.iter("respcondition") if one.find("setvar") is not None)
        wrong = {one.text for one in scored.iterfind(".//not/varequal")}
        right = {one.text for one in scored.iter("varequal")} - wrong
        for label, option in zip(labels, options, strict=True):
            assert (label.get("ident") in right) == option.right
            assert said.get(f"{label.get('ident')}_fb", "") == feedback(option)


def test_qti_numbers_are_judged_as_by_the_bank_up_to_what_is_told(items):
    for id in kind_ids("numeric"):
        question, item = BY_ID[id], items[id]
        low, high = (float(item.findtext(f".//{tag}")) for tag in ("vargte", "varlte"))
        cut_off = int(question.value * 10**question.digits) / 10**question.digits
        for number in {round(one, question.digits) for one in around(question)} | {round(question.value, 6)}:
            right = question.grade(f"{number:.9f}").status == "right"
            assert (low <= number <= high) == (right and (number != cut_off or low <= cut_off)), (id, number)


# The command ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("format", FORMATS)
def test_the_command_writes_a_file_and_tells_what_is_lost(format, tmp_path, capsys):
    out = tmp_path / "out"
    assert main(["--format", format, "--out", str(out), "--notebook", "05", "--notebook", "6"]) == 0
    printed = capsys.readouterr()
    assert out.stat().st_size > 1000 and not printed.out
    some = [one for one in QUESTIONS if one.notebook[:2] in ("05", "06")]
    kept = [one for one in some if format != "qti" or one.kind != "ordering"]
    assert f"{len(kept)} of {len(some)} questions" in printed.err
    assert printed.err.splitlines()[1:] == losses(some, format)


def test_without_a_file_it_prints(capsys):
    assert main(["--format", "gift", "--notebook", "05_ndcg"]) == 0
    assert list(read_gift(capsys.readouterr().out)) == [one.id for one in QUESTIONS if one.notebook == "05_ndcg"]


def test_a_table_loses_nothing():
    assert losses(QUESTIONS, "csv") == []


@pytest.mark.parametrize("words, told", [(["--notebook", "99"], "there is no quiz"), ([], "--out questions.zip")])
def test_what_cannot_be_done_gets_a_sentence(words, told, capsys):
    assert main(["--format", "qti", *words]) == 2
    assert told in capsys.readouterr().err
