"""The class server's pieces, without a hub: who may join, the roster, what is refused, limits, accounts."""

import csv
import importlib
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace as Namespace

import pytest

HUB = Path(__file__).parents[2] / "instructor" / "hub"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="JupyterHub does not run on Windows")


@pytest.fixture(scope="module")
def hub():
    """The modules of instructor/hub, imported as its scripts import each other."""
    sys.path[:0] = [str(HUB), str(HUB.parents[1])]
    names = ("people", "accounts", "cages", "student_server", "class_server")
    yield Namespace(**{name: importlib.import_module(name) for name in names})
    del sys.path[:2]


@pytest.fixture
def people(hub, tmp_path):
    return hub.people.People(tmp_path / "people.json")


# ---------------------------------------------------------------- names, codes, passwords


@pytest.mark.parametrize(
    ("typed", "name"),
    [("Ann", "ann"), (" Ann Müller ", "ann-muller"), ("a.b_c@uni.edu", "a-b-c"), ("../../etc", "etc"), ("王", "")],
)
def test_a_name_becomes_one_that_an_account_can_have(hub, typed, name):
    assert hub.people.plain_name(typed) == name


def test_codes_are_long_enough_new_and_easy_to_read(hub):
    codes = {hub.people.new_code() for _ in range(200)}
    assert len(codes) == 200 and len(hub.people.LETTERS) ** 10 > 10**14
    assert not set("".join(codes)) & set("01ilo")
    assert hub.people.same_code(" ABCDE fghjk", "abcde-fghjk") and not hub.people.same_code("", "abcde-fghjk")


def test_joining_takes_the_code_once_and_the_own_password_ever_after(hub, people):
    code = people.data["join"]
    with pytest.raises(ValueError, match="not the join code"):
        people.join("ann", "wrong", "ann's own password")
    with pytest.raises(ValueError, match="at least 8 characters"):
        people.join("ann", code, "short")
    assert people.join("Ann", code, "ann's own password") == "ann"
    again = hub.people.People(people.path)
    assert again.join("ann", "", "ann's own password") == "ann"
    with pytest.raises(ValueError, match="ann is taken"):
        again.join("ann", code, "the password of ben")
    assert "own password" not in people.path.read_text() and people.path.stat().st_mode & 0o777 == 0o600


def test_the_join_code_opens_neither_the_instructors_page_nor_an_empty_name(people):
    with pytest.raises(ValueError, match="instructor's code"):
        people.join("Instructor", people.data["join"], "")
    assert people.join("instructor", "", people.data["instructor"]) == "instructor"
    with pytest.raises(ValueError, match="1 to 24 letters"):
        people.join("王", people.data["join"], "long enough")
    with pytest.raises(ValueError, match="1 to 24 letters"):
        people.join("x" * 25, people.data["join"], "long enough")


def test_a_forgotten_password_can_be_chosen_anew(people):
    people.join("ann", people.data["join"], "ann's own password")
    people.forget("Ann")
    assert people.join("ann", people.data["join"], "another password") == "ann"
    with pytest.raises(ValueError, match="bob is not in this class; there are ann"):
        people.forget("bob")


def test_a_damaged_list_is_not_overwritten(hub, people):
    people.path.write_text("{")
    with pytest.raises(ValueError, match="is damaged: put a copy back"):
        hub.people.People(people.path)
    assert people.path.read_text() == "{"


# ---------------------------------------------------------------- the roster


def roster(folder, text, name="roster.csv"):
    path = folder / name
    path.write_bytes(text.encode("utf-8"))
    return path


@pytest.mark.parametrize(
    "text",
    [
        "username,section,role\nann,A,\nBen Lee,A,TA\nzoe,,instructor\n",
        "\ufeffStudent;SIS Login ID;Section;Role\r\n  Points Possible;;;\r\nx;ann;A;student\r\n"
        "y;ben.lee@uni.edu;A;TA\r\nz;zoe;;Teacher\r\n",
        "email\tgroup\trole\nann@uni.edu\ta\t\n\t\t\nben_lee@uni.edu\ta\tta\nzoe@uni.edu\t\tinstructor\n",
    ],
    ids=["plain", "semicolons", "tabs"],
)
def test_rosters_of_several_platforms_say_the_same(hub, tmp_path, text):
    rows = hub.people.read_roster(roster(tmp_path, text))
    assert [tuple(row.values()) for row in rows] == [
        ("ann", "a", "student"),
        ("ben-lee", "a", "assistant"),
        ("zoe", "", "instructor"),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("who,why\nann,b\n", r"roster.csv:1: no column tells the names"),
        ("username\n", r"names nobody"),
        ("", r"no column tells the names"),
        ("username\nann\nANN\n", r"roster.csv:3: ann is there twice"),
        ("username,role\nann,boss\n", r"roster.csv:2: the role must be student, assistant or instructor, got 'boss'"),
        ("username\n???\nann\n", r"roster.csv:2: A name needs 1 to 24"),
    ],
)
def test_a_bad_roster_names_the_line(hub, tmp_path, text, words):
    with pytest.raises(ValueError, match=words):
        hub.people.read_roster(roster(tmp_path, text))


