"""Blocks of bytes and the general path: on every file the same table, or the same sentence about the same line."""

import gzip
import os
import random
import threading
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ratools as rt
from ratools.evaluation import fast_lines
from ratools.evaluation.catalogue import parse
from ratools.evaluation.formats import read_qrels

MEASURES = [parse(name) for name in "nDCG@10 AP RR P@5 R@100 Rprec Bpref infAP Judged@10 ERR(g_max=99) RBP".split()]
QRELS = "q1 0 d1 2\nq1 0 d2 0\nq1 0 d9 1\nq2 0 d3 1\nq2 0 d1 -1\nq3 0 d5 1\n"
RUN = "q1 Q0 d1 1 9.50 t\nq1 Q0 x 2 9.25 t\nq1 Q0 d2 3 0.75 t\nq2 Q0 d3 1 12.00 t\nq9 Q0 d3 1 1.00 t\n"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """Blocks of a few lines, so that small files have many; one query may still be longer than a block."""
    monkeypatch.setattr(fast_lines, "BLOCK", 64)


def outcome(run, qrels, **options):
    """A table, or the sentence that refuses; and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            return rt.evaluate(run, qrels, MEASURES, **options), [str(warning.message) for warning in caught]
        except ValueError as error:
            return str(error), []


def assert_equal(run, qrels, **options):
    """Both paths agree; the table or the sentence, and the warnings."""
    fast, warned = outcome(run, qrels, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_lines, "judged_in_file", lambda path: None)
        patch.setattr(fast_lines, "judged_in_dict", lambda judgements: None)
        patch.setattr(fast_lines, "join", lambda *rest: None)
        general, warned_too = outcome(run, qrels, **options)
    assert warned == warned_too
    if isinstance(general, str):
        assert fast == general
    else:
        pd.testing.assert_frame_equal(fast, general, check_exact=True)
        assert fast.attrs == general.attrs
    return general


def lines(*rows, end="\n"):
    return end.join(rows) + end


LONG = "w" * 300
FAST_RUNS = {
    "plain": RUN,
    "tabs": RUN.replace(" ", "\t"),
    "tabs in some places": RUN.replace(" Q0 ", "\tQ0\t"),
    "no last newline": RUN.rstrip(),
    "gzip": gzip.compress(RUN.encode(), mtime=0),
    "no decimals": lines("q1 Q0 d1 1 12 t", "q1 Q0 d2 2 9 t", "q1 Q0 x 3 -1 t", "q1 Q0 d9 4 -12 t"),
    "negative": lines("q1 Q0 d1 1 -1.50 t", "q1 Q0 d2 2 -9.25 t", "q1 Q0 d9 3 -12.00 t"),
    "across zero": lines("q1 Q0 d1 1 1.5 t", "q1 Q0 d2 2 0.0 t", "q1 Q0 d9 3 -0.5 t"),
    "minus zero ties with zero": lines("q1 Q0 d1 1 -0.0 t", "q1 Q0 d9 2 0.0 t", "q1 Q0 d2 3 -0.0 t"),
    "other decimals": lines("q1 Q0 d1 1 9.5 t", "q1 Q0 d2 2 9.25 t", "q1 Q0 d9 3 9 t"),
    "exponents": lines("q1 Q0 d1 1 1e-3 t", "q1 Q0 d2 2 2E3 t", "q1 Q0 d9 3 +0.5 t", "q1 Q0 x 4 .5 t"),
    "a point at either end": lines("q1 Q0 d1 1 5. t", "q1 Q0 d2 2 4. t", "q2 Q0 d3 3 .5 t"),
    "leading zeros tie": lines("q1 Q0 d1 1 007.5 t", "q1 Q0 d9 2 7.5 t", "q1 Q0 d2 3 07.5 t"),
    "worst first": lines("q1 Q0 d9 1 1.0 t", "q1 Q0 d2 2 2.0 t", "q1 Q0 d1 3 3.0 t", "q2 Q0 d3 1 1.0 t"),
    "all tied": lines(*(f"q1 Q0 {d} 1 1.0 t" for d in ("d1", "d2", "d9", "d10", "z", "Z", "é", "d"))),
    "15 digits": lines("q1 Q0 d1 1 0.12345678901234 t", "q1 Q0 d9 2 0.12345678901235 t"),
    "16 digits": lines("q1 Q0 d1 1 0.1234567890123456 t", "q1 Q0 d9 2 0.1234567890123457 t"),
    "more digits than a float": lines("q1 Q0 d1 1 0.30000000000000001 t", "q1 Q0 d9 2 0.30000000000000002 t"),
    "beyond 2^53": lines("q1 Q0 d1 1 9007199254740992 t", "q1 Q0 d9 2 9007199254740993 t"),
    "16 digits that are one float": lines("q1 Q0 d1 1 9007199254740993 t", "q1 Q0 d9 2 9007199254740992 t"),
    "and with a point": lines("q1 Q0 d1 1 9.007199254740993 t", "q1 Q0 d9 2 9.007199254740992 t"),
    "a prefix of another id": lines("q1 Q0 d 1 3.0 t", "q1 Q0 d1 2 2.0 t", "q1 Q0 d11 3 1.0 t", "q1 Q0 d9 4 0.5 t"),
    "long ids": lines("q1 Q0 " + "d1" * 20 + " 1 3.0 t", "q1 Q0 d1 2 2.0 t", "q1 Q0 " + "d1" * 19 + "d2 3 1.0 t"),
    "other letters": lines("q1 Q0 文書 1 3.0 t", "q1 Q0 d1 2 2.0 t", "q1 Q0 naïve 3 1.0 t"),
    "one query longer than many blocks": lines(*(f"q1 Q0 d{n} 1 {900 - n}.5 t" for n in range(400))),
    "many short queries": lines(*(f"q{n} Q0 d{n % 7} 1 1.5 t" for n in range(400))),
    "queries that start alike": lines("q1 Q0 d1 1 1.5 t", "q11 Q0 d1 1 1.5 t", "q111 Q0 d1 1 1.5 t"),
    "ids of several lengths": lines(*(f"q1 Q0 {d} 1 1.5 t" for d in ("d1", "d1234567", "d12345678"))),
    "long queries": lines("q1 Q0 d1 1 1.5 t", "topic-2026-a Q0 d1 1 1.5 t", "topic-2026-b Q0 d1 1 1.5 t"),
    "the rank column lies": lines("q1 Q0 d1 9 9.5 t", "q1 Q0 d2 x 8.5 t"),
    "ids in capitals in one query": RUN.replace("q2 Q0 d3", "q2 Q0 D3"),
    "ids with a prefix in one query": RUN.replace("q2 Q0 d3", "q2 Q0 x-d3") + "q3 Q0 y 1 1.00 t\n",
    "brackets": lines("q1 Q0 {d1} 1 9.5 t", "q1 Q0 d1 2 8.5 t", "[q] Q0 d1 2 8.5 t"),
}

UNUSUAL_RUNS = {
    "CRLF": RUN.replace("\n", "\r\n"),
    "many spaces": RUN.replace(" ", "  "),
    "margins": RUN.replace("q1", " q1"),
    "a space before the end of a line": RUN.replace("t\n", "t \n"),
    "blank lines": RUN.replace("t\n", "t\n\n"),
    "a blank line at the end": RUN + "\n",
    "form feeds": RUN.replace(" ", "\f"),
    "queries come back": RUN + "q1 Q0 d9 4 0.25 t\n",
    "interleaved": lines(*(f"q{n % 3} Q0 d{n} 1 {1000 - n} t" for n in range(100))),
    "byte order mark": b"\xef\xbb\xbf" + RUN.encode(),
    "byte order marks inside": b"\xef\xbb\xbf" + RUN.encode() + b"\xef\xbb\xbfq8 Q0 d1 1 1.5 t\n",
    "five columns": RUN + "q7 Q0 d1 1 1.5\n",
    "five and seven": RUN + "q7 Q0 d1 1 1.5\nq7 Q0 d2 2 1.25 t t\n",
    "seven columns": RUN + "q7 Q0 d1 1 1.5 t t\n",
    "six lines of five columns": "q7 Q0 d1 1 1.5\n" * 6,
    "a line broken in two": RUN.replace("Q0 d2", "Q0\nd2"),
    "no number": RUN + "q7 Q0 d1 1 n/a t\n",
    "no number, as long as the others": RUN + "q7 Q0 d1 1 1:50 t\n",
    "two points": RUN + "q7 Q0 d1 1 1..50 t\n",
    "only a point": RUN + "q7 Q0 d1 1 . t\n",
    "only a sign": RUN + "q7 Q0 d1 1 - t\n",
    "two signs": RUN + "q7 Q0 d1 1 --1.50 t\n",
    "a sign inside": RUN + "q7 Q0 d1 1 1-1.50 t\n",
    "nan": RUN + "q7 Q0 d1 1 nan t\n",
    "infinity": RUN + "q7 Q0 d1 1 -inf t\n",
    "too large": RUN + "q7 Q0 d1 1 1e999 t\n",
    "an underscore": RUN + "q7 Q0 d1 1 1_0 t\n",
    "true": RUN + "q7 Q0 d1 1 True t\n",
    "a comma": RUN + "q7 Q0 d1 1 1,5 t\n",
    "other digits": RUN + "q7 Q0 d1 1 ٣ t\n",
    "hexadecimal": RUN + "q7 Q0 d1 1 0x1p3 t\n",
    "twice": RUN.replace(" x ", " d1 "),
    "twice, unjudged": RUN + "q9 Q0 d3 2 0.50 t\n",
    "a header": "qid Q0 docno rank score tag\n" + RUN,
    "byte 0": RUN.encode() + b"q7 Q0 d\0 1 1.50 t\n",
    "another control character": RUN.encode() + b"q7 Q0 d\x1f 1 1.50 t\n",
    "not UTF-8": RUN.encode() + b"q7 Q0 d\xff 1 1.50 t\n",
    "not UTF-8 in the tag": RUN.encode() + b"q7 Q0 d 1 1.50 \xc3\n",
    "UTF-16": RUN.encode("utf-16"),
    "empty": "",
    "white space": " \n\t\n",
    "a newline": "\n",
    "a damaged gzip": gzip.compress(RUN.encode(), mtime=0)[:-9],
    "a gzip with rubbish behind": gzip.compress(RUN.encode(), mtime=0) + b"rubbish",
    "JSON": '{"q1": {"d1": 0.5}}',
    "a comment": "# Q0 d1 1 1.5 t\n" + RUN,
    "a comment inside": RUN.replace("q2", "#q1 Q0 d9 1 99.50 t\nq2"),
    "a comment inside a query": RUN.replace("q1 Q0 x", "# six words to look like rows\nq1 Q0 x"),
    "a comment at the end": RUN + "# the end",
    "a tag with spaces": RUN.replace(" t\n", " my run\n"),
    "MS MARCO": lines("q1 d1 1", "q1 d2 2", "q2 d3 1"),
    "MS MARCO with scores": lines("q1 d1 1 9.5", "q1 d2 2 9.25", "q2 d3 1 1.0"),
    "very long ids": lines(f"q1 Q0 {LONG} 1 3.0 t", "q1 Q0 d1 2 2.0 t"),
    "no query in common": lines("z Q0 d1 1 1.5 t"),
    "no document in common": lines("q1 Q0 z 1 1.5 t"),
}


@pytest.mark.parametrize("content", FAST_RUNS.values(), ids=FAST_RUNS)
def test_plain_runs_are_read_as_bytes_and_equal_the_general_path(write, content):
    run, qrels = write(content), write(QRELS, "qrels.txt")
    assert fast_lines.join(run, fast_lines.judged_in_file(qrels)) is not None
    for options in ({}, {"queries": "run"}, {"min_grade": 2}, {"duplicates": "first"}):
        assert not isinstance(assert_equal(run, qrels, **options), str)
    assert_equal(run, read_qrels(qrels))


@pytest.mark.parametrize("content", UNUSUAL_RUNS.values(), ids=UNUSUAL_RUNS)
def test_unusual_runs_are_left_to_the_general_path(write, content):
    run, qrels = write(content), write(QRELS, "qrels.txt")
    assert fast_lines.join(run, fast_lines.judged_in_file(qrels)) is None
    for options in ({}, {"queries": "run"}, {"duplicates": "first"}, {"duplicates": "last"}):
        assert_equal(run, qrels, **options)


FAST_QRELS = {
    "plain": QRELS,
    "tabs": QRELS.replace(" ", "\t"),
    "grades as decimals": QRELS.replace(" 1\n", " 1.0\n").replace(" 2\n", " 2.5\n"),
    "signs": QRELS.replace(" 2\n", " +2\n"),
    "no last newline": QRELS.rstrip(),
    "gzip": gzip.compress(QRELS.encode(), mtime=0),
    "ids of many lengths": QRELS + f"q4 0 {'d' * 40} 1\nq4 0 e 1\n",
    "nothing relevant": "q1 0 d1 0\nq1 0 d2 -1\n",
}
UNUSUAL_QRELS = {
    "a repeat that agrees": QRELS + "q4 0 d1 1\nq4 0 d1 1\n",
    "a repeat that does not": QRELS + "q4 0 d1 1\nq4 0 d1 2\n",
    "queries come back": QRELS + "q1 0 d7 1\n",
    "BEIR": "query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td3\t1\n",
    "CRLF": QRELS.replace("\n", "\r\n"),
    "a comment": "# four words here now\n".replace(" now", "") + QRELS,
    "a comment inside": QRELS.replace("q2", "#q1 0 d3 1\nq2", 1),
    "three columns": QRELS + "q4 0 d1\n",
    "no number": QRELS + "q4 0 d1 high\n",
    "nan": QRELS + "q4 0 d1 nan\n",
    "too large": QRELS + "q4 0 d1 1e300\n",
    "a run": RUN,
    "empty": "",
    "JSON": '{"q1": {"d1": 1}}',
    "not UTF-8": QRELS.encode() + b"q4 0 d\xff 1\n",
}


@pytest.mark.parametrize("content", FAST_QRELS.values(), ids=FAST_QRELS)
def test_plain_judgements(write, content):
    run, qrels = write(RUN), write(content, "qrels.txt")
    assert fast_lines.judged_in_file(qrels) is not None
    assert not isinstance(assert_equal(run, qrels), str)


@pytest.mark.parametrize("content", UNUSUAL_QRELS.values(), ids=UNUSUAL_QRELS)
def test_unusual_judgements(write, content):
    run, qrels = write(RUN), write(content, "qrels.txt")
    assert fast_lines.judged_in_file(qrels) is None
    assert_equal(run, qrels)


def test_judgements_of_other_forms(write):
    run = write(RUN)
    for qrels in (
        {"q1": {"d1": 2, "x": 1.5}, "q2": {}, "q3": {"d5"}},
        {"q1": {"d1": 2, 7: 1}},
        {"q1": {"d1\0": 2, "d1": 1}},
        {"q1": {"d1 ": 2, "x": 1}},
        {"q1": {"\ud800": 2, "x": 1}},
        {"q1": {"": 2, "x": 1}, "": {"d3": 1}},
        {1: {"d1": 1}},
        {"q1": {7: 1}},
        {"q1": {LONG: 1, "d1": 1}},
        pd.DataFrame({"qid": ["q1", "q1"], "docno": ["d1", "d2"], "rel": [1, 0]}),
    ):
        assert_equal(run, qrels)


def test_equal_hashes_change_nothing(write, monkeypatch):
    real = fast_lines.hashed
    run, qrels = write(FAST_RUNS["many short queries"]), write(QRELS, "qrels.txt")
    for bits in (0, 3, 9, 20):
        monkeypatch.setattr(
            fast_lines, "hashed", lambda words, seed, bits=bits: real(words, seed) & np.uint64(2**bits - 1)
        )
        assert_equal(run, qrels)
    monkeypatch.undo()
    judged = fast_lines.judged_in_dict(read_qrels({"q1": {"d1": 1}, "q2": {"d5": 1}}))
    words = [np.frombuffer(b"d2\0\0\0\0\0\0d1\0\0\0\0\0\0d1\0\0\0\0\0\0", "<u8")]
    rows, _ = judged.find(judged.key[[0, 0, 0]], words, np.array([0, 1, 0]), np.array([0, 1]))
    assert rows.tolist() == [2], "the same hash, but another document, or another query"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_read_once(tmp_path, write):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(RUN, encoding="utf-8"), daemon=True)
    writer.start()
    table = rt.evaluate(pipe, write(QRELS, "qrels.txt"), MEASURES)
    writer.join()
    pd.testing.assert_frame_equal(table, rt.evaluate(write(RUN), write(QRELS, "qrels.txt"), MEASURES))


words = st.text(st.sampled_from("ab1.é#{-"), min_size=1, max_size=12)
numbers = st.one_of(
    st.integers(-999, 999).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.decimals(-99, 99, places=3).map(str),
    st.sampled_from(["1.5", "1.50", "-0", "0.0", "1e3", "1e400", "nan", "x", "1_0", "+3", ".", "5.", ".5", "0x1"]),
)
plain_numbers = st.decimals(-20, 99, places=2).map(str)


@st.composite
def run_files(draw, number):
    """Lines of few queries and documents, mostly in the order of queries, with what people's tools do to them."""
    rows = draw(st.lists(st.tuples(st.sampled_from(["q1", "q2", "q22", "é"]), words, number), min_size=1, max_size=30))
    if draw(st.integers(0, 3)):
        rows = sorted(dict.fromkeys(rows), key=lambda row: row[0])
    if draw(st.integers(0, 3)):
        rows = list({row[:2]: row for row in rows}.values())
    gap, end = draw(st.sampled_from([" ", " ", " ", "\t", "  ", " \t"])), draw(st.sampled_from(["\n"] * 5 + ["\r\n"]))
    text = "".join(f"{q}{gap}Q0{gap}{d}{gap}1{gap}{s}{gap}t{end}" for q, d, s in rows)
    return text if draw(st.integers(0, 4)) else text + draw(st.sampled_from(["\n", "q1", "q9 Q0 d 1 1\n", "\0", " "]))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(run_files(plain_numbers), run_files(numbers)), st.randoms(use_true_random=False))
