//! `graph` measures how long a frame of the graph takes in a browser without a graphics processor, while the layout is
//! computed and while a reader points and moves the picture, and when names are shown. The graph has 2,000 submissions and
//! 5,000 links.

use std::io::{BufRead as _, BufReader, ErrorKind};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context as _, ensure};
use chaffinch_pages::{self as pages, Frame, PageLocation, View, assets};
use chaffinch_report::{Pair, PairId, Report, Submission};

use super::figures::{Aim, Arguments, Figures};
use super::service::Service;
use crate::generate;

const SUBMISSIONS: u32 = 2_000;
/// Submissions that are linked to each other, and links in such a group. Some links join two groups.
const GROUP: u32 = 20;
const LINKS_A_GROUP: u32 = 40;
const LINKS_BETWEEN: u32 = 1_000;
/// Aims: milliseconds of the median frame and until names are shown, and bytes of the page.
const MEDIAN_FRAME: f64 = 33.0;
const NAMES: f64 = 3_000.0;
const MAX_SIZE: f64 = 1_000_000.0;
/// Time after which the browser must have sent its figures.
const PATIENCE: Duration = Duration::from_mins(3);

/// Measures in the page. It sends its figures as the address of a picture.
const MEASURE: &str = r#""use strict";
const root = document.querySelector("[data-graph]");
const canvas = root.querySelector("canvas");
const frames = { moving: [], pointing: [], panning: [] };
const box = canvas.getBoundingClientRect();
// A stroke from the corner begins on no submission, and moves the picture.
const send = (type, at) => canvas.dispatchEvent(new PointerEvent(type, {
  pointerId: 1, button: 0, clientX: box.left + 2 + 4 * at, clientY: box.top + 2 + 3 * at, bubbles: true }));
let last = performance.now();
let names = 0;
const step = (now) => {
  const kind = "moving" in root.dataset ? "moving" : frames.pointing.length < 120 ? "pointing" : "panning";
  frames[kind].push(now - last);
  last = now;
  const at = frames[kind].length;
  if (kind !== "moving") names ||= now;
  if (kind !== "moving") send(kind === "panning" && at === 1 ? "pointerdown" : "pointermove", at);
  if (frames.panning.length < 120) return requestAnimationFrame(step);
  const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
  new Image().src = `${address}/?moving=${median(frames.moving)}&pointing=${median(frames.pointing)}&panning=${median(frames.panning)}&names=${names}`;
};
requestAnimationFrame(step);
"#;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if !arguments.wants("graph") {
        return Ok(());
    }
    let page = page(&class(arguments)?);
    figures.figure("graph-page", page.len() as f64, "bytes", Aim::AtMost(MAX_SIZE))?;
    let dir = tempfile::tempdir()?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    write_folder(dir.path(), &page, &format!("http://{}", listener.local_addr()?))?;
    let mut browser = match start_browser(dir.path()) {
        Ok(browser) => browser,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return figures.skipped("graph", "chromium is not installed");
        }
        Err(error) => return Err(error.into()),
    };
    let measured = measured(&listener);
    browser.kill()?;
    browser.wait()?;
    let measured = measured?;
    figures.figure("graph-moving-median", measured[0], "ms", Aim::AtMost(MEDIAN_FRAME))?;
    figures.figure("graph-pointing-median", measured[1], "ms", Aim::AtMost(MEDIAN_FRAME))?;
    figures.figure("graph-panning-median", measured[2], "ms", Aim::AtMost(MEDIAN_FRAME))?;
    figures.figure("graph-names", measured[3], "ms", Aim::AtMost(NAMES))
}

