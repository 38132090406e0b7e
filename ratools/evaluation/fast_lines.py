"""Plain TREC files read as blocks of bytes: no line is split, no id becomes a Python string. numpy only.

A run of ten million lines is 400 MB of text, and almost all of it is about documents that nobody judged. Splitting
each line costs a microsecond and six new objects; here half a megabyte goes through each step at once.

1. `blocks` cuts the file into pieces of about half a megabyte, each at the end of a query, so that no query is in two.
2. `columns` looks for white space once. In a well-formed block every sixth one ends a line, so the positions, reshaped
   to rows × 6, say where every field of every row starts and ends.
3. `id_words` reads ids as numbers of 64 bits, eight letters each (`words_at` shows the block as one such number per
   *byte*, which overlap). `hashed` makes one number of an id and its query. Equal ids have equal hashes; the reverse is
   very likely, but not certain.
4. `Judged.find` wants the few rows that were judged. A filter, a table of 16 or more flags per judgement of the
   block's queries, drops nearly all others by one look-up each, and is small enough to stay in the processor's cache;
   `searchsorted` finds the rest among the judged hashes; then the *bytes* are compared, because a wrong hit would be a
   wrong result.
5. A document that is there twice has the same hash twice: `_all_different` finds that with one table and a short sort.
6. Ranks: mostly the scores fall from row to row and the rank is the row's index in its query. To see that, scores with
   the same number of decimals need no parsing as floats: 12.50 and 9.75 compare as 1250 and 975 (`whole_numbers`,
   eight digits per multiplication). Other scores are read exactly (`exact_numbers`); queries in another order are
   sorted, ties by falling id.

What comes out is what `batch.Joined` wants: query, rank and grade of the judged rows. Memory is that of the judgements
and of one block, however long the run is.

Anything unusual raises `Unusual`: other white space, empty lines, a seventh column, scores that are not numbers, bytes
that are not UTF-8, rows of one query in several places, equal hashes. Then the general path in `formats` reads the file
from its start; it is slower, knows all forms, and tells what is wrong and in which line. So nothing here needs to be
clever about bad input, only sure to notice it. `tests/evaluation/test_fast_lines.py` compares both paths.
"""

import gzip
import re
import stat
import zlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic

import numpy as np

from ratools.evaluation.batch import Joined, by_query_and_rank, falling_grades
from ratools.metrics.arguments import LARGEST

BLOCK = 1 << 19
PATIENCE = 2  # seconds
MOST = 20  # queries without a judged result, whose ids are kept for a warning
LONGEST = 256  # letters of an id; longer ones are left to the general path
PAD = bytes(LONGEST + 16)  # around a block, so that reading whole words never leaves it
TAB, NEWLINE, SPACE, MINUS, POINT, ZERO = b"\t\n -.0"
BOM = b"\xef\xbb\xbf"
FIRST_WORD = re.compile(rb"[^\s]+[ \t]")
NUMERIC = np.isin(np.arange(256), list(b"\0+-.eE0123456789"))  # what a number is written with; 0 is padding

