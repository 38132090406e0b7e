"""System users for a class: made when a student first starts a server, removed by `class remove`. Linux, as root."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

PREFIX = "rt-"
MARK = "student of a ratools class"  # in the account's comment: only accounts that bear it are ever changed or removed


def account(name):
    """The system user of a student."""
    return PREFIX + name


def find(name):
    """The password entry of a student's account, or None; one that the class did not make is refused."""
    try:
        entry = pwd.getpwnam(account(name))
    except KeyError:
        return None
    if not entry.pw_gecos.startswith(MARK) or entry.pw_uid == 0:
        raise ValueError(f"the account {account(name)} exists already and is not of a class: choose another name")
    return entry


def make(name, home):
    """Make a student's account, unless it is there, and a home that nobody else can read; the password entry."""
    home = Path(home)
    entry = find(name)
    if entry is None:
        command = ["useradd", "--no-create-home", "--user-group", "--shell", "/bin/bash", "--home-dir", str(home)]
        call([*command, "--comment", MARK, account(name)])
        entry = find(name)
    elif entry.pw_dir != str(home):
        call(["usermod", "--home", str(home), account(name)])  # the course's folder was moved
    home.mkdir(mode=0o700, exist_ok=True)
    if home.stat().st_uid != entry.pw_uid:
        give(home, entry.pw_uid, entry.pw_gid)
    home.chmod(0o700)
    return find(name)


def give(folder, uid, gid):
    """Make a folder and all that is in it someone's own; links are not followed."""
    os.lchown(folder, uid, gid)
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            os.lchown(os.path.join(parent, name), uid, gid)


def end_processes(uid):
    """End all that runs as this user."""
    for _ in range(50):
        running = processes(uid)
        for pid in running:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if not running:
            return
        time.sleep(0.1)


def processes(uid):
    """The ids of what runs as this user; a process that has ended and waits to be collected does not count."""
    pids = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            with contextlib.suppress(OSError):
                status = (path / "status").read_text()
                if f"\nUid:\t{uid}\t" in status and "\nState:\tZ" not in status:
                    pids.append(int(path.name))
    return pids


def remove(name, home):
    """Remove a student's account; the work stays, root's own, until it is deleted or the student comes back."""
    entry = find(name)
    if entry is None:
        return False
    end_processes(entry.pw_uid)
    for path in Path("/tmp").glob("class-*"):  # of student_server.py; the next account may get the same number
        if path.is_dir() and path.lstat().st_uid == entry.pw_uid:
            shutil.rmtree(path, ignore_errors=True)
    call(["userdel", account(name)])
    if Path(home).is_dir():
        give(home, 0, 0)
    return True


def call(command):
    """Run one of the system's own commands, or say what it said."""
    if not shutil.which(command[0]):
        raise ValueError(f"there is no {command[0]} on this system: as root the class needs a Linux that has it")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{command[0]} failed: {done.stderr.strip() or done.returncode}")
