"""What a user of trec_eval types and gets: names, flags and output.

The values are held against trec_eval through pytrec_eval; with TREC_EVAL=path in the environment, the output is held
against that program's, byte for byte.
"""

import io
import os
import random
import subprocess
import sys

import numpy as np
import pytest
import pytrec_eval

import ratools as rt
from ratools.__main__ import main
from ratools.evaluation.catalogue import parse, parse_all
from ratools.evaluation.catalogue.trec_eval import DIFFERS, NICKNAMES, RBP, SEVERAL, TREC, by_query
from ratools.evaluation.trec_output import as_trec_eval, asked_lines, tag_of

BINARY = os.environ.get("TREC_EVAL")
ON_PURPOSE = ("iprec_at_recall", "11pt_avg")
SAME = [row.name for row in TREC if row.name not in (*ON_PURPOSE, "runid", "rbp")]  # rbp is undefined there, see RBP


def made_up(seed, queries=40, relevant=None):
    """A run with ties, unjudged documents and short lists, and judgements from −1 to 3; one query goes unanswered."""
    rng = random.Random(seed)
    run, qrels = [], []
    for n in rng.sample(range(300), queries):
        documents = [f"d{i}" for i in range(rng.choice([12, 40]))]
        judged = rng.sample(documents, rng.randint(11, len(documents)))
        grades = [rng.choice([-1, 0, 0, 1, 2, 3]) for _ in judged]
        if relevant:
            grades = [1 + n % 3] * relevant + [0, -1, *[0] * len(judged)][: len(judged) - relevant]
        qrels += [f"q{n} 0 {doc} {grade}" for doc, grade in zip(judged, grades, strict=True)]
        for doc in rng.sample(documents, rng.randint(1, len(documents))):
            run.append(f"q{n} Q0 {doc} 0 {rng.choice([rng.random(), rng.random(), 0.5]):.4f} tag")
    unanswered = qrels[0].split()[0]
    run = [line for line in run if not line.startswith(f"{unanswered} ")] + ["never-judged Q0 d1 1 1.0 tag"]
    return "\n".join(run) + "\n", "\n".join(qrels) + "\n"


