"""What the teachers' commands share: every mistake on a command line is one sentence, with a remedy."""

import argparse


class Arguments(argparse.ArgumentParser):
    """A parser that tells a mistake in one line, without the list of all options."""

    def error(self, message):
        """End with the mistake and where to look."""
        self.exit(2, f"{message}; `{self.prog} --help` shows how\n")


def sentence(error):
    """What a ValueError or an OSError amounts to, in a sentence.

    >>> sentence(FileNotFoundError(2, "No such file or directory", "../before.csv"))
    'there is no ../before.csv: check the path, and make the folder first if you want to write there'
    """
    path = str(getattr(error, "filename", None) or "").removesuffix(".part")
    if not path:
        return str(error)
    if isinstance(error, FileNotFoundError):
        return f"there is no {path}: check the path, and make the folder first if you want to write there"
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"{path} is a file where a folder is needed: name another folder"
    if isinstance(error, IsADirectoryError):
        return f"{path} is a folder where a file is needed: name a file in it"
    if isinstance(error, PermissionError):
        return f"{path} may not be read or written by you: take another place, or change its rights"
    return f"{path}: {error.strerror}; take another place, or try again"
