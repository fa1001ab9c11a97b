"""A script of python-gitlab's authors, statement by statement: each is a line of the board.

    statements.py CHECKOUT SCRIPT URL TOKEN

CHECKOUT is python-gitlab of that release. A statement that fails is no reason not to try the next. The scripts are of
Python 2, whose `cmp` they use, and in which bytes are texts.
"""
import ast
import base64
import builtins
import functools
import sys
import tempfile

checkout, script, url, token = sys.argv[1:5]
sys.path.insert(0, checkout)


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def sorted_by(values, cmp=None, **rest):
    return builtins.sorted(values, key=cmp and functools.cmp_to_key(cmp), **rest)


encode = base64.b64encode
base64.b64encode = lambda value: encode(value.encode()).decode()

config = tempfile.NamedTemporaryFile("w", suffix=".cfg")
config.write("[global]\ndefault = local\ntimeout = 30\n")
config.write("[local]\nurl = %s\nprivate_token = %s\napi_version = 3\n" % (url, token))
config.flush()
addresses = {"http://localhost:8080": url, "/tmp/python-gitlab.cfg": config.name}


class OfToday(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(addresses.get(node.value, node.value)), node)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if isinstance(node.comparators[0], ast.Constant):
            node.left = ast.Call(ast.Name("text", ast.Load()), [node.left], [])
        return node


source = open("%s/%s" % (checkout, script)).read()
names = {
    "__name__": "__main__",
    "cmp": lambda one, other: (one > other) - (one < other),
    "sorted": sorted_by,
    "text": text,
}
lines = source.splitlines()


def section_of(statement):
    """What the last comment above says that stands at the beginning of a line."""
    above = [line[2:] for line in lines[: statement.lineno] if line.startswith("# ")]
    return above[-1] if above else "imports"


for statement in ast.parse(source).body:
    words = " ".join(ast.get_source_segment(source, statement).split())
    place = "%s, line %d" % (section_of(statement), statement.lineno)
    name = "%s, %s" % (place, words[:60].replace(": ", ":"))
    try:
        tree = ast.fix_missing_locations(OfToday().visit(ast.Module([statement], [])))
        exec(compile(tree, script, "exec"), names)
        print("ok " + name)
    except Exception as error:  # every failure is a line of the board
        said = " ".join(("%s: %s" % (type(error).__name__, error)).split())
        print("not ok %s: %s" % (name, said[:200]))
