"""What an integrator does with the client that openapi-python-client made of the document: upload, wait, read.

    client.py FOLDER-OF-THE-CLIENT ADDRESS TOKEN CLASS.zip HANDOUT.c

Prints one line a call: its name, then what came, tab-separated.
"""

import io
import sys
import time

folder, address, token, upload, handout = sys.argv[1:]
sys.path.insert(0, folder)

from chaffinch_client import AuthenticatedClient
from chaffinch_client.api.batches import (
    batches_create,
    batches_list,
    batches_show,
    reports_pairs,
    reports_report,
    reports_report_zip,
)
from chaffinch_client.api.courses import courses_list
from chaffinch_client.api.tokens import tokens_create
from chaffinch_client.models import BatchAlone, Language, Layout, NewBatch, NewToken, Problem, Role, Scope
from chaffinch_client.types import File

client = AuthenticatedClient(base_url=address, token=token)


def say(what, *came):
    print(what, *came, sep="\t")


def file(path, kind):
    with open(path, "rb") as opened:
        return File(payload=io.BytesIO(opened.read()), file_name=path.rsplit("/")[-1], mime_type=kind)


wish = NewBatch(
    submissions=[file(upload, "application/zip")],
    boilerplate=[file(handout, "text/plain")],
    title="Week 3",
    language=Language.C,
    layout=Layout.AUTO,
    common_limit=50,
)
batch = batches_create.sync(client=client, body=wish, idempotency_key="once")
assert isinstance(batch, BatchAlone), batch
say("accepted", batch.title, batch.options.layout.value, batch.options.common_limit)
while batch.status.value in ("queued", "running"):
    time.sleep(0.1)
    batch = batches_show.sync(batch.id, client=client)
say("ended", batch.status.value, batch.report.submissions)

listed = batches_list.sync(client=client, limit=10)
say("listed", *(one.title for one in listed.batches))
report = reports_report.sync(batch.id, client=client)
match = report.pairs[0].matches[0]
say("report", len(report.submissions), report.pairs[0].id, match.left.path)
say("masked", *sorted({len(span) for one in report.submissions for file in one.files for span in file.masked}))
pairs = reports_pairs.sync(batch.id, client=client, limit=2)
say("pairs", *(pair.id for pair in pairs.pairs))
folder = reports_report_zip.sync(batch.id, client=client)
say("folder", folder.payload.read(2).decode())

made = tokens_create.sync(client=client, body=NewToken(label="reader", scope=Scope.READ, days=7))
say("token", made.scope.value, made.label)
say("role", courses_list.sync(client=client).courses[0].role is Role.OWNER)
refused = batches_show.sync("00000000-0000-7000-8000-000000000000", client=client)
assert isinstance(refused, Problem), refused
say("refused", refused.code.value, refused.status)
