"""Who may join the class: names, codes, passwords and the roster. Standard library only."""

import csv
import hashlib
import json
import os
import re
import secrets
import unicodedata
from pathlib import Path

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike on a projector
LONGEST = 24  # of a name; the account rt-NAME may have 32 characters
SHORTEST_PASSWORD = 8
INSTRUCTOR = "instructor"
ROLES = ("student", "assistant", "instructor")
COLUMNS = {  # what learning platforms call them, in lower case
    "name": ("username", "user name", "login", "login id", "sis login id", "user", "name", "email", "email address"),
    "section": ("section", "group", "groups", "sections"),
    "role": ("role", "roles"),
}


def new_code():
    """A code to read aloud: two groups of five letters and digits."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(10))
    return f"{letters[:5]}-{letters[5:]}"


def new_codes():
    """The two codes of a class."""
    return {"join": new_code(), "instructor": new_code()}


def same_code(given, code):
    """Whether two codes are the same; case, spaces and dashes do not count."""
    given, code = (re.sub(r"[\s-]", "", text).lower().encode() for text in (given, code))
    return secrets.compare_digest(given, code)


def plain_name(text):
    """The name that a student goes by here: `Ann Müller` and `ann.muller@uni.edu` are ann-muller."""
    text = unicodedata.normalize("NFKD", text.strip().lower().split("@")[0]).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def check_name(name):
    """Refuse a name that no account can have."""
    if not name or len(name) > LONGEST:
        raise ValueError(f"A name needs 1 to {LONGEST} letters or digits, got {name[:40]!r}: choose another.")
    return name


# ---------------------------------------------------------------- who is in


class People:
    """The people of one class, in one private file: codes of the class, and each person's password or code."""

    def __init__(self, path):
        self.path = Path(path)
        try:
            self.data = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            self.data = new_codes() | {"people": {}}
            self.save()
        except ValueError:
            raise ValueError(f"{self.path} is damaged: put a copy back, or delete it and hand out new codes") from None

    def save(self):
        """Write it so that an interruption leaves the old file or the new one; nobody else can read it."""
        part = self.path.with_name(self.path.name + ".part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(handle, "w", encoding="utf-8") as file:
            json.dump(self.data, file, indent=1)
        os.replace(part, self.path)

    def join(self, name, code, password):
        """The plain name of someone who may come in; else a ValueError that says what to do."""
        name = check_name(plain_name(name))
        person = self.data["people"].get(name, {})
        if name == INSTRUCTOR:
            if not same_code(password or code, self.data["instructor"]):
                raise ValueError("That is not the instructor's code: it was printed where the class was started.")
        elif "code" in person:
            if not same_code(password or code, person["code"]):
                raise ValueError(f"That is not the personal code of {name}: ask your instructor for it.")
        elif "hash" in person:
            if not secrets.compare_digest(hashed(password, person["salt"]), person["hash"]):
                raise ValueError(
                    f"The name {name} is taken and this is not its password: try again, or choose another name."
                )
        elif self.data.get("roster"):
            raise ValueError(f"{name} is not on the list of this class: use the name that your instructor gave you.")
        else:
            self.add(name, code, password)
        return name

    def add(self, name, code, password):
        """A new person, who knows the join code and chooses a password."""
        if not same_code(code, self.data["join"]):
            raise ValueError("That is not the join code: ask your instructor for it.")
        if len(password) < SHORTEST_PASSWORD:
            raise ValueError(f"Choose a password of at least {SHORTEST_PASSWORD} characters; you need it to come back.")
        salt = secrets.token_hex(8)
        self.data["people"][name] = {"salt": salt, "hash": hashed(password, salt)}
        self.save()

    def forget(self, name):
        """Forget a password, so that its owner can choose another; a personal code is made anew."""
        person = self.data["people"].get(plain_name(name))
        if not person:
            known = ", ".join(sorted(self.data["people"])) or "nobody yet"
            raise ValueError(f"{name} is not in this class; there are {known}")
        if "code" in person:
            person["code"] = new_code()
        else:
            del self.data["people"][plain_name(name)]
        self.save()

    def use_roster(self, rows):
        """Only these may come in, each with a code of their own; who had a code keeps it."""
        people = self.data["people"]
        for row in rows:
            code = people.get(row["name"], {}).get("code") or new_code()
            people[row["name"]] = row | {"code": code}
        self.data["people"] = {row["name"]: people[row["name"]] for row in rows}
        self.data["roster"] = bool(rows)
        self.save()


def hashed(password, salt):
    """A password's fingerprint, slow to guess from."""
    return hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex()


# ---------------------------------------------------------------- the roster


def read_table(path):
    """The rows of a CSV, whichever of comma, semicolon and tab it uses, and where its columns are; and that sign."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        sample = file.readline()
        file.seek(0)
        delimiter = max(",;\t", key=sample.count)
        rows = list(csv.reader(file, delimiter=delimiter))
    header = [word.strip().lower() for word in rows[0]] if rows else []
    columns = {key: [header.index(name) for name in names if name in header] for key, names in COLUMNS.items()}
    columns = {key: found[0] if found else None for key, found in columns.items()}
    if columns["name"] is None:
        names = ", ".join(COLUMNS["name"])
        raise ValueError(f"{path}:1: no column tells the names: give one of them the title {names}")
    return rows, columns, delimiter


def read_roster(path):
    """The people of a roster, as a learning platform exports it: name, section and role of each."""
    rows, columns, _ = read_table(path)
    people = {}
    for number, cells in enumerate(rows[1:], start=2):
        values = {key: cells[at].strip() if at is not None and at < len(cells) else "" for key, at in columns.items()}
        if not any(cell.strip() for cell in cells) or "points possible" in cells[0].lower():  # a line of Canvas
            continue
        row = roster_row(values, f"{path}:{number}")
        if row["name"] in people:
            raise ValueError(f"{path}:{number}: {row['name']} is there twice: give one of them another name")
        people[row["name"]] = row
    if not people:
        raise ValueError(f"{path} names nobody: add a row for each student")
    return list(people.values())


def roster_row(values, where):
    """One person of the roster, checked."""
    try:
        name = check_name(plain_name(values["name"]))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    role = values["role"].lower() or "student"
    role = {"ta": "assistant", "teaching assistant": "assistant", "teacher": "instructor"}.get(role, role)
    if role not in ROLES:
        raise ValueError(f"{where}: the role must be {', '.join(ROLES[:-1])} or {ROLES[-1]}, got {values['role']!r}")
    return {"name": name, "section": plain_name(values["section"]), "role": role}


def write_codes(path, people):
    """Personal codes as a CSV for a mail merge; only the instructor can read it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(handle, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["username", "code", "section", "role"])
        for name, person in people.items():
            writer.writerow([name, person["code"], person["section"], person["role"]])


def fill_in(roster, grades, column, out):
    """Fill a column of the platform's own file with nbgrader's scores; who has none, and whose score found no row."""
    with open(grades, encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    if not lines or not {"student_id", "score"} <= set(lines[0]):
        raise ValueError(f"{grades}:1: nbgrader's export has the columns student_id and score; these are not there")
    if len({line.get("assignment") for line in lines}) > 1:
        raise ValueError(f"{grades} has the scores of several assignments: keep the lines of one")
    scores = {plain_name(line["student_id"]): line["score"] for line in lines}
    rows, columns, delimiter = read_table(roster)
    if column not in rows[0]:
        rows[0].append(column)
    at, missing = rows[0].index(column), []
    for cells in rows[1:]:
        name = plain_name(cells[columns["name"]]) if len(cells) > columns["name"] else ""
        cells += [""] * (len(rows[0]) - len(cells))
        cells[at] = scores.pop(name, cells[at])
        if name and not cells[at]:
            missing.append(name)
    with open(out, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    return missing, sorted(scores)


def groups_and_roles(people):
    """JupyterHub's load_groups and load_roles: a group per section, whose assistants may start and stop its servers."""
    groups, roles = {}, []
    for name, person in people.items():
        if person.get("section"):
            groups.setdefault(person["section"], {"users": []})["users"].append(name)
    helpers = {name: person for name, person in people.items() if person.get("role") == "assistant"}
    for section in sorted({person["section"] for person in helpers.values()}):
        only = f"!group={section}" if section else ""
        scopes = ["admin-ui"] + [scope + only for scope in ("list:users", "read:users:activity", "servers")]
        names = [name for name, person in helpers.items() if person["section"] == section]
        roles.append({"name": f"assistant-{section or 'all'}", "users": names, "scopes": scopes})
    return groups, roles