@pytest.fixture
def files(tmp_path, monkeypatch):
    run, qrels = made_up(14)
    (tmp_path / "a.run").write_text(run, encoding="utf-8")
    (tmp_path / "qrels").write_text(qrels, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ratools(capsys, *arguments):
    code = main(["trec", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def values(text):
    """{(measure, query): value} of trec_eval's output."""
    return {(name.strip(), query): value for name, query, value in (line.split("\t") for line in text.splitlines())}


# Names


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("P.5,10", ["P@5", "P@10"]),
        ("P", [f"P@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)]),
        ("P_7", ["P@7"]),
        ("recall.10,5", ["R@5", "R@10"]),
        ("success", ["Success@1", "Success@5", "Success@10"]),
        ("map", ["AP"]),
        ("ndcg_cut.3", ["nDCG@3"]),
        ("map_cut_3", ["AP@3"]),
        ("iprec_at_recall.0.3,.5", ["IPrec@0.3", "IPrec@0.5"]),
        ("set_F", ["SetF"]),
        ("set_F.4", ["SetF(beta=2.0)"]),
        ("SetF(beta=2)", ["SetF(beta=2)"]),
        ("recip_rank", ["RR"]),
        ("unj", ["unj_5", "unj_10", "unj_20"]),
        ("unj.3", ["unj_3"]),
        ("num_rel_ret", ["num_rel_ret"]),
        ("ndcg.1=1,2=5", ["ndcg_1=1,2=5"]),
        ("G.1=2,2=5", ["G_1=2,2=5"]),
        ("rbp", ["rbp"]),
        ("rbp.p=0.8", ["rbp_p=0.8"]),
        ("Rprec_mult.0.5,1", ["Rprec_mult_0.50", "Rprec_mult_1.00"]),
        ("Rndcg", ["Rndcg"]),
        ("Success", ["Success"]),
        ("RBP", ["RBP"]),
        ("Recall", ["R"]),
    ],
)
def test_a_name_of_trec_evals_means_what_it_means_there(typed, names):
    assert [named.name for named in parse_all(typed)] == names


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("rbp.p=2", ["rbp.p=0.8"]),
        ("G.1=-1", ["none below 0"]),
        ("relstring", ["--format trec -q"]),
        ("relstring.x", ["relstring.5"]),
        ("set_F(beta=2)", ["set_F.4", "SetF(beta=2)"]),
        ("num_q", ["'queries'", "--format trec"]),
        ("gm_map", ["geometric_map", "--format trec"]),
        ("runid", ["--format trec"]),
        ("P.x", ["P.5,10"]),
        ("P.5,5", ["there once"]),
        ("P.", ["P.5,10"]),
        ("P.0", ["at least 1"]),
        ("map.5", ["map has no parameter"]),
        ("set_F.x", ["set_F.4"]),
        ("ndcg.1", ["ndcg.1=4,2=8"]),
        ("binG.5", ["binG has no parameter"]),
        ("iprec_at_recall.2", ["from 0 to 1"]),
    ],
)
def test_a_name_that_is_none_here_is_refused_with_the_one_that_is_meant(typed, words):
    with pytest.raises(ValueError) as refusal:
        parse_all(typed)
    assert all(word in str(refusal.value) for word in words), refusal.value


@pytest.mark.parametrize(("name", "ours"), [("rbp", "RBP(p=0.9)"), ("rbp_resid", "rbp_residual")])
def test_a_name_that_differs_from_ours_only_in_case_is_not_taken_for_it(name, ours):
    with pytest.raises(ValueError, match="is trec_eval's") as refusal:
        parse(name)
    assert ours in str(refusal.value)


@pytest.mark.parametrize("name", sorted(SEVERAL))
def test_where_one_measure_is_wanted_several_are_refused(name):
    with pytest.raises(ValueError, match="several measures"):
        parse(name)


def test_nicknames_know_every_name():
    assert {name for names in NICKNAMES.values() for name in names} == {row.name for row in TREC}


# Values


def test_values_per_query_are_pytrec_evals(files):
    run, qrels = made_up(14)
    supported = pytrec_eval.supported_measures
    names = [name for name in SAME if name in supported and "gm_" not in name and name not in ("num_q", "relstring")]
    assert len(names) > 18
    judged, answered = {}, {}
    for line in qrels.splitlines():
        query, _, document, grade = line.split()
        judged.setdefault(query, {})[document] = int(grade)
    for line in run.splitlines():
        query, _, document, _, score, _ = line.split()
        answered.setdefault(query, {})[document] = float(score)
    for level in (1, 2):
        peer = pytrec_eval.RelevanceEvaluator(judged, set(names), relevance_level=level).evaluate(answered)
        ours = values("\n".join(as_trec_eval("a.run", "qrels", asked_lines(names), per_query=True, min_grade=level)[0]))
        assert {query for _, query in ours} == {*peer, "all"}
        for query, theirs in peer.items():
            for name, value in theirs.items():
                assert float(ours[name, query]) == pytest.approx(value, abs=5.1e-5), (name, query)


@pytest.mark.parametrize(
    ("name", "values"),
    [  # results: 0, unjudged, 2, 1, below 0; a 2 and a 3 were not retrieved. log2 of 4, 5 is 2, 2.3219
        ("Rprec_mult", [0, 0, 1 / 3, 2 / 4, 2 / 4, 2 / 5, 2 / 6, 2 / 7, 2 / 8, 2 / 8]),  # at 1, 2, 3, 4, 4, 5, 6 …
        ("binG", [(1 / 2 + 1 / 2) / 4]),
        ("G", [(2 / np.log2(2 + 7 - 2) + 1 / np.log2(2 + 8 - 3)) / 8]),
        ("rbp", [0.1 * (2 * 0.9**2 + 0.9**3) / 3]),
        ("rbp_resid", [0.9**5 + 0.1 * (0.9 + 0.9**4)]),
    ],
)
def test_measures_that_only_trec_eval_has_by_hand(name, values):
    run = {"q": ["n", "x", "b", "a", "p"]}
    qrels = {"q": {"n": 0, "a": 1, "b": 2, "c": 2, "d": 3, "p": -1}}
    assert rt.evaluate(run, qrels, name).iloc[0][: len(values)].tolist() == pytest.approx(values, abs=1e-12)


def test_ndcg_at_the_points_of_trec_eval():
    run, qrels = {"q": ["b", "n", "a", "x", "y", "z"]}, {"q": {"n": 0, "a": 1, "b": 2, "c": 1, "d": 2}}
    ndcg = {k: rt.ndcg_at_k(run["q"], qrels["q"], k) for k in range(1, 7)}
    table = rt.evaluate(run, qrels, ["ndcg_rel", "Rndcg", "Rndcg.1=2"])
    assert table["ndcg_rel"].item() == pytest.approx((ndcg[1] + ndcg[3] + 2 * ndcg[6]) / 4, abs=1e-12)
    assert table["Rndcg"].item() == pytest.approx((ndcg[2] + ndcg[4] + ndcg[6]) / 3, abs=1e-12)
    assert table["Rndcg_1=2"].item() == pytest.approx(
        rt.ndcg_at_k(run["q"], {"a": 2, "b": 2, "c": 2, "d": 2}, 4), abs=1e-12
    )
    assert rt.evaluate(run, qrels, "Rndcg", min_grade=3)["Rndcg"].item() == 0


def test_relstring():
    grades = {1: 0, 2: 9, 3: 10, 5: -1, 6: 2.0, -1: 3}
    assert by_query.relstring(6, grades, {}, 1) == "09>-.2" and by_query.relstring(6, grades, {}, 1, length=2) == "09"


def test_totals(files, capsys):
    table = rt.evaluate("a.run", "qrels", ["AP", "num_rel_ret", "unj.10"], queries="run")
    ours = values(ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "official", "-m", "unj.10")[1])
    assert ours["map", "all"] == f"{table['AP'].mean():.4f}"
    assert ours["num_rel_ret", "all"] == str(table["num_rel_ret"].sum())
    assert ours["gm_map", "all"] == f"{np.exp(np.log(table['AP'].clip(lower=1e-5)).mean()):.4f}"
    assert ours["unj_10", "all"] == f"{table['unj_10'].mean():.4f}"
    assert (ours["runid", "all"], ours["num_q", "all"]) == ("tag", "39")