def test_with_a_roster_only_its_people_come_in_each_with_a_code_that_stays(hub, people, tmp_path):
    rows = hub.people.read_roster(roster(tmp_path, "username,section\nann,a\nben,b\n"))
    people.use_roster(rows)
    code = people.data["people"]["ann"]["code"]
    assert people.join("ann", "", code.upper()) == "ann"
    for wrong in (people.data["join"], people.data["people"]["ben"]["code"], ""):
        with pytest.raises(ValueError, match="not the personal code of ann"):
            people.join("ann", "", wrong)
    with pytest.raises(ValueError, match="eve is not on the list"):
        people.join("eve", people.data["join"], "long enough")
    people.use_roster(rows[:1])
    assert people.data["people"] == {"ann": {"name": "ann", "section": "a", "role": "student", "code": code}}
    hub.people.write_codes(tmp_path / "codes.csv", people.data["people"])
    assert list(csv.reader((tmp_path / "codes.csv").open()))[1] == ["ann", code, "a", "student"]
    assert (tmp_path / "codes.csv").stat().st_mode & 0o777 == 0o600
    people.forget("ann")
    assert people.data["people"]["ann"]["code"] != code


def test_scores_go_into_the_platforms_own_file_and_nothing_else_changes(hub, tmp_path, capsys):
    canvas = (
        "Student;ID;SIS Login ID;Homework 5 (77)\r\n Points Possible;;;24\r\nLee, Ann;7;ann@uni.edu;\r\nMay;8;may;\r\n"
    )
    given = roster(tmp_path, canvas)
    scores = "assignment,student_id,score,max_score\n05_ndcg,ann,18.5,24\n05_ndcg,eve,3,24\n"
    out = tmp_path / "to import.csv"
    arguments = [
        str(given),
        str(roster(tmp_path, scores, "grades.csv")),
        "--column",
        "Homework 5 (77)",
        "--out",
        str(out),
    ]
    assert hub.class_server.main(["grades", *arguments]) == 0
    assert out.read_bytes().decode() == canvas.replace("ann@uni.edu;", "ann@uni.edu;18.5")
    said = capsys.readouterr().out
    assert "Without a score: may." in said and "not in" in said and "eve" in said
    two = roster(tmp_path, scores + "06_x,ann,1,2\n", "two.csv")
    with pytest.raises(ValueError, match="several assignments"):
        hub.people.fill_in(given, two, "x", out)
    with pytest.raises(ValueError, match="student_id and score"):
        hub.people.fill_in(given, given, "x", out)


def test_sections_are_groups_and_assistants_see_their_own_only(hub, tmp_path):
    text = "username,section,role\nann,a,\nben,a,ta\ncat,b,\ndan,,ta\n"
    rows = hub.people.read_roster(roster(tmp_path, text))
    groups, roles = hub.people.groups_and_roles({row["name"]: row for row in rows})
    assert groups == {"a": {"users": ["ann", "ben"]}, "b": {"users": ["cat"]}}
    assert [(role["name"], role["users"]) for role in roles] == [("assistant-all", ["dan"]), ("assistant-a", ["ben"])]
    assert roles[1]["scopes"] == ["admin-ui", "list:users!group=a", "read:users:activity!group=a", "servers!group=a"]
    assert not any("access" in scope for role in roles for scope in role["scopes"]), "nobody opens another's server"


# ---------------------------------------------------------------- what is refused, and what is said


def chosen(hub, *arguments):
    return hub.class_server.parse(list(arguments))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ip", "0.0.0.0"], "would run as you and could read your files"),
        (["--ip", "192.168.1.5"], "leave --ip 192.168.1.5 out"),
        (["--ip", "::"], "start it as root"),
        (["--ip", "my-laptop"], "takes an address such as 0.0.0.0"),
        (["--students", "0"], "--students must be at least 1"),
        (["--threads", "0"], "--threads must be at least 1"),
        (["--port", "80"], "--port must be between 1024 and 65533"),
        (["--port", "65534"], "--port must be between"),
        (["--memory", "0.1"], "--memory must be at least 0.5"),
        (["--cert", "/etc/hostname"], "both files"),
        (["--roster", "/no/such.csv"], "There is no file /no/such.csv"),
        (["--roster", str(HUB / "README.md"), "--open"], "contradict each other"),
    ],
)
def test_not_as_root_what_is_unsafe_or_impossible_is_refused(hub, arguments, words):
    with pytest.raises(hub.class_server.CourseError, match=words):
        hub.class_server.refuse(chosen(hub, *arguments), root=False)


