"""Reads results in MOSS's form as known readers of them do, each in its own way, and says what it read.

    readers.py URL COMMENT [directories|failed]

The ways are those of published plugins and scripts, told in words of our own: regular expressions on the raw text, three
kinds of HTML parsers, a parser that goes line by line. All must read the same out of the pages. COMMENT: as it was sent. `directories`: the
submissions are directories, of which the last part is a number. `failed`: the job has failed.
"""

import re
import sys
import urllib.error
import urllib.parse
import urllib.request

from bs4 import BeautifulSoup

url, comment, directories = sys.argv[1], sys.argv[2], "directories" in sys.argv[3:]
base = url.split("/results/")[0]


def get(address):
    with urllib.request.urlopen(address) as response:
        return response.read().decode(response.headers.get_content_charset())


def exists(address):
    try:
        with urllib.request.urlopen(address) as response:
            return len(response.read()) > 0
    except urllib.error.HTTPError as error:
        assert error.code == 404, error
        return False


def text(code):
    for entity, character in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]:
        code = code.replace(entity, character)
    return code


index = get(url)


def ontrack():
    """Regular expressions over match page after match page, until there is none."""
    rows, number = [], 0
    while exists(f"{url}/match{number}-top.html"):
        top, *sides = (get(f"{url}/match{number}-{part}.html") for part in ["top", "0", "1"])
        found = re.search(r"<TH>(\S+)\s\((\d+)%\).*<TH>(\S+)\s\((\d+)%\)", top, re.S)
        whole = [
            re.search(r"<HR>\s+(\S+)<p><PRE>\n(.*)</PRE>\n</PRE>\n</BODY>\n</HTML>", side, re.S) for side in sides
        ]
        assert [found[1], found[3]] == [side[1] for side in whole]
        assert all(re.sub(r"<A.*?>.*?</A>", "", side[2]).strip() for side in whole)
        if directories:
            assert all(re.search(r".*/(\d+)/$", name) for name in [found[1], found[3]]), found
        rows.append((text(found[1]), int(found[2]), text(found[3]), int(found[4])))
        number += 1
    listed = re.findall(r'<TR><TD><A HREF=".*?match(\d+).html">.*\((\d+)%\)</A>\n.*?<TD><A.*?((\d+)%\))', index, re.I)
    assert [int(row[0]) for row in listed] == list(range(number))
    return rows


def kelvin():
    """One regular expression over the list; then every frame and every picture."""
    row = re.compile(
        r'<TR><TD><A HREF="([^"]+)">(\S+) \((\d+)%\)</A>\s*<TD><A HREF="[^"]+">(\S+) \((\d+)%\)</A>\s*<TD[^>]+>(\d+)'
    )
    rows = row.findall(index)
    for link, *_ in rows[:3]:
        frames = BeautifulSoup(get(link), "html.parser").find_all("frame")
        assert len(frames) == 3
        for frame in frames:
            page = BeautifulSoup(get(urllib.parse.urljoin(link, frame["src"])), "html.parser")
            for picture in {image["src"] for image in page.find_all("img")}:
                assert exists(urllib.parse.urljoin(link, picture)), picture
    return [(text(left), int(one), text(right), int(two), int(lines)) for _, left, one, right, two, lines in rows]


def mossum(parser):
    """The third paragraph is the report's name, rows are those of the first table with three cells."""
    soup = BeautifulSoup(index, parser)
    assert soup.find_all("p")[2].text.strip() == comment, soup.find_all("p")[2]
    rows = []
    for row in soup.find("table").find_all("tr")[1:]:
        cells = row.find_all("td")
        assert len(cells) == 3, row
        assert row.a["href"].startswith(url + "/match")
        (left, one), (right, two) = (cell.text.split() for cell in cells[:2])
        rows.append((left, int(one.strip("()%")), right, int(two.strip("()%")), int(cells[2].text)))
    return rows


