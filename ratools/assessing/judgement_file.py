"""A file of judgements: one line per act of a judge, only ever appended, so that nothing that was judged can be lost.

    time,judge,query,document,action,grade,note

`grade` gives a grade; `again` grades a pair that came a second time; `skip` leaves it unjudged; `undo` takes back the
judge's last act on the pair that it names; `decide` settles a pair on which judges differ; `failed` says that a program
could not judge; `pool` and `scale` say how deep the runs were read and which grades there are.
"""

import csv
import io
import os
import warnings
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from statistics import median_low

from ratools.errors import UsageError
from ratools.evaluation.formats import Judgements
from ratools.lazy import Later
from ratools.words import short

pd = Later("pandas")

COLUMNS = ["time", "judge", "query", "document", "action", "grade", "note"]
GRADED = ("grade", "again", "decide")
ACTIONS = (*GRADED, "skip", "undo", "failed", "pool", "scale")
SCALE = {0: "not relevant", 1: "touches on it", 2: "helps", 3: "answers it"}
RESERVED = ("query", "document", "decided", "grade", "apart")  # columns of tables in which judges have columns, too


class JudgementFile:
    """The file at `path`; it is made with the first line that is written, and lines of others are read as they come.

    Without a scale it takes the one that the file was judged on, or else the usual one.
    """

    def __init__(self, path, scale=None):
        self.path = Path(path)
        self._forget()
        self.scale = None  # until it is known
        rows = self.rows()
        self.scale = as_scale(SCALE if scale is None else scale)
        note = next((row["note"] for row in rows if row["action"] == "scale"), None)
        if note is not None and scale is None:
            self.scale = _noted_scale(note, self.path)
        elif note is not None and note != self._scale_note():
            raise UsageError(
                f"{self.path}: was judged on the scale {note}, not {self._scale_note()}; name another file"
            )
        for row in rows:
            self._check_grade(row)

    def _scale_note(self):
        return " ".join(map(str, self.scale))

    def _forget(self):
        self._rows, self._lines, self._bytes, self._inode = [], 0, 0, None
        self._done, self._last = {}, {}

    def rows(self):
        """Every line as a dict, with its number under "line"; only what was added since the last call is read.

        A line that a crash cut off is left out, with a warning.
        """
        try:
            status = self.path.stat()
            if status.st_size < self._bytes or status.st_ino != self._inode:
                self._forget()
                self._inode = status.st_ino
            if status.st_size > self._bytes:
                self._read_on()
        except FileNotFoundError:
            self._forget()
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be read: {error.strerror or error}") from None
        except ValueError:
            self._forget()  # what stands before a line that does not fit is read again
            raise
        return self._rows

    def _read_on(self):
        with self.path.open("rb") as file:
            file.seek(self._bytes)
            new = file.read()
        *lines, rest = new.split(b"\n")
        if len(_fields(rest)) == len(COLUMNS):  # an editor may have dropped the end of the last line
            lines, rest = [*lines, rest], b""
        for line in lines:
            self._lines += 1
            self._take(line, f"{self.path}:{self._lines}")
        self._bytes += len(new) - len(rest)

    def _take(self, line, location):
        fields = _fields(line, location)
        if self._lines == 1 and fields != COLUMNS:
            raise UsageError(f"{location}: not a file of judgements: its columns must be {','.join(COLUMNS)}")
        if not fields or fields == COLUMNS:  # two desks that start at once write two heads
            return
        if len(fields) < len(COLUMNS):
            warnings.warn(f"{location}: was cut off and is left out: {short(','.join(fields))}", stacklevel=5)
            return
        if len(fields) > len(COLUMNS):
            raise UsageError(f"{location}: {len(fields)} columns where {len(COLUMNS)} belong: {','.join(COLUMNS)}")
        row = dict(zip(COLUMNS, fields, strict=True)) | {"line": self._lines}
        if row["action"] not in ACTIONS:
            raise UsageError(f"{location}: there is no action {row['action']!r}; there are {', '.join(ACTIONS)}")
        if row["action"] in GRADED:
            row["grade"] = int(row["grade"]) if row["grade"].isdecimal() else row["grade"]
            if self.scale is not None:
                self._check_grade(row)
        self._rows.append(row)
        self._count(row)

    def _check_grade(self, row):
        if row["action"] in GRADED and row["grade"] not in self.scale:
            location = f"{self.path}:{row['line']}"
            raise UsageError(f"{location}: grade {row['grade']!r} is not on the scale {self._scale_note()}")

    def start(self, depth=None):
        """Say once on which scale is judged, and, whenever it changes, how deep the runs are read."""
        rows = self.rows()
        if not any(row["action"] == "scale" for row in rows):
            self.append("", "", "", "scale", note=self._scale_note())
        if depth is not None and self.depth() != depth:
            self.append("", "", "", "pool", note=str(depth))

    def depth(self):
        """How deep the runs were read for the pool, as it was said last; None if it was not said."""
        depths = [row["note"] for row in self.rows() if row["action"] == "pool" and row["note"].isdecimal()]
        return int(depths[-1]) if depths else None

    def append(self, judge, query, document, action, grade=None, note=""):
        """One more line, written in one piece and put on the disk before this returns."""
        if action in GRADED and (isinstance(grade, bool) or grade not in self.scale):
            raise UsageError(f"grade {short(grade)} is not on the scale {self._scale_note()}")
        ids = [str(value) for value in (judge, query, document)]
        for name in ids:
            if "\n" in name or "\r" in name:
                raise UsageError(f"an id with a line break cannot be kept in a file of judgements: {short(name)}")
        time = datetime.now(UTC).isoformat(timespec="milliseconds")
        line = io.StringIO()
        fields = [time, *ids, action, "" if grade is None else int(grade), " ".join(note.split())]
        csv.writer(line, lineterminator="\n").writerow(fields)
        try:
            self._write(line.getvalue().encode("utf-8", errors="replace"))
        except OSError as error:
            raise UsageError(f"{self.path}: cannot be written: {error.strerror or error}") from None

    def _write(self, line):
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        try:
            size = os.fstat(handle).st_size
            head = b"" if size else f"{','.join(COLUMNS)}\n".encode()
            line = head + (b"\n" if size and _last_byte(handle, size) != b"\n" else b"") + line
            while line:
                line = line[os.write(handle, line) :]  # on a full disk the next turn raises
            os.fsync(handle)
        finally:
            os.close(handle)

    def acts(self, judge=None):
        """What a judge (or everybody) did and did not undo, in order: rows of grade, again, skip, decide, failed."""
        self.rows()
        if judge is not None:
            return list(self._done.get(judge, {}).values())
        return sorted((row for rows in self._done.values() for row in rows.values()), key=lambda row: row["line"])

    def _count(self, row):
        """Update the acts that are not undone, {judge: {line: row}}, and the lines of each judge on each pair."""
        who, pair = row["judge"], (row["judge"], row["query"], row["document"])
        if row["action"] in ("pool", "scale"):
            return
        if row["action"] != "undo":
            self._done.setdefault(who, {})[row["line"]] = row
            self._last.setdefault(pair, []).append(row["line"])
        elif self._last.get(pair):
            del self._done[who][self._last[pair].pop()]

    def judges(self):
        """The names in the file, in the order in which they began."""
        return list(dict.fromkeys(row["judge"] for row in self.rows() if row["judge"]))

    def grades(self, judge):
        """{(query, document): grade} of one judge; what was graded again without knowing it does not count."""
        return _by_pair(self.acts(judge), "grade")

    def note(self, judge, query, document):
        """What a judge wrote beside the grade of a pair."""
        rows = [self._done[judge][line] for line in self._last.get((judge, query, document), ())]
        return next((row["note"] for row in reversed(rows) if row["action"] == "grade"), "")

    def decided(self):
        """{(query, document): grade} of the pairs that were settled."""
        self.rows()
        rows = [row for done in self._done.values() for row in done.values() if row["action"] == "decide"]
        return _by_pair(sorted(rows, key=lambda row: row["line"]), "decide")