def test_made_up_files(write, text, rng):
    ids = sorted({line.split()[2] for line in text.splitlines() if len(line.split()) == 6}) + ["never"]
    judged = [
        (query, document) for query in ("q1", "é", "q22") for document in rng.sample(ids, rng.randint(1, len(ids)))
    ]
    qrels = "".join(f"{query} 0 {document} {rng.randint(-1, 3)}\n" for query, document in judged)
    assert_equal(write(text), write(qrels, "qrels.txt"), queries=rng.choice(["qrels", "run"]))


def test_ties_of_long_ids(write):
    """Ids of two and three words (9 to 20 letters), which ties compare from the first word to the last."""
    rng = random.Random(24)
    for _ in range(20):
        ids = sorted({"".join(rng.choices("ab", k=rng.randint(9, 20))) for _ in range(40)})
        rng.shuffle(ids)
        run = "".join(f"q1 Q0 {document} 1 {rng.choice((1, 2, 3))} t\n" for document in ids)
        qrels = "".join(f"q1 0 {document} {rng.randint(0, 3)}\n" for document in rng.sample(ids, 20))
        run, qrels = write(run), write(qrels, "qrels.txt")
        assert fast_lines.join(run, fast_lines.judged_in_file(qrels)) is not None
        assert_equal(run, qrels)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=40).map(lambda noise: bytes(noise)), st.integers(0, len(RUN)), st.integers(0, 5))
