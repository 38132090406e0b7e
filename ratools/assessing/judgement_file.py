"""A file of judgements: one line per act of a judge, only ever appended, so that nothing that was judged can be lost.

    time,judge,query,document,action,grade,note

`grade` gives a grade; `again` grades a pair that came a second time; `skip` leaves it unjudged; `undo` takes back the
judge's last act that was not undone; `decide` settles a pair on which judges differ; `failed` says that a program could
not judge; `pool` and `scale` say how deep the runs were read and which grades there are.
"""

import csv
import io
import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from statistics import median_low

from ratools.evaluation.formats import Judgements
from ratools.lazy import Later
from ratools.words import short

pd = Later("pandas")

COLUMNS = ["time", "judge", "query", "document", "action", "grade", "note"]
ACTIONS = ("grade", "again", "skip", "undo", "decide", "failed", "pool", "scale")
SCALE = {0: "not relevant", 1: "touches on it", 2: "helps", 3: "answers it"}


class JudgementFile:
    """The file at `path`; it is made with the first line that is written."""

    def __init__(self, path, scale=None):
        self.path = Path(path)
        self.scale = as_scale(scale or SCALE)
        if self.path.exists() and self.path.stat().st_size:
            found = next((row["note"] for row in self.rows() if row["action"] == "scale"), None)
            if found is not None and found != self._scale_note():
                raise ValueError(
                    f"{self.path}: was judged on the scale {found}, not {self._scale_note()}; name another file"
                )

    def _scale_note(self):
        return " ".join(map(str, sorted(self.scale)))

    def rows(self):
        """Every line as a dict, with its number under "line"; what is cut off at the end by a crash is left out."""
        text = read_text(self.path)
        whole = text if text.endswith("\n") else text[: text.rfind("\n") + 1]
        reader = csv.reader(io.StringIO(whole, newline=""))
        if next(reader, COLUMNS) != COLUMNS:
            raise ValueError(f"{self.path}:1: not a file of judgements: its columns must be {','.join(COLUMNS)}")
        found = []
        for fields in filter(None, reader):
            place = f"{self.path}:{reader.line_num}"
            if len(fields) != len(COLUMNS):
                raise ValueError(f"{place}: {len(fields)} columns where {len(COLUMNS)} belong: {','.join(COLUMNS)}")
            row = dict(zip(COLUMNS, fields, strict=True)) | {"line": reader.line_num}
            if row["action"] not in ACTIONS:
                raise ValueError(f"{place}: there is no action {row['action']!r}; there are {', '.join(ACTIONS)}")
            if row["action"] in ("grade", "again", "decide"):
                row["grade"] = self._known(row["grade"], place)
            found.append(row)
        return found

    def _known(self, grade, place):
        if grade not in map(str, self.scale):
            raise ValueError(f"{place}: grade {grade!r} is not on the scale {self._scale_note()}")
        return int(grade)

    def start(self, depth=None):
        """Say once on which scale is judged, and, whenever it changes, how deep the runs are read."""
        rows = self.rows() if self.path.exists() else []
        if not any(row["action"] == "scale" for row in rows):
            self.append("", "", "", "scale", note=self._scale_note())
        depths = [row["note"] for row in rows if row["action"] == "pool"]
        if depth is not None and depths[-1:] != [str(depth)]:
            self.append("", "", "", "pool", note=str(depth))

    def append(self, judge, query, document, action, grade=None, note=""):
        """One more line, written in one piece and put on the disk before this returns."""
        if action in ("grade", "again", "decide"):
            self._known(str(grade), f"{judge}, query {query}, document {document}")
        fields = [datetime.now(UTC).isoformat(timespec="milliseconds"), judge, query, document, action,
                  "" if grade is None else grade, " ".join(note.split())]  # fmt: skip
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(fields)
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise ValueError(f"{self.path}: cannot be written: {error.strerror or error}") from None
        try:
            size = os.fstat(handle).st_size
            start = f"{','.join(COLUMNS)}\n" if not size else "" if _last_byte(handle, size) == b"\n" else "\n"
            os.write(handle, (start + line.getvalue()).encode("utf-8"))
            os.fsync(handle)
        finally:
            os.close(handle)

    def acts(self, judge):
        """What a judge did and did not undo, in order: rows of grade, again, skip, decide and failed."""
        done = []
        for row in self.rows() if self.path.exists() else ():
            if row["judge"] != judge or row["action"] in ("pool", "scale"):
                continue
            if row["action"] != "undo":
                done.append(row)
            elif done:
                done.pop()
        return done

    def judges(self):
        """The names in the file, in the order in which they began."""
        rows = self.rows() if self.path.exists() else []
        return list(dict.fromkeys(row["judge"] for row in rows if row["judge"]))

    def grades(self, judge):
        """{(query, document): grade} of one judge; of a pair that was graded twice, the first grade counts."""
        found = {}
        for row in self.acts(judge):
            if row["action"] == "grade":
                found[row["query"], row["document"]] = row["grade"]
        return found

    def decided(self):
        """{(query, document): grade} of the pairs that were settled."""
        return {
            (row["query"], row["document"]): row["grade"]
            for judge in self.judges() for row in self.acts(judge) if row["action"] == "decide"
        }  # fmt: skip