def _by_pair(acts, action):
    """The grades by pair; of several, the last counts."""
    return {(row["query"], row["document"]): row["grade"] for row in acts if row["action"] == action}


def _fields(line, location=None):
    """The columns of one line; ids and notes have no line breaks, so a line is a record."""
    try:
        return next(csv.reader([line.decode("utf-8-sig").rstrip("\r")], strict=True), [])
    except UnicodeDecodeError:
        if location is None:
            return []
        raise UsageError(f"{location}: is not UTF-8 text; a file of judgements is") from None
    except csv.Error:  # a quotation mark without its other half: cut off
        return ["…"]


def _last_byte(handle, size):
    """The last byte; by seeking, since Windows has no pread."""
    os.lseek(handle, size - 1, os.SEEK_SET)
    return os.read(handle, 1)


def _noted_scale(note, path):
    if not all(grade.isdecimal() for grade in note.split()):
        raise UsageError(f"{path}: its scale must be written as 0 1 2 3, got {short(note)}")
    return as_scale({int(grade): SCALE.get(int(grade), "") for grade in note.split()})


def as_scale(scale):
    """{grade: its words}, grades from 0 up."""
    valid = isinstance(scale, dict) and len(scale) > 1
    valid = valid and all(type(grade) is int and grade >= 0 for grade in scale)
    if not valid or not all(isinstance(words, str) for words in scale.values()):
        raise UsageError(
            f'scale must be a dict such as {{0: "no", 1: "yes"}} with grades from 0 up, got {short(scale)}'
        )
    return dict(sorted(scale.items()))


