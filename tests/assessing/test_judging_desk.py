"""The judging desk, driven from Python: what comes next, what is kept, and what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

from ratools.assessing import JudgingDesk, agreement, assign, judgements, pool
from ratools.assessing.desk_work import DeskWork, duration
from ratools.assessing.judgement_file import JudgementFile

QUERIES = {f"q{n}": f"question {n}" for n in range(8)}
DOCS = {f"d{n}-{m}": f"text {m} about {n}" for n in range(8) for m in range(7)}
RUNS = {
    "up": {f"q{n}": [f"d{n}-{m}" for m in range(7)] for n in range(8)},
    "down": {f"q{n}": [f"d{n}-{m}" for m in reversed(range(7))] for n in range(8)},
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "judgements.csv"


@pytest.fixture
def desk(path):
    """A function that opens a desk on the file."""

    def opened(runs=RUNS, depth=2, judge="Ada", **options):
        return JudgingDesk(QUERIES, DOCS, runs, depth, judge, path, **{"repeats": 0, **options})

    return opened


def press(desk, action, **more):
    """What the page does at a key."""
    desk.set_state({"request": {"id": str(time.perf_counter()), "action": action, "turn": desk.view["turn"], **more}})
    return desk.view


def judge_all(desk, grade=lambda pair: 1):
    seen = []
    while desk.view["pair"]:
        seen.append(desk.view["pair"]["text"])
        press(desk, "grade", grade=grade(desk.view["pair"]))
        assert len(seen) < 1000
    return seen


def test_one_pair_at_a_time_without_system_rank_or_score(desk):
    view = desk().view
    assert set(view["pair"]) == {"query", "title", "text", "more", "given"} and view["pair"]["given"] == []
    assert (view["total"], view["left"], view["queries"], view["queries_left"]) == (32, 32, 8, 8)
    sent = json.dumps(desk().static_state())
    assert "up" not in sent.replace("question", "") and "down" not in sent, "the page never hears of a system"
    assert not any(doc in sent for doc in DOCS), "nor of an id"


def test_the_next_pair_is_there_before_it_is_asked_for(desk):
    one = desk(repeats=0.2)
    while one.view["next"]:
        due = one.view["next"]
        assert press(one, "grade", grade=1)["pair"] == due
    assert one.view["left"] == 1


def test_every_grade_is_in_the_file_at_once(desk, path):
    one = desk()
    assert not path.exists(), "opening a desk writes nothing"
    for n, grade in enumerate([3, 0, 2], start=1):
        view = press(one, "grade", grade=grade, note="odd, isn't it" if n == 2 else "")
        assert list(JudgementFile(path).grades("Ada").values())[-1] == grade
        assert view["left"] == 32 - n and view["answered"] == one.request["id"]
    assert view["said"] == "Saved: 2, helps" and view["problem"] == ""
    assert [row["note"] for row in JudgementFile(path).rows()] == ["0 1 2 3", "2", "", "odd, isn't it", ""]


def test_the_next_start_goes_on_at_the_next_pair(desk):
    one = desk()
    for _ in range(5):
        press(one, "grade", grade=1)
    later = desk()
    assert later.view["pair"] == one.view["pair"] and later.view["left"] == 27
    seen = judge_all(later)
    assert len(seen) == 27 and later.view["pair"] is None
    assert later.view["end"] == "Everything is judged: 32 pairs."
    press(later, "grade", grade=1)
    assert len(judgements(later.work.file.path).table) == 32, "nothing is graded when nothing is shown"


def test_query_by_query_and_another_order_for_every_judge(desk, tmp_path):
    orders = {judge: judge_all(desk(judge=judge)) for judge in ("Ada", "Ben")}
    assert sorted(orders["Ada"]) == sorted(orders["Ben"]) and orders["Ada"] != orders["Ben"]
    queries = [text.split()[-1] for text in orders["Ada"]]
    assert len([n for n in range(1, 32) if queries[n] != queries[n - 1]]) == 7, "whole queries"


def test_undo_is_a_further_line_and_shows_the_pair_again(desk, path):
    one = desk()
    first = one.view["pair"]
    assert not one.view["undo"] and press(one, "undo")["said"] == "There is nothing to undo"
    press(one, "grade", grade=3)
    second = one.view["pair"]
    press(one, "skip")
    view = press(one, "undo")
    assert view["pair"] == second and view["said"] == "Undone: skip" and view["undo"]
    view = press(one, "undo")
    assert view["pair"] == first and view["left"] == 32 and not view["undo"]
    press(one, "grade", grade=0)
    assert one.view["pair"] == second
    actions = [row["action"] for row in JudgementFile(path).rows()]
    assert actions == ["scale", "pool", "grade", "skip", "undo", "undo", "grade"]
    assert list(JudgementFile(path).grades("Ada").values()) == [0]


def test_undo_after_a_restart(desk):
    one = desk()
    press(one, "grade", grade=3)
    shown = one.view["pair"]
    again = desk()
    assert press(again, "undo")["left"] == 32 and again.view["pair"] != shown


def test_a_skipped_pair_stays_unjudged_and_can_be_seen_again(desk, path):
    one, skipped = desk(), []
    while one.view["pair"]:
        if len(skipped) < 2:
            skipped.append(one.view["pair"])
            press(one, "skip", note="not sure")
        else:
            press(one, "grade", grade=1)
    assert one.view["skipped"] == 2 and "30 pairs, 2 skipped" in one.view["end"]
    assert len(judgements(path).table) == 30 and desk().view["pair"] is None
    view = press(one, "skipped")
    assert view["pair"] == skipped[0] and view["left"] == 2
    press(one, "skip")
    press(one, "grade", grade=2)
    assert one.view["pair"] is None and one.view["skipped"] == 1 and len(judgements(path).table) == 31


def test_some_pairs_come_twice_blind(desk, path):
    one = desk(repeats=0.3)
    grades = iter(range(10_000))
    seen = Counter(judge_all(one, lambda pair: next(grades) % 4))
    twice = [text for text, n in seen.items() if n == 2]
    assert len(seen) == 32 and max(seen.values()) == 2 and 3 < len(twice) < 16
    assert one.view["total"] == 32 + len(twice) and f"{len(twice)} pairs came twice" in one.view["end"]
    assert len(JudgementFile(path).grades("Ada")) == 32
    assert Counter(row["action"] for row in JudgementFile(path).rows())["again"] == len(twice)


def test_a_repeat_can_be_undone_or_skipped_and_the_first_grade_stays(desk, path):
    one = desk(repeats=1)
    while one.work._shown[2] is False:
        press(one, "grade", grade=2)
    pair, left = one.view["pair"], one.view["left"]
    press(one, "grade", grade=0)
    assert press(one, "undo")["pair"] == pair and one.view["left"] == left
    press(one, "skip")
    assert set(JudgementFile(path).grades("Ada").values()) == {2}
    assert one.view["left"] == left - 1 and desk(repeats=1).view["left"] == left - 1


def test_more_runs_or_a_greater_depth_add_only_what_is_new(desk, path):
    judge_all(desk())
    assert desk().view["pair"] is None
    deeper = desk(depth=3)
    assert deeper.view["left"] == deeper.view["total"] - 32 == 16
    seen = judge_all(deeper)
    assert len(seen) == 16 and len(judgements(path).table) == 48 and judgements(path).depth == 3
    more = desk({**RUNS, "odd": {"q1": ["d1-3"]}}, depth=3)
    assert more.view["left"] == 1 and judge_all(more) == ["text 3 about 1"]
    assert desk(depth=1).view["pair"] is None and len(judgements(path).table) == 49, "less depth loses nothing"


def test_two_desks_of_one_judge_share_the_work(desk, path):
    one, other = desk(), desk()
    assert one.view["pair"] == other.view["pair"]
    press(one, "grade", grade=1)
    press(one, "grade", grade=2)
    press(other, "grade", grade=3)  # still shows the first pair: the last line counts
    assert other.view["pair"] == one.view["pair"] and other.view["left"] == one.view["left"] == 30
    assert sorted(JudgementFile(path).grades("Ada").values()) == [2, 3]


def test_two_windows_of_one_desk(desk, path):
    one = desk()
    stale = one.view["turn"]
    press(one, "grade", grade=1)
    one.set_state({"request": {"id": "late", "action": "grade", "grade": 3, "turn": stale}})
    assert "another window" in one.view["problem"] and list(JudgementFile(path).grades("Ada").values()) == [1]
    assert press(one, "grade", grade=2)["problem"] == "" and one.view["left"] == 30


def test_a_killed_process_loses_nothing(tmp_path):
    code = f"""
