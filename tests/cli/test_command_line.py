"""`python -m ratools …` as its users type it: tables that align, one sentence for bad input, no traceback."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ratools
from ratools.__main__ import main

NO = "It is not mentioned in the document."
ROOT = Path(ratools.__file__).parent.parent


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with answers, runs and results; the current folder for the test."""
    golds = [("1", "blue car"), ("2", NO), ("3", "Paris"), ("4", NO)]
    answers = {
        "references": [gold for _, gold in golds],
        "v1_baseline": ["blue", "red", "paris", "green"],
        "v2_rag": ["blue car", NO, "paris", "green"],
        "v3_advanced": ["blue car", NO, "Paris", NO],
    }
    for name, given in answers.items():
        items = [
            {
                "question_id": q,
                "doc_id": "d",
                "question": "?",
                "type": "impossible" if gold == NO else "fact",
                "answer": a,
            }
            for (q, gold), a in zip(golds, given, strict=True)
        ]
        (tmp_path / f"{name}.json").write_text(json.dumps(items), encoding="utf-8")
    (tmp_path / "qrels.txt").write_text("q1 0 a 2\nq1 0 b 1\nq2 0 c 1\nq3 0 d 0\n", encoding="utf-8")
    (tmp_path / "bm25.run").write_text("q1 Q0 a 1 3 t\nq1 Q0 x 2 2 t\nq1 Q0 b 3 1 t\nq9 Q0 a 1 1 t\n", encoding="utf-8")
    (tmp_path / "dense.run").write_text("q1 Q0 x 1 3 t\nq1 Q0 a 2 2 t\nq2 Q0 c 1 2 t\n", encoding="utf-8")
    shop = [(0.35, "Tecnología"), (0.22, "Tecnología"), (0.12, "Ropa"), (0.04, "Tecnología"), (0.01, "Cosméticos")]
    results = [{"doc_id": n, "score": score, "category": category} for n, (score, category) in enumerate(shop)]
    (tmp_path / "results.json").write_text(json.dumps(results), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys, *arguments):
    """The exit code, what was printed, and what was complained about."""
    try:
        code = main(list(arguments))
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    return code, out, err


def columns_align(text):
    lines = text.rstrip("\n").split("\n")
    starts = [i for i, letter in enumerate(lines[0]) if letter != " " and (i == 0 or lines[0][i - 1] == " ")]
    return len(lines) > 1 and len(starts) == len(lines[0].split())


def test_evaluate(files, capsys):
    code, out, _ = run(capsys, "evaluate", "--pred_file", "v2_rag.json", "--reference_file", "references.json")
    assert code == 0
    assert out.splitlines()[0].split() == ["system", "exact_match", "f1", "abstention_accuracy", "questions"]
    assert out.splitlines()[1].split() == ["v2_rag", "0.7500", "0.7500", "0.5000", "4"]


@pytest.mark.parametrize("name", ["evaluate-all", "evaluate_all"])
def test_evaluate_all(files, capsys, name):
    preds = ["v1_baseline.json", "v2_rag.json", "v3_advanced.json"]
    code, out, _ = run(capsys, name, "--refs", "references.json", "--preds", *preds)
    assert code == 0 and columns_align(out)
    rows = [line.split() for line in out.splitlines()[1:]]
    assert [row[0] for row in rows] == ["v1_baseline", "v2_rag", "v3_advanced"]
    assert [row[1:4] for row in rows] == [
        ["0.2500", "0.4167", "0.0000"], ["0.7500", "0.7500", "0.5000"], ["1.0000", "1.0000", "1.0000"],
    ]  # fmt: skip


def test_equal_file_names_get_their_folder(files, capsys):
    for folder in ("monday", "tuesday"):
        (files / folder).mkdir()
        (files / folder / "preds.json").write_bytes((files / "v2_rag.json").read_bytes())
    preds = ["monday/preds.json", "tuesday/preds.json"]
    _, out, _ = run(capsys, "evaluate-all", "--refs", "references.json", "--preds", *preds)
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["monday/preds", "tuesday/preds"]