def plagiarism_programming():
    """Without the address in front; directories by their slash; then each source line by line."""
    stripped = index.replace(url + "/", "")
    name = r"(?:[^/<]*/)*?([^/<]*)/" if directories else r"(\S*)"
    links = re.findall(rf'<A HREF="(match\d*\.html)">{name}\s\((\d*)%\)</A>', stripped)
    assert len(links) == 2 * (index.count("<TR>") - 1)
    for number in range(min(3, len(links) // 2)):
        for side in "01":
            marked, inside, lines = [], None, iter(get(f"{url}/match{number}-{side}.html").split("\n"))
            for line in lines:
                if line.startswith("</FONT>"):
                    inside, line = None, line[len("</FONT>") :]
                begins = re.match(r'<A NAME="(\d+)"></A><FONT color = (#[0-9A-F]{6})>', line)
                if begins:
                    assert inside is None
                    inside = int(begins[1])
                    marked.append(inside)
                    assert next(lines) == "", "one empty line"
            assert inside is None
            top = get(f"{url}/match{number}-top.html")
            assert sorted(marked) == list(range(len(marked))) and len(marked) == top.count("<TR>") - 1
    return len(links) // 2


def mosswebsite():
    """Counts rows; of the table above a header of five cells, rows of four, each `from-to`."""
    pages = index.count("<TR>") - 1
    for number in range(min(3, pages)):
        top = BeautifulSoup(get(f"{url}/match{number}-top.html"), "html5lib")
        header, *rows = top.find_all("tr")
        assert len(header.find_all("th")) == 5
        for row in rows:
            cells = row.find_all("td")
            assert len(cells) == 4 and all(re.fullmatch(r"\d+-\d+", cells[at].text.strip()) for at in (0, 2)), row
    return pages


def mossuci():
    """Date, options and rows by regular expressions."""
    date = re.search(r"Moss Results<p>\n(\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \w{3} \d{4})\n<p>\nOptions (-l \w+ .*-m \d+)\n", index)
    assert date, index[:300]
    assert len(re.findall(r"results/\d+/\d+/match(\d+)\.html", index)) == 2 * (index.count("<TR>") - 1)
    return date[2]


def crawlers():
    """Links by the address that was answered, pictures by theirs."""
    links = set(re.findall(re.escape(url) + r"/match(\d+)\.html", index))
    pictures = set(re.findall(re.escape(base) + r"/bitmaps/(tm_\d+_\d+.gif)", get(f"{url}/match0-top.html")))
    assert pictures
    return len(links)


def mossnet_students():
    """The real one, which builds a graph of the students in the list."""
    import mossnet

    return mossnet.build([url]).num_nodes()


def lines_of_cells():
    """A parser that knows no unclosed cells has all of a row in its first one, a line each."""
    rows = []
    for row in BeautifulSoup(index, "html.parser").find_all("tr")[1:]:
        left, right, lines = [part.strip() for part in row.find("td").text.strip().split("\n")[:3]]
        (left, one), (right, two) = left.split(), right.split()
        rows.append((left, int(one.strip("()%")), right, int(two.strip("()%")), int(lines)))
    return rows


def told(reader, came):
    print(reader, came, sep="\t", flush=True)


if "failed" in sys.argv[3:]:
    # None may read a result, not even an empty one: a reader of tables fails, and the others find no row and not the
    # sentence of an empty list.
    assert "No matches were found" not in index
    for name, reader in {
        "moss_ruby, OnTrack": ontrack,
        "Kelvin": kelvin,
        "mossum (html5lib)": lambda: mossum("html5lib"),
        "mossum (lxml)": lambda: mossum("lxml"),
        "readers of cells (html.parser)": lines_of_cells,
        "Moodle plagiarism_programming": plagiarism_programming,
        "MossWebsite": mosswebsite,
        "borowski, ELTE TMS": crawlers,
        "mossnet": mossnet_students,
    }.items():
        try:
            found = reader()
        except Exception:
            found = None
        told(name, "no result" if not found or found == -1 else f"found {found}")
    sys.exit()

rows = kelvin()
assert rows, "there is something to read"
assert ontrack() == [row[:4] for row in rows]
told("moss_ruby, OnTrack", f"{len(rows)} pairs")
told("Kelvin", f"{len(rows)} pairs")
for parser in ["html5lib", "lxml"]:
    assert mossum(parser) == rows, parser
    told(f"mossum ({parser})", f"{len(rows)} pairs")
assert lines_of_cells()[:1] == rows[:1]
told("readers of cells (html.parser)", "the first pair")
assert plagiarism_programming() == len(rows)
told("Moodle plagiarism_programming", f"{len(rows)} pairs")
assert mosswebsite() == len(rows)
told("MossWebsite", f"{len(rows)} pairs")
told("MossUCI", mossuci())
assert crawlers() == len(rows)
told("borowski, ELTE TMS", f"{len(rows)} pairs")