/// Returns a report with generated links. Everything else is that of a real comparison of two programs.
fn class(arguments: &Arguments) -> anyhow::Result<Report> {
    let service = Service::start(&arguments.binary, None)?;
    let batch = service.compared(&[generate::program(1, 3_000, 0), generate::program(1, 3_000, 9)])?;
    let mut report: Report = serde_json::from_slice(&service.get(&format!("/api/v1{batch}/report"))?)?;
    let submission = report.submissions.first().context("two submissions")?.clone();
    let pair = report.pairs.first().context("two submissions are a pair")?.clone();
    report.submissions = (1..=SUBMISSIONS)
        .map(|id| Submission { id, name: format!("student{id:04}"), ..submission.clone() })
        .collect();
    report.pairs = links()
        .into_iter()
        .zip(1_u32..)
        .map(|(id, rank)| Pair {
            id,
            rank,
            left: format!("student{:04}", id.left),
            right: format!("student{:04}", id.right),
            expect: Some(1e-9 * 1.004_f64.powi(i32::try_from(rank).unwrap_or(i32::MAX))),
            too_short: false,
            same_text_tokens: 0,
            ..pair.clone()
        })
        .collect();
    report.clusters.clear();
    report.settings.cutoff_expect = Some(1.0);
    Ok(report)
}

/// Returns the links of all groups, then those between groups.
fn links() -> Vec<PairId> {
    let ordered = |one: u32, other: u32| PairId { left: one.min(other), right: one.max(other) };
    let mut links = Vec::new();
    for first in (1..=SUBMISSIONS).step_by(GROUP as usize) {
        let all = (0..GROUP).flat_map(|left| (left + 1..GROUP).map(move |right| (left, right)));
        // Every fourth of all pairs of the group.
        let some = all.filter(|(left, right)| (3 * left + right) % 4 == 0).take(LINKS_A_GROUP as usize);
        links.extend(some.map(|(left, right)| ordered(first + left, first + right)));
    }
    links.extend(
        (0..LINKS_BETWEEN)
            .map(|at| ordered(1 + 3 * at % SUBMISSIONS, 1 + (3 * at + 777 + 20 * (at % 7)) % SUBMISSIONS)),
    );
    links
}

fn page(report: &Report) -> String {
    pages::clusters(&Frame::new("", PageLocation::Folder { up: "" }), &report.head(), &View::default())
}

/// Writes the page with the files that it loads and the script that measures.
fn write_folder(dir: &Path, page: &str, address: &str) -> anyhow::Result<()> {
    for (path, asset) in assets() {
        let file = dir.join("static").join(path);
        fs::create_dir_all(file.parent().context("a file is in a folder")?)?;
        fs::write(file, &asset.bytes)?;
    }
    fs::write(dir.join("measure.js"), format!("const address = \"{address}\";\n{MEASURE}"))?;
    let measuring = page.replace("</head>", "<script defer src=\"measure.js\"></script></head>");
    ensure!(measuring.len() != page.len(), "the page has a head");
    Ok(fs::write(dir.join("clusters.html"), measuring)?)
}

fn start_browser(dir: &Path) -> std::io::Result<Child> {
    Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=1400,1000", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", dir.join("profile").display()))
        .arg(format!("file://{}", dir.join("clusters.html").display()))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Waits for the figures: milliseconds of the median frame while the layout is computed, while the pointer moves over the
/// graph and while the picture is moved, and until names are shown.
fn measured(listener: &TcpListener) -> anyhow::Result<[f64; 4]> {
    listener.set_nonblocking(true)?;
    let start = Instant::now();
    let stream = loop {
        match listener.accept() {
            Ok((stream, _)) => break stream,
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(Duration::from_millis(50)),
            Err(error) => return Err(error.into()),
        }
        ensure!(start.elapsed() < PATIENCE, "the browser sent no figures within {PATIENCE:?}");
    };
    stream.set_nonblocking(false)?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    let value = |name: &str| -> anyhow::Result<f64> {
        let (_, rest) = line.split_once(&format!("{name}=")).with_context(|| format!("{name} in {line}"))?;
        Ok(rest.split(['&', ' ']).next().unwrap_or_default().parse()?)
    };
    Ok([value("moving")?, value("pointing")?, value("panning")?, value("names")?])
}
