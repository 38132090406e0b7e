"""The command line: `python -m ratools …`, or `ratools …` once installed; each command is a module of `ratools.cli`."""

import signal

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C during the imports below ends without a traceback

import errno
import os
import sys
from contextlib import suppress

from ratools.cli.commands import command_parser


def main(argv=None):
    """Run a command. Exit code 0, or 2 and one sentence for bad input."""
    try:
        if sys.stdout is None:
            raise ValueError("the output is closed, so there is nowhere to write to")
        arguments, unknown = command_parser().parse_known_args(argv)
        if unknown:
            arguments.command.error(f"unrecognized arguments: {' '.join(unknown)}")
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")  # a Windows console may not have every letter
        code = arguments.run(arguments)
        sys.stdout.flush()
    except ValueError as error:
        print(f"ratools: {error}", file=sys.stderr)
        return 2
    except OSError as error:  # while printing: files that are read raise ValueError
        return _cannot_print(error)
    except KeyboardInterrupt:
        return 130
    return code or 0


def _cannot_print(error):
    """Quiet when the reader (`| head`) has seen enough; a sentence when the disk is full."""
    enough = error.errno in (errno.EPIPE, errno.EINVAL)
    if not enough:
        print(f"ratools: the output could not be written: {error.strerror or error}", file=sys.stderr)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more when it ends
    return 0 if enough else 2


def program():
    """`main`, then exit at once: Python would spend some milliseconds on freeing what the system frees anyway."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = main()
    with suppress(OSError, ValueError, AttributeError):  # a closed stream
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    program()
