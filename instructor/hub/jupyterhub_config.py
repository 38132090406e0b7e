"""JupyterHub's settings for `python3 course.py class`; class_server.py wrote down what was chosen."""

import asyncio
import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent if "__file__" in globals() else Path(os.environ["CLASS_HUB"])
sys.path.insert(0, str(HERE))

import accounts  # noqa: E402
import cages  # noqa: E402
from jupyterhub.auth import Authenticator  # noqa: E402
from jupyterhub.spawner import LocalProcessSpawner, set_user_setuid  # noqa: E402
from people import INSTRUCTOR, People, groups_and_roles, plain_name  # noqa: E402
from tornado import web  # noqa: E402

FOLDER = Path(os.environ["CLASS_FOLDER"])
CHOSEN = json.loads((FOLDER / "hub" / "settings.json").read_text(encoding="utf-8"))
PEOPLE = People(FOLDER / "hub" / "people.json")
BOSSES = {INSTRUCTOR} | {name for name, one in PEOPLE.data["people"].items() if one.get("role") == "instructor"}
AS_ROOT = os.geteuid() == 0


class JoinCode(Authenticator):
    """A name, the class's join code the first time, and a password of one's own; or a personal code."""

    def normalize_username(self, username):
        return plain_name(username)

    async def authenticate(self, handler, data):
        PEOPLE.__init__(PEOPLE.path)  # `class password` may have changed it
        fields = [data.get(field, "") for field in ("username", "code", "password")]
        try:
            name = PEOPLE.join(*fields)
        except ValueError as error:
            await asyncio.sleep(1)  # guessing takes its time
            raise web.HTTPError(403, str(error)) from None
        return {"name": name, "admin": name in BOSSES}


class StudentSpawner(LocalProcessSpawner):
    """A server in the student's own folder; as root, run by the student's own system user."""

    @property
    def home(self):
        return FOLDER / "students" / self.user.name

    def make_preexec_fn(self, name):
        return set_user_setuid(accounts.account(name)) if AS_ROOT else lambda: os.chdir(self.home)

    def user_env(self, env):
        user = accounts.account(self.user.name) if AS_ROOT else self.user.name
        limits = {f"CLASS_{name.upper()}": str(CHOSEN[name]) for name in ("memory", "programs", "threads")}
        path = os.pathsep.join([str(Path(sys.prefix) / "bin"), "/usr/local/bin", "/usr/bin", "/bin"])
        return env | {"USER": user, "HOME": str(self.home), "SHELL": "/bin/bash", "PATH": path} | limits

    async def start(self):
        if AS_ROOT:
            await asyncio.to_thread(accounts.make, self.user.name, self.home)
        else:
            self.home.mkdir(mode=0o700, exist_ok=True)
        where = await super().start()
        if CHOSEN["together"] and not cages.put(self.user.name, self.pid, CHOSEN["together"]):
            self.log.warning("There is no limit for all programs of %s together", self.user.name)
        return where

    async def stop(self, now=False):
        await super().stop(now)
        entry = AS_ROOT and accounts.find(self.user.name)
        if entry:
            await asyncio.to_thread(accounts.end_processes, entry.pw_uid)


c = get_config()  # noqa: F821
c.Application.log_level = "INFO"
c.JupyterHub.bind_url = CHOSEN["address"]
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{CHOSEN['port'] + 2}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{CHOSEN['port'] + 1}"
c.ConfigurableHTTPProxy.command = CHOSEN["proxy"]
c.ConfigurableHTTPProxy.pid_file = str(FOLDER / "hub" / "proxy.pid")
c.JupyterHub.db_url = f"sqlite:///{FOLDER / 'hub' / 'jupyterhub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(FOLDER / "hub" / "cookie_secret")
c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = CHOSEN["cert"], CHOSEN["key"]
c.JupyterHub.active_server_limit = CHOSEN["students"] + len(BOSSES)
c.JupyterHub.template_paths = [str(HERE / "templates")]
c.JupyterHub.template_vars = {"roster": PEOPLE.data.get("roster"), "join_code": PEOPLE.data["join"], "bosses": BOSSES}

c.JupyterHub.authenticator_class = JoinCode
c.Authenticator.allow_all = True  # `authenticate` has refused everyone else
c.Authenticator.admin_users = BOSSES
c.JupyterHub.load_groups, c.JupyterHub.load_roles = groups_and_roles(PEOPLE.data["people"])

c.JupyterHub.spawner_class = StudentSpawner
c.Spawner.cmd = [sys.executable, "-I", str(HERE / "student_server.py")]
c.Spawner.notebook_dir = "~/my_course"
c.Spawner.default_url = "/lab/tree/00_start_here.ipynb"
c.Spawner.env_keep = ["LANG", "LC_ALL", "VIRTUAL_ENV"]
c.Spawner.start_timeout = c.Spawner.http_timeout = 180  # twenty at once on two cores take a minute
c.Spawner.poll_interval = 5  # seconds until a server that was killed is known to be gone
c.LocalProcessSpawner.interrupt_timeout = c.LocalProcessSpawner.term_timeout = 10

if CHOSEN["idle"]:
    cull = [sys.executable, "-X", f"class={FOLDER}", "-m", "jupyterhub_idle_culler", f"--timeout={CHOSEN['idle']}"]
    cull.append(f"--cull-every={max(1, min(60, CHOSEN['idle'] // 2))}")
    c.JupyterHub.services = [{"name": "idle-culler", "command": cull}]
    scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
    c.JupyterHub.load_roles = [
        *c.JupyterHub.load_roles,
        {"name": "cull", "services": ["idle-culler"], "scopes": scopes},
    ]