def test_damaged_files(write, noise, at, lost):
    text = RUN.encode()
    assert_equal(write(text[:at] + noise + text[at + lost :]), write(QRELS, "qrels.txt"))
    assert_equal(write(RUN), write(text[:at] + noise + text[at + lost :], "qrels.txt"))


def test_a_large_run_in_whole_blocks(write, monkeypatch):
    monkeypatch.setattr(fast_lines, "BLOCK", 1 << 16)
    rng = random.Random(14)
    rows, judged = [], []
    for query in range(60):
        scores = sorted((rng.randint(0, 10**7) for _ in range(300)), reverse=bool(query % 3))
        documents = rng.sample(range(10**9), 300)
        rows += [f"{query} Q0 doc-{d} 1 {s / 1e4:.4f} t" for d, s in zip(documents, scores, strict=True)]
        judged += [f"{query} 0 doc-{d} {rng.randint(0, 3)}" for d in rng.sample(documents, 40)]
    run, qrels = write("\n".join(rows)), write("\n".join(judged), "qrels.txt")
    assert fast_lines.join(run, fast_lines.judged_in_file(qrels)) is not None
    assert assert_equal(run, qrels)["judged"].sum() == 60 * 40
    rows[12_345] = rows[12_345].replace(" t", "")
    assert ":12346: 5 columns" in assert_equal(write("\n".join(rows)), qrels)