def test_it_listens_on_this_machine_unless_told(hub, monkeypatch):
    monkeypatch.setattr(hub.class_server, "proxy_command", lambda: ["node", "proxy"])
    monkeypatch.setattr(hub.class_server.cages, "works", lambda: True)
    hub.class_server.refuse(chosen(hub), root=False)
    settings = hub.class_server.settings(chosen(hub), root=False)
    assert settings["address"] == "http://127.0.0.1:8000" and settings["memory"] == 2**30
    assert settings["together"] == settings["programs"] == 0
    settings = hub.class_server.settings(chosen(hub, "--ip", "::", "--memory", "0.5", "--idle", "0"), root=True)
    assert settings["address"] == "http://[::]:8000" and settings["together"] == 2**30 and settings["idle"] == 0
    json.dumps(settings)


def test_as_root_a_public_address_is_allowed_and_said(hub, people, monkeypatch):
    monkeypatch.setattr(hub.class_server, "proxy_command", list)
    monkeypatch.setattr(hub.class_server.shutil, "which", lambda name: "/usr/sbin/" + name)
    public = chosen(hub, "--ip", "0.0.0.0")
    hub.class_server.refuse(public, root=True)
    text = "\n".join(hub.class_server.welcome(public, people, root=True))
    assert people.data["join"] in text and people.data["instructor"] in text and "plain http" in text
    text = "\n".join(hub.class_server.welcome(chosen(hub), people, root=False))
    assert "Only this machine" in text and "Everybody runs as you" in text


def test_as_root_without_useradd_it_is_refused(hub, monkeypatch):
    monkeypatch.setattr(hub.class_server.shutil, "which", lambda name: None)
    with pytest.raises(hub.class_server.CourseError, match="no useradd here"):
        hub.class_server.refuse(chosen(hub), root=True)


def test_a_taken_port_is_named(hub):
    port = 20_000 + 10 * (os.getpid() % 1000)  # below those that the system gives to others
    with socket.socket() as one:
        one.bind(("127.0.0.1", port))
        one.listen()
        for first in (port, port - 1, port - 2):
            with pytest.raises(hub.class_server.CourseError, match=rf"Port {port} is taken .* --port"):
                hub.class_server.check_ports("127.0.0.1", first)


def test_an_address_of_another_machine_is_named(hub):
    with pytest.raises(hub.class_server.CourseError, match=r"has no address 192\.0\.2\.1"):
        hub.class_server.check_ports("192.0.2.1", 8000)


def test_too_little_memory_is_said_with_the_number_that_fits(hub):
    assert hub.class_server.memory_remark(30, 24_000) == hub.class_server.memory_remark(30, None) == []
    (line,) = hub.class_server.memory_remark(30, 10 * hub.class_server.PER_STUDENT)
    assert "about 10 fit" in line


@pytest.mark.parametrize("said", ["npm error code EAI_AGAIN", "npm error ECONNREFUSED", "npm error code ENOTFOUND"])
def test_without_a_network_the_proxys_set_up_says_so(hub, said):
    error = hub.class_server.npm_error(said + " https://registry.example/x")
    assert "npm registry could not be reached" in str(error) and "://" not in str(error)


def test_other_words_of_npm_are_quoted_without_addresses(hub):
    error = hub.class_server.npm_error("npm error EINTEGRITY from https://user:secret@registry.example/x")
    assert "EINTEGRITY" in str(error) and "secret" not in str(error)


def test_one_class_at_a_time_in_a_folder(hub, tmp_path):
    (tmp_path / "hub").mkdir()
    with hub.class_server.alone(tmp_path):  # noqa: SIM117
        with pytest.raises(hub.class_server.CourseError, match="running already"), hub.class_server.alone(tmp_path):
            pass


def test_a_process_counts_as_ours_only_if_it_is_what_we_think(hub, tmp_path):
    file = tmp_path / "hub.pid"
    assert hub.class_server.our_process(file, "python") is None
    file.write_text(str(os.getpid()))
    assert hub.class_server.our_process(file, "a word that is not in its command line") is None
    assert hub.class_server.our_process(file, "py") == os.getpid()


