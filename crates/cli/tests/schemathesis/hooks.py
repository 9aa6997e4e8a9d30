"""What a schema cannot say: which ids exist, and what an upload is made of.

Half of all calls are about things that exist (CHAFFINCH_KNOWN, JSON: the name of a parameter, its values), except those
that would delete them; uploads hold archives as people send them.
"""

import io
import json
import os
import zipfile

import schemathesis
from hypothesis import strategies as st

KNOWN = json.loads(os.environ.get("CHAFFINCH_KNOWN", "{}"))

# Printable names, so that what is tried is the service and not the archive writer.
NAMES = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=8)
SOURCES = st.lists(st.sampled_from(["int f(int a) { return a + 1; }\n", "int g;\n", "/* nothing */\n", ""]), max_size=4)


@st.composite
def archives(draw):
    """A zip with two submissions or more."""
    folders = draw(st.lists(NAMES, min_size=2, max_size=4, unique=True))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for folder in folders:
            archive.writestr(f"{folder}/main.c", "".join(draw(SOURCES)))
    return written.getvalue()


schemathesis.openapi.format("binary", archives())


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Names something that exists where the number that was made up is even."""
    method = context.operation.method.lower()
    if not path_parameters or method == "delete" or context.operation.path.endswith("/reduce"):
        return path_parameters
    for name, values in KNOWN.items():
        made_up = path_parameters.get(name)
        if isinstance(made_up, str) and sum(made_up.encode("utf-8", "replace")) % 2 == 0 and is_id(made_up):
            path_parameters[name] = values[len(path_parameters) % len(values)]
    return path_parameters


def is_id(text):
    """Whether this has the form of an id: others are to be refused."""
    return len(text) == 36 and text.count("-") == 4 or text == "1-2"