@given(st.lists(st.integers(0, 40), max_size=60), st.integers(0, 58))
def test_equal_hashes_are_found_wherever_they_fall(numbers, shift):
    key = np.array(numbers, dtype=np.uint64) << np.uint64(shift)
    assert fast_lines._all_different(key) == (len(set(key.tolist())) == len(key))


def test_a_long_read_moves_a_bar_along_to_the_end(write, monkeypatch):
    class Bar:
        def __init__(self, total, initial, **options):
            self.total, self.done, self.closed = total, initial, False
            assert options["disable"] is None, "no bar in a log file"
            bars.append(self)

        def update(self, more):
            self.done += more

        def close(self):
            self.closed = True

    bars = []
    run, qrels = write(FAST_RUNS["many short queries"]), write(QRELS, "qrels.txt")
    rt.evaluate(run, qrels)
    assert not bars
    monkeypatch.setattr("tqdm.tqdm", Bar)
    monkeypatch.setattr(fast_lines, "PATIENCE", -1)
    rt.evaluate(run, qrels)
    (bar,) = bars
    assert bar.closed and bar.done == bar.total == run.stat().st_size
    back = write(FAST_RUNS["many short queries"] + "q1 Q0 d1 1 2.0 t\n")
    assert fast_lines.join(back, fast_lines.judged_in_file(qrels)) is None
    assert len(bars) == 2 and bars[1].closed, "also where the general path has to take over"