def test_gains_of_grades(files):
    named = rt.evaluate("a.run", "qrels", ["ndcg.1=1,2=5,3=0", "nDCG@5", "P@5"], gains={1: 1, 2: 5, 3: 0})
    run, qrels = rt.evaluation.formats.read_run("a.run"), rt.evaluation.formats.read_qrels("qrels")
    for query, grades in qrels.items():
        gained = {doc: {2: 5, 3: 0}.get(grade, grade) for doc, grade in grades.items()}
        assert named.loc[query, "nDCG@5"] == pytest.approx(rt.ndcg_at_k(run.get(query, []), gained, 5), abs=1e-12)
        assert named.loc[query, "P@5"] == pytest.approx(rt.precision_at_k(run.get(query, []), grades, 5), abs=1e-12)
    assert list(named["ndcg_1=1,2=5,3=0"]) == list(rt.evaluate("a.run", "qrels", "nDCG", gains={2: 5, 3: 0})["nDCG"])
    for gains, words in (({}, "dict"), ([1], "dict"), ({1: -1}, "negative"), ({1: "x"}, "not a number")):
        with pytest.raises(ValueError, match=words):
            rt.evaluate("a.run", "qrels", "nDCG", gains=gains)
    with pytest.raises(ValueError, match="both say"):
        rt.evaluate("a.run", "qrels", "nDCG(gain='exp')", gains={1: 2})


def test_judged_only_and_depth(files):
    table = rt.evaluate("a.run", "qrels", ["AP", "P@5", "nDCG@10", "Bpref"], judged_only=True, depth=9)
    run, qrels = rt.evaluation.formats.read_run("a.run"), rt.evaluation.formats.read_qrels("qrels")
    for query, grades in qrels.items():
        ranking = rt.condensed(run.get(query, [])[:9], grades)
        for name in ("AP", "P@5", "nDCG@10", "Bpref"):
            assert table.loc[query, name] == pytest.approx(parse(name).of_query(ranking, grades), abs=1e-12)
        assert table.loc[query, "retrieved"] == len(ranking)
    for depth in (0, 2.5, True):
        with pytest.raises(ValueError, match="depth must be a whole number of at least 1"):
            rt.evaluate("a.run", "qrels", "AP", depth=depth)


# Flags and output


def test_the_form_of_a_line(files, capsys):
    code, out, err = ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "P.5", "-m", "num_ret", "-c")
    assert code == 0 and err == ""
    assert (
        out.splitlines()[0].startswith("num_ret" + " " * 15 + "\tall\t")
        and out.splitlines()[1][:27] == "P_5" + " " * 19 + "\tall\t"
    )
    assert len(out.splitlines()[1].split("\t")[2]) == len("0.1234")


