"""The modules of the standard library that are read. None acts when it is imported."""

MODULES = """builtins abc argparse array ast asyncio base64 bdb binascii bisect bz2 calendar cmath cmd code codecs
collections collections.abc colorsys compileall concurrent.futures configparser contextlib contextvars copy csv ctypes
dataclasses datetime decimal difflib dis email email.message email.parser email.utils email.mime.text enum faulthandler
filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib gzip hashlib heapq hmac
html html.parser http http.client http.cookiejar http.cookies http.server imaplib importlib importlib.metadata
importlib.resources importlib.util inspect io ipaddress itertools json keyword linecache locale logging logging.config
logging.handlers lzma mailbox marshal math mimetypes multiprocessing multiprocessing.pool multiprocessing.shared_memory
numbers operator optparse os os.path pathlib pickle pkgutil platform plistlib poplib pprint profile pstats py_compile
queue random re reprlib runpy sched secrets select selectors shelve shlex shutil signal smtplib socket socketserver
sqlite3 ssl statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit tokenize
trace traceback tracemalloc types typing unicodedata unittest unittest.mock urllib.error urllib.parse urllib.request
urllib.robotparser uuid venv warnings wave weakref wsgiref.simple_server wsgiref.util xml.dom.minidom
xml.etree.ElementTree xml.sax.saxutils xmlrpc.client xmlrpc.server zipapp zipfile zlib zoneinfo""".split()
