"""One edit from right: which single change of a learner's own lines makes a function right.

Every edit of kinds.py is tried in the worker (trial.py), within SECONDS and under its limits. The verdict
names the line and the kind of change; the first hint quotes the line, the second says what to put there.
"""

import ast
import json
import sys
from contextlib import ExitStack, contextmanager
from types import FunctionType

from ratools_course.checker import worker
from ratools_course.checker.edits import kinds as edit_kinds
from ratools_course.checker.edits import trial as edit_trial
from ratools_course.checker.sources import definition

SECONDS = 1.1  # for all edits; with the start of the process it is 1.5 at most
SECONDS_IN_ALL = 1.5
SPECIAL = {"nothing judged", "nothing relevant", "an empty list", "an empty text", "one label", "fewer than two"}
WORLD = set("os sys open shutil subprocess pathlib Path io socket requests urllib exec eval __import__ ctypes".split())
SENTENCES = {
    "divisor": "Look at what {line} divides by.",
    "dividend": "Look at what {line} divides: what stands above the line of the fraction?",
    "fraction": "Look at the fraction in {line}: does it stand the right way up?",
    "brackets": "Look at the order of the operations in {line}: what is worked out first?",
    "operator": "Look at the arithmetic in {line}.",
    "number": "Look at the numbers in {line}: is each of them the right one?",
    "text": "Look at the text in {line}.",
    "value": "Look at the names in {line}: does each hold what you need there?",
    "missing": "Look at the value in {line}: something is not divided or multiplied yet.",
    "condition": "Look at the condition in {line}.",
    "filter": "Look at what {line} leaves out: does what comes after it still have its place?",
    "slice": "Look at how much of the list {line} takes.",
    "short": "Look at {line}: what if the list is shorter than that?",
    "count": "Look at where {line} begins to count, and where it ends.",
    "index": "Look at the index in {line}.",
    "look-up": "Look at {line}: what if the key is not there?",
    "order": "Look at the order in which {line} takes things.",
    "once": "Look at {line}: how often does the same thing count?",
    "call": "Look at the function that {line} calls.",
    "arguments": "Look at the arguments in {line}.",
    "update": "Look at {line}: should it add to what is there, or replace it?",
    "target": "Look at the names that {line} gives a value to.",
    "stop": "Look at {line}: should the loop go on after it?",
    "needless": "{Line} does harm: is it needed?",
    "only if": "Look at {line}: should it happen every time?",
    "reset": "Look at the loop of {line}: which number must begin anew each time?",
    "else": "Look at {line}: does it belong under an `else`?",
    "elif": "Look at {line}: should it be asked if the condition before it was true?",
    "return": "Look at {line}: does it give the value back?",
    "end": "What does {whose} return when it comes to its end, after line {number}?",
    "guard": "Look at {line}: what if there is nothing to divide by?",
    "empty": "What should {whose} return, before line {number}, when it is given nothing?",
}