U = np.uint64
LOW_BYTES = np.array([(1 << 8 * n) - 1 for n in range(9)], dtype=U)  # keeps the first n letters of a word
HIGH_BYTES = ~LOW_BYTES[::-1]  # keeps the last n letters
EVERY_BYTE = U(0x0101010101010101)
ODD = [U(pow(0xA24BAED4963EE407, n, 1 << 64)) for n in range(1, LONGEST // 8 + 1)]  # a factor for each word

# The C library gives memory of arrays back to the system at once, and asks for it again for the next block, which can
# take as long as the work itself. Once it has freed a large array (never written to, so it costs nothing), it waits.
np.empty(31 << 20, dtype=np.uint8)


class Unusual(Exception):
    """The file is not of the plain kind; the general path must read it."""


# Blocks and fields ---------------------------------------------------------------------------------------------------


def blocks(path):
    """A plain file, or a gzipped one, in pieces that end where a query ends."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or path.name.lower().removesuffix(".gz").endswith(".json"):
            raise Unusual  # a pipe can be read only once, and then by the general path
        with open(path, "rb") as file:
            zipped = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            yield from _cut(gzip.GzipFile(fileobj=file) if zipped else file)
    except (OSError, EOFError, ValueError, zlib.error):
        raise Unusual from None


def watched(path):
    """The blocks of a file; after two seconds with a progress bar."""
    start, done, bar = monotonic(), 0, None
    try:
        for data in blocks(path):
            yield data
            done += len(data)
            if bar is not None:
                bar.update(len(data))
            elif monotonic() > start + PATIENCE:
                from tqdm import tqdm

                total = None if path.name.endswith(".gz") else path.stat().st_size
                bar = tqdm(
                    total=total,
                    initial=done,
                    desc=path.name,
                    unit="B",
                    unit_scale=True,
                    leave=False,
                    disable=None,  # only on a screen
                )
    finally:
        if bar is not None:
            bar.close()


def _cut(file):
    if file.peek(1)[:1] in (b"{", b"["):
        raise Unusual  # JSON, perhaps
    rest = b""
    while data := file.read(max(BLOCK, len(rest))):
        data = rest + data if rest else data
        end = _start_of_last_query(data)
        if end:
            yield checked(data[:end])
        rest = data[end:]
    if rest:
        yield checked(rest if rest.endswith(b"\n") else rest + b"\n")


def _start_of_last_query(data):
    """Where the rows of the last whole line's query begin: bisection, since they stand together (or else `_queries`
    will notice)."""
    high = data.rfind(b"\n", 0, data.rfind(b"\n")) + 1
    query = FIRST_WORD.match(data, high)
    if query is None:
        raise Unusual
    if data.startswith(query[0]):
        return 0
    low = 0  # a line of another query starts at low, one of this query at high
    while True:
        half = (low + high) // 2
        middle = data.rfind(b"\n", low, half) + 1 or data.find(b"\n", half, high - 1) + 1
        if not middle:
            return high
        low, high = (low, middle) if data.startswith(query[0], middle) else (middle, high)


def checked(data):
    """The same bytes, if they are text in UTF-8 without byte order marks."""
    if not data.isascii():
        if BOM in data:
            raise Unusual
        data.decode("utf-8")  # its error is a ValueError, which `blocks` takes as Unusual
    return data


@dataclass(frozen=True, eq=False)
class Column:
    """Texts in a block of bytes, one per row: from start to end."""

    data: bytes
    start: np.ndarray
    end: np.ndarray
    words: np.ndarray  # at each byte, the word of eight bytes that starts there
    before: np.ndarray  # at each byte, the word that ends before it

    @cached_property
    def length(self):
        return self.end - self.start

    def text(self, row):
        """The bytes of one row."""
        return self.data[self.start[row] : self.end[row]]


def columns(data, count, *wanted):
    """Some columns of a block that has so many. Between two fields is one space or tab, behind the last a newline."""
    text = np.frombuffer(data, dtype=np.uint8)
    blank = text <= SPACE
    ends = np.flatnonzero(blank)
    rows, rest = divmod(len(ends), count)
    if rest or blank[0] or (blank[1:] & blank[:-1]).any():
        raise Unusual
    ends = ends.reshape(rows, count)
    separators = np.count_nonzero(text == SPACE) + np.count_nonzero(text == TAB)
    if (text[ends[:, -1]] != NEWLINE).any() or separators != rows * (count - 1):
        raise Unusual
    views = words_at(data)
    starts = [ends[:, index - 1] + 1 if index else np.concatenate([[0], ends[:-1, -1] + 1]) for index in wanted]
    return [Column(data, start, ends[:, index], *views) for start, index in zip(starts, wanted, strict=True)]


def words_at(data):
    """The word of eight bytes that starts at each byte, and the one that ends before it: views, nothing is copied."""
    padded = PAD + data + PAD

    def view(offset):
        return np.ndarray((len(data) + LONGEST,), dtype="<u8", buffer=padded, offset=offset, strides=(1,))

    return view(len(PAD)), view(len(PAD) - 8)


# Ids as numbers ------------------------------------------------------------------------------------------------------


def id_words(column):
    """Texts as words, one array per eight letters; the last is filled up with zero bytes, which no text has."""
    start, length = column.start, column.length
    longest = int(length.max())
    if longest > LONGEST:
        raise Unusual
    if longest <= 8:
        return [column.words[start] & LOW_BYTES[length]]
    return [column.words[start + at] & LOW_BYTES[np.clip(length - at, 0, 8)] for at in range(0, longest, 8)]


def hashed(words, seed):
    """One number per id, seeded with its query's: each word is spread by a multiplication, which carries bits up, and
    a shift down. A word of padding adds 0, so that an id has the same hash beside longer ones."""
    result = seed
    for n, word in enumerate(words):
        spread = word * ODD[n]
        result = result + (spread ^ (spread >> U(32))) * U(0x9E3779B97F4A7C15)
    result = (result ^ (result >> U(32))) * U(0xD6E8FEB86659FD93)
    return result ^ (result >> U(32))


def same(words, others):
    """Whether ids are equal, letter by letter; what the longer one has more must be padding."""
    equal = np.ones(len(words[0]), dtype=bool)
    for n in range(max(len(words), len(others))):
        equal &= (words[n] if n < len(words) else U(0)) == (others[n] if n < len(others) else U(0))
    return equal


# Numbers -------------------------------------------------------------------------------------------------------------


def whole_numbers(column):
    """Numbers as int64 in units of the last decimal, and whether they have a point; None where that is not constant.

    The point is read as one more 0, which changes no comparison: 12.50 → 12050, 9.75 → 9075. Up to 15 digits, numbers
    that are written differently differ as floats, too.
    """
    first, letters = column.text(0), column.length
    point, decimals = b"." in first, len(first) - 1 - first.find(b".")
    negative = column.words[column.start] & U(255) == MINUS
    letters = letters - negative if negative.any() else letters
    if letters.min() <= point or letters.max() > 15 + point:
        return None, point
    result = np.zeros(len(letters), dtype=np.int64)
    for at in (8, 0) if letters.max() > 8 else (0,):
        word = (column.before[column.end - at] ^ (EVERY_BYTE * U(ZERO))) & HIGH_BYTES[np.clip(letters - at, 0, 8)]
        if point and at <= decimals < at + 8:
            shift = U(8 * (7 - decimals + at))
            if ((word >> shift) & U(255) != POINT ^ ZERO).any():
                return None, point
            word ^= U(POINT ^ ZERO) << shift
        if (((word + EVERY_BYTE * U(0x76)) | word) & (EVERY_BYTE * U(0x80))).any():  # a byte above 9 is not a digit
            return None, point
        result = result * 10**8 + _eight_digits(word).astype(np.int64)
    return np.where(negative, -result, result) if negative.any() else result, point


def _eight_digits(word):
    """Digits in eight bytes, the first in the lowest: neighbours are put together in pairs, fours, eights."""
    word = (word * U(10) + (word >> U(8))) & U(0x00FF00FF00FF00FF)
    word = (word * U(100) + (word >> U(16))) & U(0x0000FFFF0000FFFF)
    return (word * U(10000) + (word >> U(32))) & U(0xFFFFFFFF)


def exact_numbers(column):
    """Numbers as Python's float reads them; what is not a finite number is Unusual."""
    table = np.stack(id_words(column), axis=1)
    if not NUMERIC[table.view(np.uint8)].all():
        raise Unusual
    try:
        numbers = table.view(f"S{8 * table.shape[1]}")[:, 0].astype(np.float64)
    except ValueError:
        raise Unusual from None
    if not np.isfinite(numbers).all():
        raise Unusual
    return numbers


# Judgements ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Judged:
    """Judgements as arrays, query after query."""

    index: dict  # each query's index among the judged ones, by its bytes
    first: np.ndarray  # where each query's judgements begin, and at last the end
    key: np.ndarray  # the hash of each judgement's query and document
    words: list  # the document
    grade: np.ndarray
    source: object = None  # where they are from

    @cached_property
    def queries(self):
        return [query.decode() for query in self.index]

    @cached_property
    def by_falling_grade(self):
        """The query of each judgement, as a number, and its grade: by query and falling grade."""
        return falling_grades(np.diff(self.first), self.grade)

    def documents(self, query):
        """The ids that were judged for a query, given by its index."""
        rows = slice(self.first[query], self.first[query + 1])
        table = np.stack([word[rows] for word in self.words], axis=1).astype("<u8")
        return [row.tobytes().rstrip(b"\0").decode() for row in table]

    def find(self, key, words, group, judged_index):
        """The rows of a block that were judged, and which judgement is theirs.

        `group` is the index of each row's query in the block, `judged_index` that of the block's queries in `index`.
        """
        here = judged_index[judged_index >= 0]
        size = self.first[here + 1] - self.first[here]
        mine = np.repeat(self.first[here] - np.cumsum(size) + size, size) + np.arange(size.sum())
        if not len(mine):
            return mine, mine
        mine = mine[np.argsort(self.key[mine])]
        sought, shift = self.key[mine], U(64 - int(16 * len(mine)).bit_length())
        maybe = np.zeros(1 << (64 - int(shift)), dtype=bool)  # the filter: at least 16 flags per judgement
        maybe[sought >> shift] = True
        rows = np.flatnonzero(maybe[key >> shift])
        at = np.minimum(np.searchsorted(sought, key[rows]), len(sought) - 1)
        judgement = mine[at]
        hit = (sought[at] == key[rows]) & same([word[rows] for word in words], [word[judgement] for word in self.words])
        query = judged_index[group[rows]]
        hit &= (query >= 0) & (self.first[query] <= judgement) & (judgement < self.first[query + 1])
        return rows[hit], judgement[hit]


def judged(queries, sizes, key, words, grade, source):
    """`Judged` of columns, if they are fit for it."""
    if np.abs(grade).max() > LARGEST or not _all_different(key):
        raise Unusual  # a document judged twice: whether the grades agree is for the general path to say
    index = {query: number for number, query in enumerate(queries)}
    return Judged(index, np.concatenate([[0], np.cumsum(sizes)]), key, words, grade, source)


def _all_different(key):
    """Whether no hash is there twice. Each row writes its number into the slot that its hash names; a row that was
    overwritten must differ from the one that did it, and from the other overwritten ones, which are few: they are
    sorted."""
    row, shift = np.arange(len(key), dtype=np.int32), U(64 - int(4 * len(key)).bit_length())
    slot = key >> shift
    last = np.empty(1 << (64 - int(shift)), dtype=np.int32)
    last[slot] = row
    winner = last[slot]
    lost = np.flatnonzero(winner != row)
    others = np.sort(key[lost])
    return not (key[lost] == key[winner[lost]]).any() and not (others[1:] == others[:-1]).any()


def judged_in_file(path):
    """`Judged` of a plain file of judgements: query iteration document grade. None where it is unusual."""
    try:
        parts, known = [], {}
        for data in blocks(Path(path)):
            query, document, text = columns(data, 4, 0, 2, 3)
            _, sizes, seeds = _queries(query, known)
            words, (grade, point) = id_words(document), whole_numbers(text)
            grade = exact_numbers(text) if grade is None or point else grade
            parts.append((sizes, hashed(words, np.repeat(seeds, sizes)), words, grade.astype(np.float64)))
        return judged(known, *_together(parts), source=Path(path)) if parts else None
    except Unusual:
        return None


def _together(parts):
    """The columns of all blocks; ids of fewer words get words of padding."""
    sizes, key, words, grade = zip(*parts, strict=True)
    width = max(map(len, words))
    filled = [[*some, *[np.zeros_like(some[0])] * (width - len(some))] for some in words]
    words = [np.concatenate(pieces) for pieces in zip(*filled, strict=True)]
    return np.concatenate(sizes), np.concatenate(key), words, np.concatenate(grade)


def judged_in_dict(judgements):
    """`Judged` of judgements that were read already; None where an id is not plain text."""
    ids = [document for grades in judgements.values() for document in grades]
    if not ids or not {str}.issuperset({*map(type, ids), *map(type, judgements)}):
        return None
    try:
        names = [query.encode() for query in judgements]
        words = id_words(_column([document.encode() for document in ids]))
        sizes = np.array([len(grades) for grades in judgements.values()])
        key = hashed(words, np.repeat(hashed(id_words(_column(names)), U(0)), sizes))
        grade = np.array([grade for grades in judgements.values() for grade in grades.values()], dtype=np.float64)
        return judged(names, sizes, key, words, grade, source=judgements)
    except (Unusual, UnicodeEncodeError):
        return None


def _column(texts):
    data = b"".join(texts)
    if b"\0" in data:
        raise Unusual
    end = np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)))
    return Column(data, np.concatenate([[0], end[:-1]]), end, *words_at(data))


