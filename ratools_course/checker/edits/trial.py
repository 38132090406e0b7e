"""The worker's side of one edit from right: make each edit, run it on the calls, give back those that are right.

Like kinds.py it is sent to the worker as a whole and imports nothing else of the package.
"""

import _thread
import ast
import copy
import json
import math
import signal
import sys
import threading
import time

from ratools_course.checker.edits.kinds import LOGARITHMS, change, edits_of, sort_of

BUDGET = 0.08  # seconds of work for one edit, which may have made a loop endless
MOST = 12  # edits that are right: more are not needed
STEPS = 3000  # of the `while` loops in one call
EDIT, STEP = "<edit>", "_step_"
steps = [0]
done = []  # the worker makes every call twice


def attempt(function, helpers, texts, calls, special, seconds):
    """[tried, all, then as JSON each edit that is right: whether in the special cases too, function, edit].

    `texts` are {name: source}, the function's own first; calls and special cases are (arguments, options, expected).
    """
    if done:
        return []
    done.append(True)
    end = time.monotonic() + seconds
    trees = {name: ast.parse(text).body[0] for name, text in texts.items()}
    space = {**{name: getattr(math, name) for name in LOGARITHMS}, **_surroundings([function, *helpers]), STEP: _step}
    sorts = {}
    if _is_right(_compiled(trees), space, calls[:1], [], sorts):
        return []  # the source is not that of the function
    edits = [(name, edit) for name, tree in trees.items() for edit in edits_of(tree, sorts)]
    edits.sort(key=lambda named: named[1][0])
    codes = _compiled(trees)
    tried, good, iterator = 0, [], iter(enumerate(edits))
    clock = {"late": None, "on": True}
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=_watch, args=(clock,), daemon=True).start()
    while True:
        try:
            for index, (name, edit) in iterator:
                if time.monotonic() > end or len(good) == MOST:
                    break
                tried = index + 1
                clock["late"] = time.process_time() + BUDGET
                right = _edited_is_right(trees, codes, name, edit, space, calls, special)
                if right:
                    good.append(json.dumps([right == 1, name, _plain(edit)]))
            break
        except KeyboardInterrupt:
            clock["late"] = None  # that edit took too long: on to the next
    clock.update(late=None, on=False)
    signal.signal(signal.SIGINT, previous)
    return [tried, len(edits), *good]


def _plain(edit):
    """An edit without its changes, as JSON can hold it."""
    cost, kind, line, changes, old, new = edit
    if len(changes[0]) == 4:  # an expression, whose brackets may be needless
        new = ast.unparse(ast.parse(new, mode="eval"))
    return [cost, kind, line, old[:200], new[:200]]


def _watch(clock):
    """Interrupt what runs when it is late, again and again until it gives up."""
    while clock["on"]:
        time.sleep(0.01)
        if clock["late"] and time.process_time() > clock["late"]:
            clock["late"] += BUDGET
            _thread.interrupt_main()


def _surroundings(functions):
    """The globals and the closures of functions, as one space of names."""
    space = {}
    for function in reversed(functions):
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=False)
        space |= function.__globals__
        space |= {name: cell.cell_contents for name, cell in cells}
    return space


def _compiled(trees):
    return {name: _compile(tree) for name, tree in trees.items()}


def _compile(tree):
    """The code of a tree, whose `while` loops count their steps."""
    loops = [(node, node.test) for node in ast.walk(tree) if isinstance(node, ast.While)]
    for node, test in loops:
        node.test = ast.BoolOp(ast.And(), [ast.Call(ast.Name(STEP, ast.Load()), [], []), test])
    try:
        return compile(ast.Module([ast.fix_missing_locations(tree)], []), EDIT, "exec")
    finally:
        for node, test in loops:
            node.test = test


def _step():
    """True, but not for ever."""
    steps[0] += 1
    if steps[0] > STEPS:
        raise RuntimeError("endless")
    return True


def _edited_is_right(trees, codes, name, edit, space, calls, special):
    try:
        undo = change(edit[3])
    except SyntaxError:
        return 0
    try:
        code = _compile(trees[name])
    except (SyntaxError, ValueError, TypeError):
        return 0
    finally:
        change(undo)
    return _is_right({**codes, name: code}, space, calls, special)


def _is_right(codes, space, calls, special, sorts=None):
    """1 if the functions, as compiled, are right on every call, 0.5 if only not on the special ones, else 0."""
    space = dict(space)
    try:
        for code in reversed(codes.values()):
            exec(code, space)
    except Exception:  # a default that asks for a name of the inside
        return 0
    function = space[next(iter(codes))]
    if sorts is not None:
        sys.setprofile(lambda frame, event, _: _note(frame, event, sorts))
    try:
        if not all(_answers(function, *call) for call in calls):
            return 0
    finally:
        sys.setprofile(None)
    return 1 if all(_answers(function, *call) for call in special) else 0.5


def _note(frame, event, sorts):
    """Which sort of value each name of the learner's code holds."""
    if event == "return" and frame.f_code.co_filename == EDIT:
        for name, value in frame.f_locals.items():
            sort = sort_of(value)
            sorts[name] = sort if sorts.setdefault(name, sort) == sort else None


def _answers(function, arguments, options, expected):
    """Whether one call gives what is expected and leaves its arguments alone."""
    given, steps[0] = copy.deepcopy(arguments), 0
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