def test_q_and_n(files, capsys):
    totals = ratools(capsys, "qrels", "a.run", "--format", "trec")[1]
    both = ratools(capsys, "qrels", "a.run", "--format", "trec", "-q")[1]
    queries = ratools(capsys, "qrels", "a.run", "--format", "trec", "-q", "-n")[1]
    assert both == queries + totals and "gm_map" not in queries and "num_q" not in queries
    order = list(dict.fromkeys(query for _, query in values(queries)))
    assert order == sorted(order) and len(order) == 39
    assert ratools(capsys, "qrels", "a.run", "--format", "trec", "-n")[:2] == (0, "")


def test_c(files, capsys):
    code, without, stderr = ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "map", "-m", "num_q")
    assert code == 0 and "does not answer 1 of the judged queries" in stderr and "-c counts" in stderr
    _, with_c, stderr = ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "map", "-m", "num_q", "-c")
    assert stderr == "" and (values(without)["num_q", "all"], values(with_c)["num_q", "all"]) == ("39", "40")
    assert float(values(with_c)["map", "all"]) == pytest.approx(
        float(values(without)["map", "all"]) * 39 / 40, abs=1e-4
    )
    table = ratools(capsys, "qrels", "a.run", "-m", "AP")[1]
    assert table == ratools(capsys, "qrels", "a.run", "-m", "AP", "-c")[1], "in our own format that is the rule"
    assert "counts 0, as with trec_eval's -c" in table


def test_l_m_and_j(files, capsys):
    flags = ["-l", "2", "-M", "9", "-J"]
    ours = values(ratools(capsys, "qrels", "a.run", "--format", "trec", "-q", "-m", "map", *flags)[1])
    table = rt.evaluate("a.run", "qrels", "AP", min_grade=2, depth=9, judged_only=True, queries="run")
    assert {query: ours["map", query] for query in table.index} == {q: f"{v:.4f}" for q, v in table["AP"].items()}
    code, out, _ = ratools(capsys, "qrels", "a.run", "-m", "AP", *flags)
    assert code == 0 and "first 9 results" in out and "Unjudged documents were dropped" in out


def test_our_names_have_trec_evals_in_its_output(files, capsys):
    out = ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "nDCG@10", "-m", "AP", "-m", "R@5")[1]
    assert [name for name, _ in values(out)] == ["map", "recall_5", "ndcg_cut_10"]
    code, out, err = ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "nDCG(gain='exp')@10")
    assert (code, out) == (2, "") and "no name in trec_eval" in err


def test_what_differs_is_said(files, capsys):
    assert DIFFERS in ratools(capsys, "qrels", "a.run", "--format", "trec")[2]
    assert DIFFERS in ratools(capsys, "qrels", "a.run", "-m", "IPrec@0.3")[1]
    assert DIFFERS in ratools(capsys, "qrels", "a.run", "-m", "11pt_avg", "-q")[1]
    assert DIFFERS not in "".join(ratools(capsys, "qrels", "a.run", "-m", "AP")[1:])
    assert main(["measures"]) == 0 and DIFFERS in (out := capsys.readouterr().out) and "set_F.4" in out
    assert RBP in ratools(capsys, "qrels", "a.run", "--format", "trec", "-m", "all_trec")[2]


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["-n"], "--format trec"),
        (["-c", "--queries", "run"], "leave one of them out"),
        (["-M", "0"], "-M"),
        (["-l", "0"], "--min-grade"),
        (["-m", "relstring"], "--format trec -q"),
    ],
)
def test_flags_that_do_not_fit(files, capsys, flags, words):
    code, out, err = ratools(capsys, "qrels", "a.run", *flags)
    assert (code, out) == (2, "") and words in err


def test_standard_input(files, capsys, monkeypatch):
    expected = ratools(capsys, "qrels", "a.run", "--format", "trec", "-c")

    def given(name):
        data = (files / name).read_bytes() if name else b"q1 Q0 d1 1 high t\n"
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    given("a.run")
    assert ratools(capsys, "qrels", "-", "--format", "trec", "-c") == expected
    given("qrels")
    assert ratools(capsys, "-", "a.run", "--format", "trec", "-c") == expected
    given(None)
    code, out, err = ratools(capsys, "qrels", "-")
    assert (code, out) == (2, "") and err.startswith("ratools: standard input:1: score 'high'")
    assert "only once" in ratools(capsys, "-", "-")[2]


def test_several_runs_and_jobs(files, capsys):
    (files / "b.run").write_text((files / "a.run").read_text().replace(" tag", " other"), encoding="utf-8")
    one = [ratools(capsys, "qrels", name, "--format", "trec")[1] for name in ("a.run", "b.run")]
    assert ratools(capsys, "qrels", "a.run", "b.run", "--format", "trec", "--jobs", "2")[1] == "".join(one)
    assert one[1].startswith("runid                 \tall\tother\n")


