"""The pre- and post-test: two parallel forms over all lessons, written and read back."""

from ratools_course.classroom.exams import items
from ratools_course.classroom.exams import papers as exams
from ratools_course.classroom.exams.pre_post import FORMS, all_items, form
from ratools_course.lessons import LESSONS
from ratools_course.quizzes.bank import banks


def test_the_forms_are_parallel_and_cover_every_notebook():
    one, two = map(form, FORMS)
    assert [item.id.replace("test-a-", "") for item in one] == [item.id.replace("test-b-", "") for item in two]
    for a, b in zip(one, two, strict=True):
        assert (a.kind, a.notebook, len(a.options)) == (b.kind, b.notebook, len(b.options))
        assert a.text != b.text
        if not a.id.endswith("choose"):  # there, what is right in one form is wrong in the other
            assert [option.misconception for option in a.options] == [option.misconception for option in b.options]
        assert a.kind != "numeric" or a.value != b.value
    assert {item.notebook for item in one} == {lesson.name for lesson in LESSONS} - {"00_start_here"}
    known = {question.id for bank in banks().values() for question in (*bank.questions, *bank.predictions)}
    assert not known & set(all_items()), "an item's id is its name in the whole course"


def test_the_forms_are_written_and_their_answers_analysed(tmp_path):
    assert exams.main(["--pre-post", "--out", str(tmp_path), "--format", "csv", "--format", "gift"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"test_a.md", "test_key_a.html", "test_b.csv", "test_b.gift"} <= names
    assert (tmp_path / "test_b.md").read_text(encoding="utf-8").startswith("# Test on measuring retrieval, form B\n")
    rows = ["student,item,answer,right"]
    for n in range(6):
        for item in form("A"):
            answer = exams.answer_of(item).rstrip("…") if n % 2 else ("0.123" if item.kind == "numeric" else "B")
            rows.append(f"s{n},{item.id},{answer},")
    (tmp_path / "answers.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    read = items.read(tmp_path / "answers.csv")
    assert len(read) == 6 * len(form("A"))
    assert {answer.right for answer in read if answer.student == "s1"} == {1}, "the key's answers are right"