def find_edit(function, calls, expected, failing, special=()):
    """(sentence, hints) for the smallest edit that makes a function right, or None.

    `failing` and `special` are indices of calls. `special` are those that a convention decides, such as an empty list:
    an edit that is right everywhere else counts if there is none that is right everywhere, because a second slip of
    that kind is common.
    """
    written = _written(function)
    if any(_touches_the_world(text) for _, text in written.values()):
        return None  # a changed function must not change a file
    if not written or not failing or sys.platform == "emscripten":  # a browser's tab has no process to kill
        return None
    special = set(special) if set(failing) - set(special) else set()
    failing = [index for index in failing if index not in special]
    order = [*failing[:1], *failing[:: max(1, len(failing) // 4)], *range(len(calls))]
    ordinary = [(*calls[index], expected[index]) for index in dict.fromkeys(order) if index not in special]
    good = _try_all(function, written, ordinary, [(*calls[index], expected[index]) for index in sorted(special)])
    if not good:
        return None
    whole = [(name, edit) for everywhere, name, edit in good if everywhere]
    lines = {name: text.splitlines() for name, (_, text) in written.items()}
    return _described(whole or [(name, edit) for _, name, edit in good], lines, bool(whole))


def _written(function):
    """{name: (function, source)} of a learner's function and the helpers of theirs that it calls, as far as known."""
    sources, queue = {}, [(None, function)]
    while queue and len(sources) < 4:
        name, candidate = queue.pop(0)
        known = definition(candidate)
        if not known:
            continue
        tree, lines = known
        own = tree.name if isinstance(tree, ast.FunctionDef) else getattr(tree.targets[0], "id", None)
        if own is None or own in sources or name not in (None, own):
            continue
        sources[own] = candidate, "\n".join(lines)
        space = {**candidate.__globals__, **_closure(candidate)}
        used = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        helpers = [(used_name, space.get(used_name)) for used_name in dict.fromkeys(used)]
        queue += [pair for pair in helpers if _is_theirs(pair[1], function)]
    return sources if sources and next(iter(sources.values()))[0] is function else {}


def _touches_the_world(text):
    """Whether a source names what reaches beyond the function."""
    nodes = list(ast.walk(ast.parse(text)))
    names = {getattr(node, "id", None) for node in nodes}
    names |= {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {(node.module or "").split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
    return not WORLD.isdisjoint(names)


def _is_theirs(value, function):
    return isinstance(value, FunctionType) and value is not function and value.__module__ == function.__module__


def _closure(function):
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    try:
        return {name: cell.cell_contents for name, cell in cells}
    except ValueError:  # a cell that is still empty
        return {}


def _try_all(function, written, calls, special):
    """The edits that are right, from the worker: (everywhere, name of the function, edit)."""
    texts = {name: text for name, (_, text) in written.items()}
    helpers = [helper for helper, _ in written.values() if helper is not function]
    message = (function, helpers, texts, calls, special, SECONDS)
    try:
        with _sent_as_a_whole(function):
            ended, forward, *_ = worker.run(edit_trial.attempt, [(message, {})], seconds=SECONDS_IN_ALL)
    finally:
        edit_trial.done.clear()
    answer = forward[0] if ended == "done" and forward else {"type": "none"}
    return [json.loads(item["value"]) for item in answer["value"][2:]] if answer["type"] == "list" else []


@contextmanager
def _sent_as_a_whole(function):
    """Send these modules by value, so that the worker need not import the package: it starts sooner."""
    import cloudpickle

    with ExitStack() as stack:
        stack.enter_context(worker._by_value(function))
        for module in (edit_kinds, edit_trial):
            cloudpickle.register_pickle_by_value(module)
            stack.callback(cloudpickle.unregister_pickle_by_value, module)
        yield


# What is said --------------------------------------------------------------------------------------------------------


def _described(edits, lines, whole):
    """The sentence and the two hints: the smallest edit, and which other lines would do."""
    main, cheapest = next(iter(lines)), edits[0][1][0]
    best = {}  # (function, line): edit
    for name, edit in edits:
        if edit[0] <= cheapest + 1:
            best.setdefault((name, edit[2]), edit)
    (first, edit), *_ = best.items()
    # a helper of theirs that was right before is nothing to change while the function itself can be
    others = [location for location in list(best)[1:] if first[0] != main or location[0] == main]
    where, whose = _line(main, *first), _whose(main, first[0])
    sentence = _sentence(edit, where, whose)
    also = " or ".join(_line(main, *location) for location in others[:2])
    several = f" A change in {also} would do as well." if others else ""
    enough = "One change is enough"
    if not whole:
        enough += ", apart from the special cases (an empty list, nothing relevant)"
    said = f"{enough}. {sentence}{several} `hint()` shows the line."
    quoted = lines[first[0]][first[1] - 1].strip().replace("`", "'")
    return said, (f"{_capital(where)} is `{quoted}`. {_sentence(edit, 'it', whose)}", _advice(edit))


def _capital(text):
    return text[0].upper() + text[1:]


def _line(main, name, number):
    return f"line {number} of {_whose(main, name)}"


def _whose(main, name):
    return "your function" if name == main else f"`{name}`"


def _sentence(edit, where, whose):
    kind = edit[1]
    if kind.startswith("out of"):
        return f"{_capital(where)} stands inside the {kind.split()[3].rstrip(',')}."
    if kind.startswith("into"):
        return f"{_capital(where)} stands outside the {kind.split()[2].rstrip(',')}."
    if kind == "swapped":
        return f"{_capital(where)} and the one after it stand in the wrong order."
    return SENTENCES[kind.split(",")[0]].format(line=where, Line=_capital(where), number=edit[2], whose=whose)


def _advice(edit):
    """What to put there."""
    _, kind, _, old, new = edit
    block = kind.split()[3 if kind.startswith("out") else 2].rstrip(",") if kind.startswith(("out", "into")) else ""
    fixed = {
        "after": f"Move it out of the {block}, to after it: as far to the left as the line that opens the {block}.",
        "before": f"Move it out of the {block}, to before it.",
        "last": f"Move it to the end of the {block}, indented like the lines there.",
        "first": f"Move it to the beginning of the {block}, indented like the lines there.",
    }.get(kind.rpartition(" ")[2])
    if fixed and block:
        return fixed
    advice = {
        "swapped": "Swap it with the line after it.",
        "needless": "Leave it out.",
        "stop": "Write `break` after it, just as far in.",
        "else": "Leave the `else` out.",
        "else, beside": "Leave out the `else` and move what is under it one step to the left.",
        "else, narrower": f"Write `{new}` for `else:`.",
        "reset": f"Write `{new}` as the first line inside that loop.",
        "elif": "Write `elif` for `if`.",
        "end": f"Write `{new}` as the last line, as far in as the first.",
        "empty": f"Begin with `{new}`.",
        "only if": f"Put it under `{new}`.",
    }.get(kind)
    if advice:
        return advice
    if kind == "guard" and not old:
        return f"Write `{new}` before it."
    if not new:
        return "Leave the condition out, and look up with `.get(…, 0)`." if kind == "filter" else "Leave it out."
    return f"Instead of `{old}` write `{new}`."