def test_no_impossible_question(files, capsys):
    for name in ("references", "v1_baseline"):
        items = json.loads((files / f"{name}.json").read_text(encoding="utf-8"))
        (files / f"{name}.json").write_text(json.dumps([items[0], items[2]]), encoding="utf-8")
    arguments = ["evaluate", "--pred_file", "v1_baseline.json", "--reference_file", "references.json"]
    assert json.loads(run(capsys, *arguments, "--format", "json")[1])[0]["abstention_accuracy"] is None
    assert run(capsys, *arguments)[1].splitlines()[1].split()[3] == "–"


def test_one_split_of_the_answers(files, capsys):
    items = json.loads((files / "references.json").read_text(encoding="utf-8"))
    halves = [item | {"split": "develop" if place < 2 else "report"} for place, item in enumerate(items)]
    (files / "references.json").write_text(json.dumps(halves), encoding="utf-8")
    arguments = ["evaluate", "--pred_file", "v2_rag.json", "--reference_file", "references.json", "--format", "json"]
    whole, one = (json.loads(run(capsys, *arguments, *more)[1])[0] for more in ([], ["--split", "report"]))
    assert (whole["questions"], whole["exact_match"]) == (4, 0.75)
    assert (one["questions"], one["exact_match"], one["abstention_accuracy"]) == (2, 0.5, 0.0)
    code, _, error = run(capsys, *arguments, "--split", "test")
    assert code == 2 and "references.json: no question has the split 'test'; there are: develop, report" in error


def test_trec(files, capsys):
    code, out, _ = run(capsys, "trec", "qrels.txt", "bm25.run", "dense.run", "-m", "AP", "-m", "ndcg@10")
    assert code == 0
    table, note = out.split("\n\n")
    head, bm25, dense = (line.split() for line in table.splitlines())
    assert head == ["run", "AP", "nDCG@10", "queries", "missing", "no_relevant", "unjudged"]
    assert bm25[:4] == ["bm25", "0.2778", "[0.00,", "1.00]"] and bm25[-4:] == ["3", "2", "1", "1"]  # (5/6 + 0 + 0) / 3
    assert dense[:2] == ["dense", "0.4167"] and dense[-4:] == ["3", "1", "1", "0"]
    assert "95 % interval of the mean" in note


def test_trec_tells_the_interval_that_summarise_gives(files, capsys):
    arguments = ["trec", "qrels.txt", "bm25.run", "-m", "AP", "--format"]
    summary = ratools.summarise(ratools.evaluate("bm25.run", "qrels.txt", "AP"), interval="t").loc["AP"]
    record = json.loads(run(capsys, *arguments, "json")[1])[0]
    assert [record[name] for name in ("AP", "AP_ci_low", "AP_ci_high")] == list(summary[["mean", "ci_low", "ci_high"]])
    assert run(capsys, *arguments, "csv")[1].startswith("run,AP,AP_ci_low,AP_ci_high,queries,")
    one = run(capsys, *arguments, "json", "--queries", "run")[1]
    assert json.loads(one)[0]["AP_ci_low"] is None, "one query says nothing of others"
    table = run(capsys, *arguments, "table", "--queries", "run")[1]
    assert table.splitlines()[1].split()[:3] == ["bm25", "0.8333", "1"]


def test_trec_reads_the_judgements_once(files, capsys, monkeypatch):
    from ratools.evaluation import fast_lines, formats

    read, real, blocks = [], formats.read_bytes, fast_lines.blocks
    monkeypatch.setattr(formats, "read_bytes", lambda path: read.append(path.name) or real(path))
    monkeypatch.setattr(fast_lines, "blocks", lambda path: read.append(path.name) or blocks(path))
    run(capsys, "trec", "qrels.txt", "bm25.run", "dense.run")
    assert read == ["qrels.txt", "bm25.run", "dense.run"]