def test_the_tag(files):
    (files / "x.run").write_text("q1 Q0 a 1 2 my run\n# end\n\n", encoding="utf-8")
    (files / "y.json").write_text('{"q1": {"a": 1}}', encoding="utf-8")
    assert (tag_of("x.run"), tag_of("y.json"), tag_of("missing")) == ("my", "y", "missing")


# The program itself


def trec_eval(*arguments):
    done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


FLAGS = ["-c", "-c -q", "-c -q -n", "-c -q -l 2", "-c -q -M 7", "-c -q -J", "-c -q -J -M 9"]


@pytest.mark.skipif(not BINARY, reason="TREC_EVAL, the path of trec_eval, is not set")
@pytest.mark.parametrize("flags", FLAGS)
def test_byte_for_byte(files, capsys, flags):
    chosen = [name for name in SAME if (name, flags) != ("num_rel", "-c -q -l 2")]  # its total ignores -l there
    more = ["runid", "P.3,7", "set_F.4", "Rprec_mult.0.5,1", "G.1=2,2=5", "ndcg_rel.1=3", "Rndcg.1=3,2=3"]
    asked = [part for name in [*chosen, *more] for part in ("-m", name)]
    code, theirs = trec_eval(*flags.split(), *asked, "qrels", "a.run")
    assert code == 0 and len(theirs.splitlines()) > 50 - 50 * ("-n" in flags)
    assert ratools(capsys, *flags.split(), *asked, "--format", "trec", "qrels", "a.run")[1] == theirs


@pytest.mark.skipif(not BINARY, reason="TREC_EVAL, the path of trec_eval, is not set")
def test_all_trec_has_the_lines_of_trec_eval(files, capsys):
    for name, text in zip(("a.run", "qrels"), made_up(15, relevant=10), strict=True):
        (files / name).write_text(text, encoding="utf-8")
    for flags in (["-c"], ["-c", "-q"]):
        theirs = trec_eval(*flags, "-m", "all_trec", "qrels", "a.run")[1].splitlines()
        ours = ratools(capsys, *flags, "-m", "all_trec", "--format", "trec", "qrels", "a.run")[1].splitlines()
        assert [line.split("\t")[:2] for line in ours] == [line.split("\t")[:2] for line in theirs]
        assert [a for a in ours if a[:4] != "rbp "] == [a for a in theirs if a[:4] != "rbp "]


NIST = {
    "comments": lambda text: "# a comment\n" + text.replace("\nq", "\n#q9 Q0 d1 1 9 t\nq", 3),
    "further fields": lambda text: text.replace(" tag\n", " tag 0.25 more\n"),
    "a tag with spaces": lambda text: text.replace(" tag\n", " my best run\n"),
    "tabs and many spaces": lambda text: text.replace(" ", " \t "),
    "queries in pieces": lambda text: "".join(sorted(text.splitlines(keepends=True), key=lambda line: line[::-1])),
}


@pytest.mark.parametrize("form", NIST)
def test_forms_that_nist_accepts(files, capsys, form):
    text, asked = (files / "a.run").read_text(encoding="utf-8"), ["-m", "map", "-m", "num_ret", "-m", "runid"]
    plain = ratools(capsys, "-c", "-q", *asked, "--format", "trec", "qrels", "a.run")[1]
    (files / "b.run").write_text(NIST[form](text), encoding="utf-8")
    code, ours, _ = ratools(capsys, "-c", "-q", *asked, "--format", "trec", "qrels", "b.run")
    assert code == 0 and ours.replace("\tmy\n", "\ttag\n") == plain
    if BINARY:
        assert trec_eval("-c", "-q", *asked, "qrels", "b.run") == (0, ours)


@pytest.mark.skipif(not BINARY, reason="TREC_EVAL, the path of trec_eval, is not set")
def test_byte_for_byte_where_ten_documents_are_relevant(files, capsys):
    """Then 0.3 · R and the like are whole, and interpolated precision agrees, too."""
    for name, text in zip(("a.run", "qrels"), made_up(15, relevant=10), strict=True):
        (files / name).write_text(text, encoding="utf-8")
    for flags in (["-c"], ["-c", "-q"], ["-c", "-q", "-m", "official", "-m", "11pt_avg"]):
        code, theirs = trec_eval(*flags, "qrels", "a.run")
        assert code == 0 and ratools(capsys, *flags, "--format", "trec", "qrels", "a.run")[1] == theirs