def as_judge(judge):
    """A judge's name, checked."""
    if not isinstance(judge, str) or not judge.strip() or "\n" in judge or judge in RESERVED:
        raise UsageError(f"judge must be a name, such as 'Ada' (and not {', '.join(RESERVED)}), got {short(judge)}")
    return judge


class DeskJudgements(Judgements):
    """What `evaluate` takes, and with it `table` (one row per pair, one column per judge) and `depth` (of the pool)."""

    def __init__(self, grades, table, depth):
        super().__init__(grades)
        self.table, self.depth = table, depth


def judgements(path):
    """{query: {document: grade}} of a file from the judging desk: the deciding grade, else the judges' middle one.

    Of an even number of judges the lower of the two middle grades counts: nobody is credited with more than was seen.
    `.table` shows who gave what, `.depth` how deep the runs were read.
    """
    file = opened(path)
    by_judge = {judge: grades for judge in file.judges() if (grades := file.grades(judge))}
    decided, pairs = file.decided(), dict.fromkeys(pair for grades in by_judge.values() for pair in grades)
    if not pairs:
        raise UsageError(f"{file.path}: nothing was judged yet")
    rows, by_query = [], {}
    for query, doc in pairs:
        given = {judge: grades.get((query, doc)) for judge, grades in by_judge.items()}
        middle = median_low(grade for grade in given.values() if grade is not None)
        grade = decided.get((query, doc), middle)
        by_query.setdefault(query, {})[doc] = grade
        rows.append({"query": query, "document": doc, **given, "decided": decided.get((query, doc)), "grade": grade})
    table = pd.DataFrame(rows).astype(dict.fromkeys((*by_judge, "decided", "grade"), "Int64"))
    return DeskJudgements(by_query, table, file.depth())


def opened(path):
    """A file of judgements that must be there."""
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such file; the judging desk makes it with the first grade")
    return JudgementFile(path)


def consistency(file, judge):
    """(pairs that this judge graded twice, blind; how many of them alike)."""
    acts = file.acts(judge)
    first, again = _by_pair(acts, "grade"), _by_pair(acts, "again")
    alike = Counter(first[pair] == grade for pair, grade in again.items() if pair in first)
    return alike.total(), alike[True]