@pytest.mark.slow
def test_trec_prints_its_table_without_pandas(files):
    code = (
        "import sys; from ratools.__main__ import main; main(sys.argv[1:]); print({'pandas', 'tqdm'} & {*sys.modules})"
    )
    for options in ("", "-q", "--format json", "--format csv", "--format markdown --queries run"):
        done = shell(f"'{sys.executable}' -c \"{code}\" trec qrels.txt bm25.run {options}", files)
        assert done.stdout.endswith("set()\n"), done.stdout + done.stderr


def test_several_jobs_print_the_same_in_the_same_order(files, capsys):
    runs = [f"{place}.run" for place in "zyxabc"]
    for place, name in enumerate(runs):
        rows = (f"q1 Q0 d{n} 1 {9 - n} t\n" if n != place else "q1 Q0 a 1 9.5 t\n" for n in range(200 * (6 - place)))
        (files / name).write_text("".join(rows), encoding="utf-8")
    for options in ([], ["-q", "--format", "json"], ["--compare", "--format", "csv"]):
        one = run(capsys, "trec", "qrels.txt", *runs, *options)
        assert run(capsys, "trec", "qrels.txt", *runs, *options, "--jobs", "3") == one and one[0] == 0
    (files / "x.run").write_text("q1 Q0 a\n", encoding="utf-8")
    (files / "a.run").write_text("q1 Q0 a 1 high t\n", encoding="utf-8")
    code, out, err = run(capsys, "trec", "qrels.txt", *runs, "--jobs", "2")
    assert (code, out) == (2, "") and err.startswith("ratools: x.run:1: 3 columns"), (
        "the first of the bad runs is named"
    )
    assert run(capsys, "trec", "qrels.txt", *runs, "--jobs", "0")[2] == (
        "ratools: --jobs: at least one run is read at a time, got 0\n"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes, and SIGINT for another process")
@pytest.mark.parametrize("group", [True, False], ids=["as a terminal does", "to the first process only"])
def test_control_c_ends_all_jobs(files, group):
    for name in ("one.run", "two.run"):  # nobody writes into these pipes, so that reading never ends
        os.mkfifo(files / name)
    command = [sys.executable, "-m", "ratools", "trec", "qrels.txt", "one.run", "two.run", "--jobs", "2"]
    child = subprocess.Popen(command, cwd=files, env=ENV, stderr=subprocess.PIPE, start_new_session=True, text=True)
    ends = [os.open(files / name, os.O_WRONLY) for name in ("one.run", "two.run")]  # waits until both are being read
    (os.killpg if group else os.kill)(child.pid, signal.SIGINT)
    try:
        _, err = child.communicate(timeout=20)
        assert child.returncode == 130 and err == ""
        for end in ends:
            with pytest.raises(BrokenPipeError):  # nobody reads any more, or a moment later, when a process has ended
                for _ in range(1000):
                    os.write(end, b"q1 Q0 a 1 1 t\n")
                    time.sleep(0.01)
    finally:
        child.kill()
        for end in ends:
            os.close(end)


WRONG_COMMAND = [
    (["evaluate", "--pred_file", "bm25.run", "--reference_file", "qrels.txt"], "bm25.run looks like a run: for rank"),
    (["evaluate-all", "--refs", "references.json", "--preds", "bm25.run"], "bm25.run looks like a run: for rankings"),
    (["evaluate", "--pred_file", "run.json", "--reference_file", "references.json"], "run.json looks like a run: for"),
    (["evaluate", "qrels.txt", "bm25.run"], "for rankings it is: ratools trec QRELS RUN"),
    (["trec", "references.json", "v1_baseline.json"], "references.json looks like answers: for answers it is: ratools"),
    (["trec", "qrels.txt", "v1_baseline.json"], "v1_baseline.json looks like answers: for answers it is: ratools eval"),
    (["trec", "--pred_file", "v1_baseline.json", "--reference_file", "references.json"], "it is: ratools evaluate --p"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG_COMMAND, ids=str)
def test_the_command_that_is_meant_is_named(files, capsys, arguments, words):
    (files / "run.json").write_text(json.dumps({"q1": {"a": 1.5}}), encoding="utf-8")
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == ""
    assert words in " ".join(err.split()), err


def test_trec_formats(files, capsys):
    arguments = ["trec", "qrels.txt", "bm25.run", "-m", "AP", "-q", "--format"]
    csv = run(capsys, *arguments, "csv")[1].splitlines()
    assert csv[:2] == ["run,query,AP,retrieved,relevant,judged", f"bm25,q1,{(1 + 2 / 3) / 2},3,2,2"]
    records = json.loads(run(capsys, *arguments, "json")[1])
    assert records[0] == {
        "run": "bm25",
        "query": "q1",
        "AP": (1 + 2 / 3) / 2,
        "retrieved": 3,
        "relevant": 2,
        "judged": 2,
    }
    markdown = run(capsys, *arguments, "markdown")[1].splitlines()
    assert markdown[1].startswith("| ----") and all(line.count("|") == markdown[0].count("|") for line in markdown)


def test_trec_compare(files, capsys):
    arguments = ["trec", "qrels.txt", "bm25.run", "dense.run", "-m", "AP", "--compare"]
    content = json.loads(run(capsys, *arguments, "--format", "json")[1])
    assert set(content) == {"runs", "pairs", "swings"}
    assert content["pairs"][0]["difference"] == pytest.approx((5 / 6 - 1 / 4 - 1) / 3)
    out = run(capsys, *arguments)[1]
    assert "\npairs\n" in out and "\nswings\n" in out


def test_names_of_files_that_differ_in_their_ending_only(files, capsys):
    (files / "bm25.txt").write_bytes((files / "dense.run").read_bytes())
    out = run(capsys, "trec", "qrels.txt", "bm25.run", "bm25.txt", "dense.run")[1]
    assert [line.split()[0] for line in out.splitlines()[1:4]] == ["bm25.run", "bm25.txt", "dense"]


def test_json_knows_no_infinity_and_markdown_no_thin_column(files, capsys):
    (files / "perfect.run").write_text("q1 Q0 a 1 2 t\nq2 Q0 c 1 2 t\n", encoding="utf-8")
    (files / "zero.run").write_text("q1 Q0 x 1 2 t\nq2 Q0 y 1 2 t\n", encoding="utf-8")
    (files / "two.txt").write_text("q1 0 a 1\nq2 0 c 1\n", encoding="utf-8")
    arguments = ["trec", "two.txt", "perfect.run", "zero.run", "-m", "RR", "--compare", "--format"]
    out = run(capsys, *arguments, "json")[1]
    assert "Infinity" not in out and json.loads(out)["pairs"][0]["t"] is None
    rules = [line for line in run(capsys, *arguments, "markdown")[1].splitlines() if set(line) <= set("|-: ") and line]
    assert all(len(cell.strip()) >= 3 for rule in rules for cell in rule.strip("|").split("|"))


def test_several_accepted_answers(files, capsys):
    items = json.loads((files / "references.json").read_text(encoding="utf-8"))
    items[2]["answer"] = ["Lutetia", "paris"]
    (files / "references.json").write_text(json.dumps(items), encoding="utf-8")
    out = run(capsys, "evaluate", "--pred_file", "v3_advanced.json", "--reference_file", "references.json")[1]
    assert out.splitlines()[1].split()[1:4] == ["1.0000", "1.0000", "1.0000"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full to try a full disk")
def test_a_full_disk_is_one_sentence(files):
    result = shell(f"'{sys.executable}' -m ratools measures > /dev/full", files)
    assert result.returncode == 2 and result.stderr.count("\n") == 1 and "could not be written" in result.stderr


def test_report(files, capsys):
    code, out, _ = run(capsys, "report", "results.json", "--json")
    content = json.loads(out)
    assert code == 0
    assert list(content.values())[:7] == [1.0, 0.4, 1.0, 5, 2, 2, 2]
    assert list(content["score_distribution"].values()) == [2, 1, 1, 1, 0, 0]
    assert content["matches_by_category"] == {"Tecnología": 3, "Ropa": 1, "Cosméticos": 1}
    page = run(capsys, "report", "results.json")[1]
    assert "5 results. 2 reach 0.15" in page and "Tecnología  ### 3" in page


def test_measures(capsys):
    code, out, _ = run(capsys, "measures")
    assert code == 0 and columns_align(out)
    for name in ("nDCG(gain)@k", "IPrec(rel)@r", "Bpref(rel)", "ratools.ndcg_at_k", "Moffat & Zobel 2008"):
        assert name in out


BAD = [
    (["trec", "qrels.txt", "missing.run"], ["missing.run", "no such file"]),
    (["trec", "qrels.txt", "."], ["folder"]),
    (["trec", "qrels.txt", "bm25.run", "-m", "ndgc@5"], ["'ndgc'", "nDCG"]),
    (["trec", "qrels.txt", "bm25.run", "--compare"], ["at least two runs"]),
    (["trec", "qrels.txt", "bm25.run", "./bm25.run"], ["./bm25.run is named twice"]),
    (["trec", "qrels.txt", "bm25.run", "--min-grade", "0"], ["--min-grade", "got 0"]),
    (["trec", "qrels.txt", "bm25.run", "dense.run", "--compare", "--queries", "run"], ["leave out --queries run"]),
    (["evaluate", "--pred_file", "twice.json", "--reference_file", "references.json"], ["question '1'", "twice"]),
    (["trec", "bm25.run", "bm25.run"], ["bm25.run:1", "6 columns", "4"]),
    (["trec", "qrels.txt", "other.run"], ["other.run", "share no query"]),
    (
        ["evaluate", "--pred_file", "short.json", "--reference_file", "references.json"],
        ["3 items", "4", "question '4'"],
    ),
    (["evaluate", "--pred_file", "swapped.json", "--reference_file", "references.json"], ["item 1", "'2'", "'1'"]),
    (["evaluate", "--pred_file", "qrels.txt", "--reference_file", "references.json"], ["qrels.txt:1", "not JSON"]),
    (["evaluate", "--pred_file", "noanswer.json", "--reference_file", "references.json"], ["item 1", "no answer"]),
    (["report", "noanswer.json"], ["noanswer.json", "rank 1", "'doc_id'"]),
    (["report", "results.json", "--relevant-at", "0.01"], ["grey zone"]),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=[" ".join(arguments) for arguments, _ in BAD])
def test_bad_input_is_one_sentence_and_exit_code_2(files, capsys, arguments, words):
    items = json.loads((files / "v2_rag.json").read_text(encoding="utf-8"))
    (files / "short.json").write_text(json.dumps(items[:3]), encoding="utf-8")
    (files / "swapped.json").write_text(json.dumps([items[1], items[0], *items[2:]]), encoding="utf-8")
    (files / "noanswer.json").write_text(json.dumps([{"question_id": "1"}]), encoding="utf-8")
    (files / "twice.json").write_text(json.dumps([items[0], items[0], *items[2:]]), encoding="utf-8")
    (files / "other.run").write_text("z Q0 a 1 1 t\n", encoding="utf-8")
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == ""
    assert err.startswith("ratools: ") and err.count("\n") == 1
    assert all(word in err for word in words), err


@pytest.mark.parametrize("command", ["evaluate", "evaluate-all", "trec", "report", "measures"])
def test_help_says_what_it_is_for_and_gives_an_example(capsys, command):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"example: ratools {command}" in " ".join(out.split())
    if command.startswith("evaluate"):
        assert out.startswith("For answers:")


def test_only_the_module_of_the_command_is_imported(files):
    """Start-up is fast because the help and every command leave the others' modules alone."""
    code = (
        "import sys; from ratools.__main__ import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "shared = {'arguments', 'commands', 'output'}\n"
        "names = {name.removeprefix('ratools.cli.') for name in sys.modules if name.startswith('ratools.cli.')}\n"
        "print(sorted(names - shared), 'numpy' in sys.modules)"
    )
    for arguments, modules in {"--help": [], "measures --format json": ["measures"], "trec --help": ["trec"]}.items():
        command = [sys.executable, "-c", code, *arguments.split()]
        done = subprocess.run(command, cwd=files, env=ENV, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == f"{modules} False"


def test_no_command_and_unknown_command(capsys):
    assert run(capsys)[0] == 2
    code, _, err = run(capsys, "evaulate")
    assert code == 2 and "evaluate" in err and "Traceback" not in err


ENV = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"}


def shell(command, folder):
    """In a real shell, with this checkout's ratools."""
    return subprocess.run(command, shell=True, cwd=folder, env=ENV, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell is needed to try a pipe")
def test_in_a_pipe(files):
    result = shell(f"'{sys.executable}' -m ratools measures | head -n 1", files)
    assert result.stdout.startswith("measure") and result.stderr == ""
    many = "".join(f"q{n} 0 a 1\n" for n in range(20_000))
    (files / "many.txt").write_text(many, encoding="utf-8")
    (files / "many.run").write_text(many.replace(" 0 a 1", " Q0 a 1 1.5 t"), encoding="utf-8")
    result = shell(f"'{sys.executable}' -m ratools trec many.txt many.run -q --format csv | head -n 2", files)
    assert result.stdout.count("\n") == 2 and result.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell is needed to close the output")
@pytest.mark.parametrize("arguments", ["measures", "trec qrels.txt bm25.run --format json", "--help"])
def test_a_closed_output_is_one_sentence(files, arguments):
    result = shell(f"'{sys.executable}' -m ratools {arguments} >&-", files)
    assert result.returncode == 2 and result.stderr.count("\n") == 1 and "closed" in result.stderr
    assert shell(f"'{sys.executable}' -m ratools {arguments} >&- 2>&-", files).returncode == 2


SLOW_IMPORT = """
import sys, time
class Slow:
    def find_spec(self, name, *rest):
        if name == {name!r}:
            print("importing", file=sys.stderr, flush=True)
            time.sleep(30)
sys.meta_path.insert(0, Slow())
import runpy
sys.argv = "ratools trec qrels.txt bm25.run dense.run --compare".split()
runpy.run_module("ratools", run_name="__main__")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize("name", ["argparse", "pandas", "ratools.evaluation.catalogue"])
def test_control_c_while_importing_is_quiet(files, name):
    """As `python -m ratools trec …`, with one import that takes its time."""
    command = [sys.executable, "-c", SLOW_IMPORT.format(name=name)]
    child = subprocess.Popen(command, cwd=files, env=ENV, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stderr.readline() == "importing\n"
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert err == "" and child.returncode in (130, -signal.SIGINT)


INTERRUPT = """
import os, signal, sys
def at(event, arguments):
    if event == "import" and arguments[0] == "ratools.metrics.agreement":
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(at)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for another process")
def test_control_c_is_quiet_from_the_packages_first_import_on(files):
    """What comes before is Python's own start."""
    (files / "sitecustomize.py").write_text(INTERRUPT)
    env = ENV | {"PYTHONPATH": f"{files}:{ROOT}"}
    command = [sys.executable, "-m", "ratools", "measures"]
    result = subprocess.run(command, cwd=files, env=env, capture_output=True, text=True)
    assert result.stderr == "" and result.returncode in (130, -signal.SIGINT)


def test_works_as_a_module_without_the_course(files):
    result = shell(f"'{sys.executable}' -m ratools trec qrels.txt bm25.run", files)
    assert result.returncode == 0 and result.stdout.startswith("run")
