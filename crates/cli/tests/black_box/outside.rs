//! Tests exported files: the folder and evidence files open from disk, request nothing from the network, and can be
//! printed.

use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;

/// Returns the text of a printed file, page by page, with single spaces between words.
fn printed(pdf: &Path) -> Vec<String> {
    let output = Command::new("pdftotext").arg("-layout").arg(pdf).arg("-").output();
    let output = output.expect("pdftotext starts (scripts/test installs it)");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // Every page ends with a form feed.
    let pages = text.split_terminator('\u{C}');
    pages.map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[tokio::test]
async fn the_folder_and_evidence_files_ask_the_network_for_nothing() {
    let session = BrowserSession::with(client::form(
        samples::archive("submissions"),
        Some(samples::archive("handout")),
    ))
    .await;
    let BrowserSession { browser, client, batch, .. } = &session;
    let dir = session.dir().canonicalize().unwrap();
    let zip = client.bytes(&format!("/batches/{batch}/report.zip")).await;
    zip::ZipArchive::new(Cursor::new(zip)).unwrap().extract(dir.join("report")).unwrap();
    let mut files = Vec::new();
    samples::collect(&dir.join("report"), "", &mut files);
    let index = files.iter().map(|(path, _)| path).find(|path| path.ends_with("/index.html")).unwrap();
    let root = format!("file://{}/report{}", dir.display(), index.trim_end_matches("index.html"));
    browser.requests().await;
    for page in [
        "index.html",
        "submissions.html",
        "clusters.html",
        "guide.html",
        "skipped.html",
        "pairs/5-6.html",
        "pairs/1-2-diff.html",
        "submissions/5.html",
    ] {
        browser.open(&format!("{root}{page}")).await;
        browser.find("main h1").await;
        let asked = browser.requests().await;
        assert!(
            asked.iter().any(|name| name.contains("/static/chaffinch.css")),
            "{page} has styles: {asked:?}"
        );
        assert!(asked.iter().all(|name| name.starts_with(&root)), "{page}: {asked:?}");
    }
    for (name, path) in [
        ("pair", "pairs/5-6/evidence.html"),
        ("several", "evidence.html?submissions=1,2,16"),
        ("redacted", "pairs/5-6/evidence.html?for=left&names=hidden"),
    ] {
        let file = dir.join(format!("{name}.html"));
        fs::write(&file, client.page(&format!("/batches/{batch}/{path}")).await).unwrap();
        browser.open(&format!("file://{}", file.display())).await;
        browser.find("header h1").await;
        assert_eq!(browser.requests().await, [format!("file://{}", file.display())]);
        assert_eq!(browser.texts("script, link, iframe, object, img").await, Vec::<String>::new(), "{name}");
        let background = "return getComputedStyle(document.querySelector('.match')).borderCollapse";
        assert_eq!(browser.script(background).await, "collapse", "{name} has its styles inside");
    }

    // The printed page shows the shared passages.
    browser.open(&format!("file://{}/pair.html", dir.display())).await;
    browser.find("header h1").await;
    let pdf = browser.print().await;
    assert!(pdf.starts_with(b"%PDF-"));
    fs::write(dir.join("pair.pdf"), pdf).unwrap();
    let pages = printed(&dir.join("pair.pdf"));
    assert!(pages.len() > 1, "{} page", pages.len());
    let report = client.json(&format!("/batches/{batch}/report")).await;
    let pairs = report["pairs"].as_array().unwrap();
    let pair = pairs.iter().find(|pair| pair["id"] == "5-6").unwrap();
    let text = pages.join(" ");
    for side in ["left", "right"] {
        let region = &pair["matches"][0][side];
        let path = format!("{}/{}", pair[side].as_str().unwrap(), region["path"].as_str().unwrap());
        let code = fs::read_to_string(samples::folder("submissions").join(path)).unwrap();
        let byte = |name: &str| usize::try_from(region[name].as_u64().unwrap()).unwrap();
        // Longer lines may be broken to fit beside the other side.
        let short = |line: &&str| (12..32).contains(&line.trim().len());
        let lines: Vec<&str> = code[byte("start_byte")..byte("end_byte")].lines().filter(short).collect();
        assert!(lines.len() > 5, "{lines:?}");
        for line in lines {
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(&line), "{line:?} is not on paper: {text}");
        }
    }
    let digest = report["submissions"][4]["files"][0]["digest"].as_str().unwrap();
    assert!(text.replace(' ', "").contains(digest), "{digest} is not on paper");
}

#[tokio::test]
async fn the_evidence_file_of_a_case_is_printed_with_its_title_on_each_page() {
    let session = BrowserSession::with(client::form(
        samples::archive("submissions"),
        Some(samples::archive("handout")),
    ))
    .await;
    let BrowserSession { browser, client, batch, .. } = &session;
    let dir = session.dir().canonicalize().unwrap();
    let case =
        json!({ "batch": batch, "submissions": [5, 6], "title": "Same (code)?", "text": "Heard both." });
    let case = client.send_json("/cases", &case).await;
    let file = dir.join("case.html");
    let path = format!("/cases/{}/evidence.html", case["id"].as_str().unwrap());
    fs::write(&file, client.page(&path).await).unwrap();
    browser.open(&format!("file://{}", file.display())).await;
    browser.find("header h1").await;
    let width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.script(width).await, 0, "nothing is wider than the window");
    assert!(browser.texts("button, input, select, details").await.is_empty());
    fs::write(dir.join("case.pdf"), browser.print().await).unwrap();
    let pages = printed(&dir.join("case.pdf"));
    for (page, number) in pages.iter().zip(1..) {
        assert!(page.starts_with("Same (code)?"), "{page}");
        assert!(page.replace(' ', "").ends_with(&format!("{number}/{}", pages.len())), "{page}");
        assert!(page.len() > 100, "page {number} is nearly empty: {page}");
    }
    let text = pages.join(" ");
    let headings =
        ["What was found", "What speaks against copying", "Strongest matches", "Decision", "History"];
    let places: Vec<Option<usize>> = headings.iter().map(|heading| text.find(heading)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
    assert!(text.contains("Heard both."), "{text}");
}