def _last_byte(handle, size):
    """The last byte, at a place of its own: Windows has no pread."""
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1)


def as_scale(scale):
    """{grade: its words}, grades from 0 up."""
    wrong = [grade for grade in scale if isinstance(grade, bool) or not isinstance(grade, int) or grade < 0]
    if wrong or len(scale) < 2 or not all(isinstance(words, str) for words in scale.values()):
        raise ValueError(
            f'scale must be a dict such as {{0: "no", 1: "yes"}} with grades from 0 up, got {short(scale)}'
        )
    return dict(sorted(scale.items()))


def read_text(path):
    """The file as text."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path}: is not UTF-8 text; a file of judgements is") from None


class DeskJudgements(Judgements):
    """What `evaluate` takes, and with it `table` (one row per pair, one column per judge) and `depth` (of the pool)."""

    def __init__(self, found, table, depth):
        super().__init__(found)
        self.table, self.depth = table, depth


def judgements(path, scale=None):
    """{query: {document: grade}} of a file from the judging desk: the deciding grade, else the judges' middle one.

    Of an even number of judges the lower of the two middle grades counts: nobody is credited with more than was seen.
    """
    file = JudgementFile(path, scale or scale_of(path))
    by_judge = {judge: file.grades(judge) for judge in file.judges()}
    by_judge = {judge: grades for judge, grades in by_judge.items() if grades}
    decided, pairs = file.decided(), dict.fromkeys(pair for grades in by_judge.values() for pair in grades)
    if not pairs:
        raise ValueError(f"{file.path}: nothing was judged yet")
    rows, found = [], {}
    for query, doc in pairs:
        given = {judge: grades.get((query, doc)) for judge, grades in by_judge.items()}
        grade = decided.get((query, doc), median_low(one for one in given.values() if one is not None))
        found.setdefault(query, {})[doc] = grade
        rows.append({"query": query, "document": doc, **given, "decided": decided.get((query, doc)), "grade": grade})
    depths = [int(row["note"]) for row in file.rows() if row["action"] == "pool"]
    table = pd.DataFrame(rows).astype(dict.fromkeys((*by_judge, "decided", "grade"), "Int64"))
    return DeskJudgements(found, table, min(depths, default=None))


def scale_of(path):
    """The scale that a file was judged on, with the words of the usual one."""
    notes = [line.split(",scale,,")[1] for line in read_text(path).splitlines() if ",scale,," in line]
    return {int(grade): SCALE.get(int(grade), "") for grade in notes[0].split()} if notes else SCALE


def consistency(file, judge):
    """(pairs that this judge graded twice, blind; how many of them alike)."""
    first, again = file.grades(judge), {}
    for row in file.acts(judge):
        if row["action"] == "again":
            again[row["query"], row["document"]] = row["grade"]
    alike = Counter(first.get(pair) == grade for pair, grade in again.items())
    return len(again), alike[True]
