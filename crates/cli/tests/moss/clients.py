"""Lets the real mosspy, pymoss and mossnet talk to a running service, as their users do.

    clients.py HOST PORT ID CLASS HANDOUT WORK

CLASS holds a folder a submission, HANDOUT what was handed out, WORK is an empty folder. Prints a line for each thing
done: client, what, what came of it, separated by tabs. Ends with an error where a client does.
"""

import glob
import importlib.metadata
import logging
import os
import sys

host, port, number, classes, handout, work = sys.argv[1:7]
port, number = int(port), int(number)


def told(client, what, came):
    print(client, what, came, sep="\t", flush=True)


def version(package):
    return importlib.metadata.version(package)


def with_mosspy():
    import mosspy

    mosspy.Moss.server, mosspy.Moss.port = host, port
    name = f"mosspy {version('mosspy')}"
    moss = mosspy.Moss(number, "python")
    moss.setCommentString("mosspy's class")
    for path in glob.glob(f"{handout}/*.py"):
        moss.addBaseFile(path, os.path.basename(path))
    for path in sorted(glob.glob(f"{classes}/*/*.py")):
        moss.addFile(path, os.path.relpath(path, classes))
    sent = []
    url = moss.send(lambda path, shown: sent.append(shown))
    told(name, "files sent", len(sent))
    told(name, "answer", url)
    page = f"{work}/page.html"
    moss.saveWebPage(url, page)
    text = open(page, encoding="utf-8").read()
    told(name, "saveWebPage", f"{text.count('<TR>') - 1} rows")
    folder = f"{work}/report"
    # With more connections than links in the list, this client stops before it has seen the links of the pages.
    mosspy.download_report(url, folder, connections=1, log_level=logging.WARNING)
    files = sorted(os.listdir(folder))
    whole = [name for name in files if os.path.getsize(f"{folder}/{name}") > 0]
    told(name, "download_report", f"{len(whole)} files")
    told(name, "index links", open(f"{folder}/index.html", "rb").read().decode().count('href="match'))

    # Directories, and options that change what is shown.
    moss = mosspy.Moss(number, "python")
    moss.setDirectoryMode(1)
    moss.setNumberOfMatchingFiles(3)
    moss.setIgnoreLimit(4)
    moss.addFilesByWildcard(f"{classes}/*/*.py")
    url = moss.send()
    moss.saveWebPage(url, page)
    text = open(page, encoding="utf-8").read()
    told(name, "setDirectoryMode, setNumberOfMatchingFiles(3)", f"{text.count('<TR>') - 1} rows")
    told(name, "options shown", text.split("Options ")[1].split("\n")[0])

    # A language that nobody knows: this client does not notice, and is told at the end.
    moss = mosspy.Moss(number)
    moss.options["l"] = "klingon"
    moss.addFilesByWildcard(f"{classes}/s0*/*.py")
    told(name, "unknown language", moss.send())
    return url


def with_pymoss():
    from moss import MOSS, MOSS_LANG_PYTHON as python

    name = f"pymoss {version('pymoss')}"
    call = MOSS(
        number, python, moss_host=host, moss_port=port, matching_file_limit=100, comment="contest - problem"
    )
    for path in sorted(glob.glob(f"{classes}/*/*.py")):
        call.add_file_from_memory(os.path.basename(os.path.dirname(path)), open(path, "rb").read())
    told(name, "answer", call.process())


def with_mossnet(url):
    import mossnet

    name = f"mossnet {version('mossnet')}"
    net = mossnet.build([url])
    told(name, "students", net.num_nodes())
    told(name, "pairs", net.num_edges())
    first, second = next(iter(net.traverse_pairs()))
    (left, left_html), (right, right_html) = list(net.get_pair(first, second).values())[0]
    told(name, "a pair", f"{left}% {right}% {len(left_html) > 100 and len(right_html) > 100}")


if __name__ == "__main__":
    url = with_mosspy()
    with_pymoss()
    with_mossnet(url)