# The join ------------------------------------------------------------------------------------------------------------


def _queries(column, known):
    """The queries of a block, how many rows each has, and their hashes. None of them may be known from before."""
    words = id_words(column)
    new = np.ones(len(column.start), dtype=bool)
    new[1:] = words[0][1:] != words[0][:-1]
    for word in words[1:]:
        new[1:] |= word[1:] != word[:-1]
    first = np.flatnonzero(new)
    names = [column.text(row) for row in first.tolist()]
    if len(set(names)) < len(names) or not known.keys().isdisjoint(names) or any(name[:1] == b"#" for name in names):
        raise Unusual  # rows of one query in several places; or a comment
    known.update(dict.fromkeys(names))
    return names, np.diff(np.append(first, len(new))), hashed([word[first] for word in words], U(0))


def _ranks(rows, group, first, score, words):
    """The ranks of some rows: by falling score, then by falling id. Mostly that is the order in which they stand."""
    wrong = score[1:] >= score[:-1]
    wrong[first[1:] - 1] = False  # from one query to the next
    if not wrong.any():
        return rows - first[group[rows]] + 1
    unsorted = np.flatnonzero(np.isin(group, group[1:][wrong]))
    by = [-score[unsorted], group[unsorted]]
    order = np.lexsort(by)
    in_order = score[unsorted[order]]
    if ((in_order[1:] == in_order[:-1]) & (by[1][1:] == by[1][:-1])).any():
        order = np.lexsort([~word[unsorted].byteswap() for word in reversed(words)] + by)
    sorted_row = np.arange(len(group))
    sorted_row[unsorted[order]] = unsorted
    return sorted_row[rows] - first[group[rows]] + 1


