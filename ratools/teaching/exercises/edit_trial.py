"""The worker's side of one edit from right: make each edit, run it on the calls, give back those that are right.

Like edit_kinds.py it is sent to the worker as a whole and imports nothing else of ours.
"""

import _thread
import ast
import copy
import math
import signal
import threading
import time

from ratools.teaching.exercises.edit_kinds import LOGARITHMS, change, edits_of

BUDGET = 0.08  # seconds for one edit, which may have made a loop endless
done = []  # the worker makes every call twice


def attempt(function, helpers, texts, calls, special, seconds):
    """[tried, all, places of the edits that are right, a half added for those that are not in the special cases].

    `texts` are {name: source}, the function's own first; calls and special cases are (arguments, options, expected).
    """
    if done:
        return []
    done.append(True)
    end = time.monotonic() + seconds
    trees = {name: ast.parse(text).body[0] for name, text in texts.items()}
    space = {**{name: getattr(math, name) for name in LOGARITHMS}, **_surroundings([function, *helpers])}
    if _is_right(trees, space, calls[:1], []):
        return []  # the source is not that of the function
    edits = numbered_edits(trees)
    tried, good, iterator = 0, [], iter(enumerate(edits))
    clock = {"late": None, "on": True}
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=_watch, args=(clock,), daemon=True).start()
    while True:
        try:
            for place, (_, edit) in iterator:
                if time.monotonic() > end or len(good) > 40:
                    break
                tried = place + 1
                clock["late"] = time.monotonic() + BUDGET
                right = _edited_is_right(trees, edit, space, calls, special)
                if right:
                    good.append(place + 1 - right)
            break
        except KeyboardInterrupt:
            clock["late"] = None  # that edit took too long: on to the next
    clock.update(late=None, on=False)
    signal.signal(signal.SIGINT, previous)
    return [tried, len(edits), *good]


def numbered_edits(trees):
    """(name of the function, edit) for all functions, the smallest edits first."""
    found = [(name, edit) for name, tree in trees.items() for edit in edits_of(tree)]
    return sorted(found, key=lambda one: one[1][0])


def _watch(clock):
    """Interrupt what runs when it is late, again and again until it gives up."""
    while clock["on"]:
        time.sleep(0.01)
        late = clock["late"]
        if late and time.monotonic() > late:
            _thread.interrupt_main()


def _surroundings(functions):
    """The globals and the closures of functions, as one space of names."""
    space = {}
    for function in reversed(functions):
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
        space |= function.__globals__
        space |= {name: cell.cell_contents for name, cell in cells}
    return space


def _edited_is_right(trees, edit, space, calls, special):
    undo = change(edit[3])
    try:
        return _is_right(trees, space, calls, special)
    finally:
        change(undo)


def _is_right(trees, space, calls, special):
    """1 if the functions, as they stand in the trees now, are right on every call, 0.5 if not on the special ones."""
    space = dict(space)
    try:
        for tree in reversed(trees.values()):
            code = compile(ast.fix_missing_locations(ast.Module([tree], [])), "<edit>", "exec")
            exec(code, space)
        function = space[next(iter(trees))]
    except KeyboardInterrupt:
        raise
    except BaseException:  # whatever an edit may have made of it
        return 0
    if not all(_answers(function, *call) for call in calls):
        return 0
    return 1 if all(_answers(function, *call) for call in special) else 0.5


def _answers(function, arguments, options, expected):
    """Whether one call gives what is expected and leaves its arguments alone."""
    given = copy.deepcopy(arguments)
    try:
        return alike(function(*given, **options), expected) and given == arguments
    except KeyboardInterrupt:
        raise
    except BaseException:
        return False


def alike(value, expected):
    """Whether two results are equal, numbers up to what floats lose on the way."""
    if isinstance(expected, dict):
        same_keys = isinstance(value, dict) and value.keys() == expected.keys()
        return same_keys and all(alike(value[key], item) for key, item in expected.items())
    if isinstance(expected, list):
        value = list(value) if isinstance(value, (list, tuple)) else []
        return len(value) == len(expected) and all(map(alike, value, expected))
    if isinstance(value, (bool, str)) or value is None or isinstance(expected, str):
        return type(value) is type(expected) and value == expected
    return abs(float(value) - expected) <= 1e-9 * max(1.0, abs(expected))
