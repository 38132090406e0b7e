"""`ratools gate`: exit codes, and the files that it writes."""

import pytest

from ratools.__main__ import main


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Judgements, a run, and one that is worse by 0.5 or 1/6 per query; the current folder for the test."""
    monkeypatch.chdir(tmp_path)
    grades = {"a": 1} | {f"x{rank}": 0 for rank in range(1, 6)}
    lines = [f"q{n:03} 0 {doc} {grade}\n" for n in range(40) for doc, grade in grades.items()]
    (tmp_path / "qrels.txt").write_text("".join(lines))
    for name, ranks in (("old", [1, 2] * 20), ("new", [2, 3] * 20)):  # of the one relevant document, query by query
        rows = [
            f"q{n:03} Q0 {'a' if rank == hit else f'x{rank}'} {rank} {10 - rank} t\n"
            for n, hit in enumerate(ranks)
            for rank in range(1, 6)
        ]
        (tmp_path / f"{name}.run").write_text("".join(rows))
    return tmp_path


def test_exit_codes(files, capsys):
    assert main(["gate", "qrels.txt", "old.run", "old.run", "-m", "RR", "--margin", "0.05"]) == 0
    assert main(["gate", "qrels.txt", "old.run", "new.run", "-m", "RR", "--margin", "0.1"]) == 1
    assert "STOPPED" in capsys.readouterr().out
    assert main(["gate", "qrels.txt", "old.run", "none.run", "-m", "RR", "--margin", "0.1"]) == 2
    assert main(["gate", "qrels.txt", "old.run", "new.run", "-m", "RR"]) == 2
    out, err = capsys.readouterr()
    assert "smallest margin" in out and "four times in five" in out and "nothing was decided" in err


def test_summary_and_pairs_are_written(files, capsys):
    (files / "gate.toml").write_text("RR = 0.1\n")
    arguments = ["gate", "qrels.txt", "old.run", "new.run", "--margins", "gate.toml"]
    assert main([*arguments, "--summary", "summary.md", "--to-judge", "pairs.csv"]) == 1
    assert "### Search quality: stopped" in (files / "summary.md").read_text()
    assert (files / "pairs.csv").read_text() == "query,document\n"
    assert main([*arguments, "--summary", "no/such/summary.md"]) == 2
    assert "cannot be written" in capsys.readouterr().err