import json, sys
from ratools.assessing.desk_work import DeskWork
queries, docs, runs = json.loads(sys.argv[1])
work = DeskWork(queries, docs, runs, 2, "Ada", {str(tmp_path / "j.csv")!r}, repeats=0)
for n in range(10_000):
    view = work.view()
    work.act({{"id": "x", "action": "grade", "grade": n % 4, "turn": view["turn"]}})
    print(n + 1, flush=True)
    if n == 12:
        sys.stdin.read()
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", code, json.dumps([QUERIES, DOCS, RUNS])]
    running = subprocess.Popen(command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for line in running.stdout:
        if line.strip() == "13":
            break
    running.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    running.wait(20)
    running.stdin.close()
    running.stdout.close()
    assert DeskWork(QUERIES, DOCS, RUNS, 2, "Ada", tmp_path / "j.csv", repeats=0).view()["left"] == 32 - 13


def test_judges_with_parts_of_the_pool(desk, path):
    parts = assign(pool(RUNS, 2), ["Ada", "Ben"], overlap=0.25)
    for judge, part in parts.items():
        judge_all(desk(part, judge=judge), lambda pair, judge=judge: 2 if judge == "Ada" else int(pair["text"][5]) % 3)
    assert agreement(path).table["pairs"].tolist() == [8] and len(judgements(path).table) == 32


def test_adjudicate_shows_both_grades_and_takes_the_deciding_one(desk, path):
    grades = {
        "Ada": lambda pair: 3,
        "Ben": lambda pair: 0 if "text 0" in pair["text"] else 3 - (pair["text"][-1] == "5"),
    }
    for judge, grade in grades.items():
        judge_all(desk(judge=judge), grade)
    one = desk(None, judge="Cy", adjudicate=True)
    assert one.view["total"] == one.view["left"] == 11
    assert one.view["pair"]["given"] == [
        {"judge": "Ada", "grade": 3, "note": ""},
        {"judge": "Ben", "grade": 0, "note": ""},
    ]
    assert "text 0" in one.view["pair"]["text"], "the widest first"
    press(one, "skip")
    press(one, "grade", grade=1)
    assert press(one, "undo")["left"] == 10
    while one.view["pair"]:
        press(one, "grade", grade=1)
    found = judgements(path).table
    assert one.view["end"] == "Nothing is left to decide: 10 pairs settled, 1 passed over."
    assert found["decided"].notna().sum() == 10 and Counter(found["grade"]) == {3: 21, 1: 10, 0: 1}
    assert desk(None, judge="Cy", adjudicate=True).view["left"] == 1, "what was passed over comes again"
    assert JudgementFile(path).grades("Cy") == {}, "deciding is not judging"


def test_an_adjudicator_sees_the_judges_notes_and_grades_that_come_meanwhile(desk, path):
    file = JudgementFile(path)
    for judge, grade, note in [("Ada", 3, "the very page"), ("Ben", 1, "")]:
        file.append(judge, "q1", "d1-1", "grade", grade, note)
    file.append("Ada", "q1", "d1-2", "grade", 0)
    one = desk(None, judge="Cy", adjudicate=True)
    assert [(given["grade"], given["note"]) for given in one.view["pair"]["given"]] == [(3, "the very page"), (1, "")]
    file.append("Ben", "q1", "d1-2", "grade", 3)
    assert press(one, "grade", grade=2)["pair"]["text"] == "text 2 about 1" and one.view["total"] == 2
    press(one, "undo")
    assert one.view["pair"]["text"] == "text 1 about 1" and one.view["left"] == 2


def test_the_planner_takes_the_pace_so_far(desk, path):
    one = desk()
    assert one.plan() == "32 pairs left; the pace is known after six." and one.view["pace"] is None
    head = path.parent / "head.csv"
    judge = desk()
    judge_all(judge)
    lines, start = path.read_text().splitlines(), 1_700_000_000
    for n, line in enumerate(lines[3:13]):  # one grade every 12 s, and an hour's pause in the middle
        moment = start + 12 * n + (3600 if n > 5 else 0)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000+00:00", time.gmtime(moment))
        lines[3 + n] = f"{stamp},{line.split(',', 1)[1]}"
    head.write_text("\n".join(lines[:13]) + "\n")
    work = DeskWork(QUERIES, DOCS, RUNS, 2, "Ada", head, repeats=0)
    assert work.pace() == 12 and work.plan() == "22 pairs left: about 4 min at 12 s per pair."
    assert work.view()["seconds_left"] == 22 * 12 and duration(3599) == "1 h 0 min"


def test_a_grade_answers_at_once_with_5000_pairs(path):
    queries = {f"q{n}": f"question {n}" for n in range(100)}
    runs = [{f"q{n}": [f"d{n}-{m}" for m in range(50)] for n in range(100)}]
    docs = {f"d{n}-{m}": "some words " * 50 for n in range(100) for m in range(50)}
    file = JudgementFile(path)
    file.start(50)
    with path.open("a", encoding="utf-8") as lines:
        for judge in ("Ada", "Ben", "Cy"):
            lines.writelines(f"2026-01-01T00:00:00.000+00:00,{judge},q{n},d{n}-{m},grade,1,\n"
                             for n in range(95) for m in range(50))  # fmt: skip
    one = JudgingDesk(queries, docs, runs, 50, "Ada", path, repeats=0.05)
    took = []
    for _ in range(60):
        started = time.process_time()
        press(one, "grade", grade=1)
        took.append(time.process_time() - started)
    assert sorted(took)[30] < 0.05, "half of them in under 50 ms of processor time"


@pytest.mark.parametrize(
    "text", ["", " \n ", "مرحبا بالعالم", "👩‍👩‍👧 🏳️‍🌈", "<img src=x onerror=alert(1)>", "a\u2028b"]
)
def test_documents_are_handed_on_as_they_are(path, text):
    one = JudgingDesk({"q": "<b>"}, {"d": text}, [{"q": ["d"]}], path=path)
    assert one.view["pair"]["text"] == text and one.view["pair"]["query"] == "<b>"
    assert press(one, "grade", grade=0)["pair"] is None


def test_a_document_of_a_megabyte_is_sent_when_it_is_asked_for(path):
    one = JudgingDesk({"q": "?"}, {"d": "x" * 1_000_000, "e": "short"}, [{"q": ["d"]}], path=path)
    assert len(one.view["pair"]["text"]) == 20_000 and one.view["pair"]["more"] == 980_000
    view = press(one, "whole")
    assert len(view["pair"]["text"]) == 1_000_000 and view["pair"]["more"] == 0
    press(one, "grade", grade=1)
    assert len(press(one, "undo")["pair"]["text"]) == 20_000


def test_documents_in_many_forms(path):
    from ratools_course.systems.datasets import helpdesk

    frame = pd.DataFrame({"doc_id": [1, 2], "title": ["A", None], "text": ["one", float("nan")]})
    queries = pd.DataFrame({"query_id": [7], "query": ["what?"]})
    one = JudgingDesk(queries, frame, [{7: [1, 2]}], path=path, seed=1)
    shown = []
    while one.view["pair"]:
        shown.append((one.view["pair"]["title"], one.view["pair"]["text"]))
        press(one, "grade", grade=1)
    assert sorted(shown) == [("", ""), ("A", "one")] and judgements(path) == {
        "7": dict.fromkeys(judgements(path)["7"], 1)
    }
    found = helpdesk()
    query, doc = next(iter(found.queries)), next(iter(found.documents))
    view = JudgingDesk(found.queries, found.documents, [{query: [doc]}], path=path.with_name("h.csv")).view
    assert view["pair"]["title"] == found.documents[doc].title and view["pair"]["query"] == found.queries[query].text


def test_the_scales_words_can_be_changed_and_another_scale_is_refused(desk, path):
    one = desk(scale={0: "no", 1: "yes"})
    assert one.settings["scale"] == [[0, "no"], [1, "yes"]]
    assert "3 is not on the scale 0 1" in press(one, "grade", grade=3)["problem"] and one.view["left"] == 32
    press(one, "grade", grade=1)
    with pytest.raises(ValueError, match="was judged on the scale 0 1, not 0 1 2"):
        desk(scale={0: "a", 1: "b", 2: "c"})
    assert desk().settings["scale"] == [[0, "not relevant"], [1, "touches on it"]], "the file's own"


def test_what_is_refused(desk, path, tmp_path):
    for sentence, make in {
        "judge must be a name": lambda: desk(judge=""),
        "depth must be a whole number": lambda: desk(depth=0),
        "repeats must be a share": lambda: desk(repeats=2),
        "runs is missing": lambda: desk(None),
        "query 'q9' has no text": lambda: desk([{"q9": ["d1-1"]}]),
        "document 'zz' of query 'q1' has no text": lambda: desk([{"q1": ["zz"]}]),
        "must be a text, or have a title and a text": lambda: JudgingDesk(
            {"q": "?"}, {"d": 5}, [{"q": ["d"]}], path=path
        ),
        "documents must be a dict": lambda: JudgingDesk({"q": "?"}, ["d"], [{"q": ["d"]}], path=path),
        "there are no documents": lambda: JudgingDesk({"q": "?"}, {}, [{"q": ["d"]}], path=path),
        "needs doc_id and text": lambda: JudgingDesk({"q": "?"}, pd.DataFrame({"a": [1]}), [{"q": ["d"]}], path=path),
        "there is no folder": lambda: JudgingDesk(QUERIES, DOCS, RUNS, path=tmp_path / "no" / "j.csv"),
    }.items():
        with pytest.raises(ValueError, match=sentence):
            make()
    path.write_text("query,grade\nq1,2\n")
    with pytest.raises(ValueError, match="not a file of judgements"):
        desk()


def test_a_file_that_cannot_be_written_is_said_and_the_pair_stays(desk, path):
    one = desk()
    shown = one.view["pair"]
    path.mkdir()
    view = press(one, "grade", grade=1)
    assert "cannot be read" in view["problem"] and view["pair"] == shown and view["left"] == 32
    path.rmdir()
    assert press(one, "grade", grade=1)["left"] == 31


def test_a_file_that_somebody_breaks_meanwhile(desk, path):
    one = desk()
    press(one, "grade", grade=1)
    whole = path.read_text()
    path.write_text(whole + "a,b,c,d,e,f,g,h\n")
    assert ":5: 8 columns where 7 belong" in press(one, "grade", grade=2)["problem"] and one.view["left"] == 31
    path.write_text(whole)
    assert press(one, "grade", grade=3)["left"] == 30 and one.view["problem"] == ""


@pytest.mark.parametrize("request_", [{"action": "format"}, {"action": "grade", "note": 5}, "grade", [1], {"x": 1}])
def test_what_the_page_may_not_ask_for(desk, path, request_):
    one = desk()
    before = one.view
    one.set_state({"request": request_})
    one.set_state({"view": {"left": 0}})
    assert one.view == before and not path.exists()


NO_WIDGETS = """
import sys

class Blocker:
    def find_spec(self, name, *rest):
        if name.partition(".")[0] in ("anywidget", "ipywidgets", "traitlets", "IPython"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
try:
    STATEMENT
except ImportError as error:
    print(type(error).__name__, error, sep=": ")
"""


@pytest.mark.parametrize(
    "statement",
    [
        "from ratools.assessing import JudgingDesk",
        "import ratools.assessing as a; a.JudgingDesk({'q': '?'}, {'d': 'x'})",
    ],
)
def test_without_anywidget_one_sentence_says_what_to_install(statement):
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    code = NO_WIDGETS.replace("STATEMENT", statement)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout == "ImportError: widgets in a notebook need anywidget: pip install anywidget\n"


def test_the_text_form(desk):
    one = desk(judge="<b>Ada</b>")
    assert (
        repr(one) == one.text()
        and "judge: <b>Ada</b>\npairs: 32\nleft: 32\nskipped: 0\nscale: 0 not relevant; 1" in one.text()
    )
    assert "&lt;b&gt;Ada&lt;/b&gt;" in one.text_html() and "<b>Ada" not in one.text_html()
    one.grade(2)
    one.skip()
    one.undo()
    assert "left: 31" in one.text() and "text 0" not in one.text_html()


def test_the_ten_lines_of_the_readme(tmp_path, monkeypatch, capsys):
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    code = readme.split("## Measure your own system")[1].split("```python\n")[1].split("```")[0]
    assert len([line for line in code.splitlines() if line and "import" not in line]) <= 10
    monkeypatch.chdir(tmp_path)
    search = lambda query: ["d1", "d2"] if "plan" in query else ["d2", "d1"]  # noqa: E731
    names, (before, after) = {"search_old": search, "search_new": search}, code.split("grades = ")
    exec(before, names)
    runs = {"old": names["old"], "new": names["new"]}
    judge_all(JudgingDesk(names["queries"], names["documents"], runs, judge="Ada", path="judgements.csv"),
              lambda pair: 3 if ("cancel" in pair["query"]) == ("cancel" in pair["text"]) else 0)  # fmt: skip
    exec(f"grades = {after}", names)
    assert names["tables"]["new"]["nDCG@10"].tolist() == [1.0, 1.0] and "old" in capsys.readouterr().out