def join(path, judgements, queries="qrels"):
    """`Joined` of a plain run and `Judged`, and the number of unjudged queries; None where the run is unusual."""
    try:
        parts, known, unmatched_ids = [], {}, {}
        for data in watched(Path(path)):
            parts.append(_judged_rows(data, known, judgements, unmatched_ids))
        if not parts:
            return None
        return _joined(judgements, *map(np.concatenate, zip(*parts, strict=True)), queries, unmatched_ids)
    except Unusual:
        return None


def _judged_rows(data, known, judgements, unmatched_ids):
    """Of a block's queries, index among the judged ones and size; of its judged rows, query, rank and judgement."""
    query, document, text = columns(data, 6, 0, 2, 4)
    names, sizes, seeds = _queries(query, known)
    words, group = id_words(document), np.repeat(np.arange(len(names)), sizes)
    key = hashed(words, seeds[group])
    if not _all_different(key):
        raise Unusual  # a document is there twice, or two hashes are equal by chance
    score, _ = whole_numbers(text)
    score = exact_numbers(text) if score is None else score
    judged_index = np.array([judgements.index.get(name, -1) for name in names])  # -1: nobody judged it
    rows, judgement = judgements.find(key, words, group, judged_index)
    first = np.cumsum(sizes) - sizes
    if len(unmatched_ids) < MOST:
        met = np.bincount(group[rows], minlength=len(names)) > 0
        for n in np.flatnonzero((judged_index >= 0) & ~met)[: MOST - len(unmatched_ids)].tolist():
            ids = [document.text(row).decode() for row in range(first[n], first[n] + sizes[n])]
            unmatched_ids[names[n].decode()] = ids, judgements.documents(judged_index[n])
    return judged_index, sizes, judged_index[group[rows]], _ranks(rows, group, first, score, words), judgement


def _joined(judgements, judged_index, sizes, query, rank, judgement, queries, unmatched_ids):
    if not len(judgement):
        raise Unusual  # nothing in common: the general path finds the words for it
    retrieved = np.zeros(len(judgements.index), dtype=np.int64)
    retrieved[judged_index[judged_index >= 0]] = sizes[judged_index >= 0]
    order = by_query_and_rank(query, rank)
    query, rank, grade = query[order], rank[order], judgements.grade[judgement[order]]
    judged_query, judged_grade = judgements.by_falling_grade
    names = judgements.queries
    if queries == "run":
        kept = retrieved > 0
        number, here = np.cumsum(kept) - 1, kept[judged_query]
        query, judged_query, judged_grade = number[query], number[judged_query[here]], judged_grade[here]
        names, retrieved = [name for name, keep in zip(names, kept, strict=True) if keep], retrieved[kept]
    unmatched_ids = {name: both for name, both in unmatched_ids.items() if both[1]}
    joined = Joined(names, query, rank, grade, retrieved, judged_query, judged_grade, unmatched_ids)
    return joined, int((judged_index < 0).sum())