def test_folders_let_nobody_look_around(hub, tmp_path):
    hub.class_server.make_folders(tmp_path / "a class", root=True)
    modes = [oct((tmp_path / "a class" / name).stat().st_mode & 0o777) for name in ("", "students", "hub")]
    assert modes == ["0o711", "0o711", "0o700"]
    (tmp_path / "file").touch()
    with pytest.raises(hub.class_server.CourseError, match="is a file where the class needs a folder"):
        hub.class_server.make_folders(tmp_path / "file", root=True)


def test_every_error_of_the_command_is_one_line(hub, capsys, tmp_path):
    assert hub.class_server.main(["--memory", "0.1", "--folder", str(tmp_path)]) == 1
    assert hub.class_server.main(["password", "ann", "--folder", str(tmp_path)]) == 1
    assert hub.class_server.main(["remove", "--folder", str(tmp_path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3 and "no class yet" in lines[1] and "Whom" in lines[2]


class FakeHub:
    """A JupyterHub that ends at once, with a code."""

    def __init__(self, code):
        self.code = code

    def wait(self):
        return self.code


def test_a_crashed_hub_is_started_again_and_one_that_was_shut_down_is_not(hub, tmp_path, monkeypatch, capsys):
    codes = iter([0])
    monkeypatch.setattr(hub.class_server, "end_remains", lambda folder: None)
    monkeypatch.setattr(hub.class_server, "start_hub", lambda folder: FakeHub(next(codes)))
    monkeypatch.setattr(hub.class_server, "wait_for", lambda *_: None)
    hubs = [FakeHub(-9)]
    hub.class_server.look_after(hubs, tmp_path, "http://")
    said = capsys.readouterr().out
    assert len(hubs) == 2 and "is being started again" in said and "is back" in said and "shut down" in said
    codes = iter([-9] * 9)
    with pytest.raises(hub.class_server.CourseError, match="four times in a minute"):
        hub.class_server.look_after([FakeHub(1)], tmp_path, "http://")


def test_the_load_test_fails_for_one_who_failed_and_says_so(hub):
    load_test = importlib.import_module("load_test")
    fine = {"name": "a", "failed": [], "memory": {"pss": 200.0, "rss": 300.0}} | dict.fromkeys(load_test.STEPS, 1.0)
    figures = {"students": [fine, {"name": "b", "failed": ["b: no"]}], "count": 2, "seconds": 9, "failed": []}
    figures |= {"machine": load_test.machine(), "hub_memory": {"pss": 100}, "kill_a_server": 3, "kill_the_hub": 4}
    text = load_test.report(figures)
    assert text.startswith("1 of 2 students") and "PSS 200 MB" in text and "work unharmed" in text
    text = load_test.report(figures | {"failed": ["kill_the_hub: lost"]})
    assert "FAILED: kill_the_hub: lost" in text and "unharmed" not in text
    one, server, barrier = Namespace(name="b", join=lambda code: "no"), Namespace(code=""), Namespace(wait=lambda s: 0)
    assert load_test.work(one, server, barrier)["failed"] == ["b: no"]
    assert os.getpid() in load_test.descendants(os.getppid())


# ---------------------------------------------------------------- limits, groups, accounts


def test_memory_and_threads_are_limited_for_all_that_a_student_starts(hub, tmp_path):
    code = """
import os, subprocess, sys, student_server
from pathlib import Path
student_server.limit(512 * 2**20, 0)
os.environ.update(student_server.settings(Path(sys.argv[1]), 1))
inner = '''
import os
import re
try:
    bytearray(600 * 2**20)
except MemoryError:
    print("refused", os.environ["OMP_NUM_THREADS"], os.environ["RATOOLS_PROGRESS"])
import resource
try:
    resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40))
except ValueError:
    print("stays")
'''
subprocess.run([sys.executable, "-c", inner], check=True)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(HUB)},
    )
    if sys.platform == "darwin":
        pytest.skip("macOS does not limit the address space")
    assert done.stdout.splitlines()[0] == f"refused 1 {tmp_path}/my_course/progress.jsonl", done.stderr
    if os.geteuid():
        assert done.stdout.splitlines()[1] == "stays"


def test_the_sockets_folder_is_new_each_time_and_the_last_one_goes(hub, tmp_path):
    first = Path(hub.student_server.runtime_folder(tmp_path / "note"))
    assert first.is_dir() and first.stat().st_mode & 0o777 == 0o700 and len(str(first)) < 60
    second = Path(hub.student_server.runtime_folder(tmp_path / "note"))
    assert second.is_dir() and not first.exists()
    keep = tmp_path / "class-mine"
    keep.mkdir()
    (tmp_path / "note").write_text(str(keep))
    Path(hub.student_server.runtime_folder(tmp_path / "note")).rmdir()
    assert keep.is_dir(), "only what lies in the temporary folder is removed"
    second.rmdir()


@pytest.mark.parametrize(("controllers", "file"), [(True, "memory.max"), (False, "memory.limit_in_bytes")])
def test_a_students_group_gets_its_limit_and_its_process(hub, tmp_path, controllers, file):
    if controllers:
        (tmp_path / "cgroup.controllers").write_text("cpu memory")
    folder, name = hub.cages.base(tmp_path)
    assert name == file and not hub.cages.put("ann", 123, 2**31, tmp_path), "there are no groups yet"
    folder.mkdir(parents=True)
    assert hub.cages.put("ann", 123, 2**31, tmp_path)
    assert (folder / "ann" / file).read_text() == str(2**31) and (folder / "ann" / "cgroup.procs").read_text() == "123"
    assert not hub.cages.works(tmp_path / "none")


def test_an_account_of_somebody_else_is_never_touched(hub, monkeypatch):
    other = Namespace(pw_gecos="Someone,,,", pw_uid=1234)
    monkeypatch.setattr(hub.accounts.pwd, "getpwnam", lambda name: other)
    monkeypatch.setattr(hub.accounts, "call", lambda command: pytest.fail(str(command)))
    for change in (hub.accounts.make, hub.accounts.remove):
        with pytest.raises(ValueError, match="rt-ann exists already and is not of a class"):
            change("ann", "/nowhere")


def test_giving_a_folder_away_does_not_follow_links(hub, tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr(hub.accounts.os, "lchown", lambda path, uid, gid: given.append(Path(path).name))
    (tmp_path / "home" / "inner").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").touch()
    (tmp_path / "home" / "link").symlink_to(tmp_path / "outside")
    hub.accounts.give(tmp_path / "home", 1, 1)
    assert sorted(given) == ["home", "inner", "link"]


# ---------------------------------------------------------------- what is written


def test_the_sizing_table_follows_from_what_was_measured(hub):
    text = (HUB / "README.md").read_text(encoding="utf-8")
    one, two = (
        float(re.search(rf"\| and notebook {number}, run \| (\d+) MB", text)[1]) / 1000 for number in ("05", "08")
    )
    starts, seconds = re.search(r"measured: (\d+) starts in (\d+) s on two shared cores", text).groups()
    core_seconds = round(2 * int(seconds) / int(starts))
    rows = re.findall(r"^\| (\d+) \| ([\d.]+) GB \| ([\d.]+) GB \| (\d+) \| (\d+) s \|$", text, re.M)
    assert len(rows) == 5 and core_seconds == 5
    for students, memory, more, cores, wait in rows:
        assert float(memory) == pytest.approx(int(students) * one + 0.3, rel=0.02)
        assert float(more) == pytest.approx(int(students) * two + 0.3, rel=0.02)
        assert float(wait) == pytest.approx(int(students) * core_seconds / int(cores), abs=1)
    assert one * 1000 <= hub.class_server.PER_STUDENT <= two * 1000


def test_values_and_image_agree_with_each_other_and_with_the_course():
    yaml = pytest.importorskip("yaml")
    values = yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8"))
    recipe = (HUB / "Dockerfile").read_text(encoding="utf-8")
    script = Path(values["singleuser"]["cmd"][-1]).relative_to("/opt/ratools")
    assert (HUB.parents[1] / script).is_file() and str(values["singleuser"]["cmd"][-1]) in recipe
    assert (HUB.parents[1] / "notebooks" / Path(values["singleuser"]["defaultUrl"]).name).is_file()
    sections = values["hub"]["config"]["JupyterHub"]["load_groups"]
    for role in values["hub"]["loadRoles"].values():
        assert {scope.partition("!group=")[2] for scope in role["scopes"] if "!" in scope} <= set(sections)
    for path in re.findall(r"^COPY (\S+) ", recipe, re.M):
        assert (HUB.parents[1] / path).exists()


def test_the_proxy_is_pinned_to_the_last_file_and_names_no_registry():
    lock = json.loads((HUB / "proxy" / "package-lock.json").read_text())
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert packages["node_modules/configurable-http-proxy"]["version"] == "5.3.0"
    assert all(one["integrity"].startswith("sha512-") and "resolved" not in one for one in packages.values())
