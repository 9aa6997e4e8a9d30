//! Tests hostile names and code on every kind of page and in every export. All of it is shown as text. None of it runs,
//! hides or reorders other text, or makes the page wider than the window.

use std::fs;
use std::io::Cursor;

use serde_json::{Value, json};

use crate::browser_session::BrowserSession;
use crate::client;
use crate::looks::WIDTHS;
use crate::samples;
use crate::webdriver::Browser;

/// Used as a name, a title, a note and a comment. If any of it runs, it leaves a trace in `window`.
const MARKUP: &str =
    "</title></style><script>canary=1</script><img src=x onerror=canary=1>\"'><svg onload=canary=1>";
/// Characters that reorder text, hide text or control a terminal.
const CONTROL: &str = "\u{202E}\u{2066}evil\u{2069}\u{200B}\u{AD}\u{FFF9}\u{3164} \u{1B}[31m\u{9B}2J\u{7}";
/// Texts that no page may contain unescaped.
const DECEPTIVE: &str = "/[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\ufeff\\u200b-\\u200f\\u2028-\\u202e\
                         \\u2060-\\u206f\\ufff9-\\ufffb\\u3164]/u";

/// Returns what is wrong with the open page.
async fn faults_here(browser: &Browser, page: &str) -> Vec<String> {
    browser.find("main h1, header h1").await;
    let script = format!(
        "const html = document.documentElement.outerHTML;
         const at = html.search({DECEPTIVE});
         const foreign = document.querySelectorAll(
             `script:not([src]), img:not([src*='chaffinch.svg']), [onload], [onerror], iframe, object`);
         return [
             ...('canary' in window ? ['a script ran'] : []),
             ...(at < 0 ? [] : [`raw: ${{escape(html.slice(at - 60, at + 60))}}`]),
             ...[...foreign].map(element => `element: ${{element.outerHTML.slice(0, 200)}}`),
         ];"
    );
    let mut faults: Vec<String> = serde_json::from_value(browser.script(&script).await).unwrap();
    for width in WIDTHS {
        browser.resize(width).await;
        if browser.overflows().await {
            faults.push(format!("has to be scrolled sideways at {width}"));
        }
    }
    faults.into_iter().map(|fault| format!("{page}: {fault}")).collect()
}

async fn faults(browser: &Browser, pages: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut faults = Vec::new();
    for page in pages {
        browser.open(&page).await;
        faults.extend(faults_here(browser, &page).await);
    }
    faults
}

/// Returns a class of hostile names and texts. All contain the same text, so that it is also quoted as evidence.
fn class() -> Vec<u8> {
    let mut programs = Vec::new();
    for name in ["s01", "s02", "s03"] {
        samples::collect(&samples::folder("submissions").join(name), name, &mut programs);
    }
    let names = [MARKUP.replace('/', ""), format!("b{CONTROL}b"), "c".repeat(200)];
    let mut files = Vec::new();
    // One submission and its earlier copy contain this rare text, so it is quoted.
    let remarks = ["as given".to_owned(), "as given".to_owned(), format!("its own {MARKUP}")];
    for ((name, (_, program)), remark) in names.iter().zip(&programs).zip(remarks) {
        let program = std::str::from_utf8(program).unwrap();
        // A very long line of code, and one without a place to break it.
        let numbers = (0..2_500).map(|at| (at % 89).to_string()).collect::<Vec<_>>().join(",");
        let wide = format!("static int wide[] = {{ /* {remark} */ {numbers}}};\n/*{}*/", "w".repeat(10_000));
        let text = format!(
            "/* {MARKUP} */\n{program}\n/* {CONTROL} */\nconst char *said = \"{CONTROL}\";\n{wide}\n"
        );
        files.push((format!("class/{name}/<script>canary=1</script>{CONTROL}.c"), text.into_bytes()));
        files.push((format!("class/{name}/nul<img src=x>.c"), b"int a;\0int b;".to_vec()));
    }
    samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())))
}

#[tokio::test]
async fn hostile_names_and_code_are_text() {
    let form = || client::form(class(), None).text("title", MARKUP);
    let session = BrowserSession::with(form()).await;
    let BrowserSession { browser, client, .. } = &session;
    let archive = client.archive(MARKUP, &session.batch).await;
    let batch = client.upload(form().text("archives", archive.clone())).await;
    client.finished(&batch).await;
    let api = format!("/batches/{batch}");
    let report = client.json(&format!("{api}/report")).await;
    assert_eq!(report["submissions"].as_array().unwrap().len(), 6);
    let asked =
        json!({ "staff": [report["submissions"][2]["name"]], "teams": [[MARKUP], [MARKUP.repeat(3)]] });
    client.send_json(&format!("{api}/rescore"), &asked).await;
    client.finished(&batch).await;
    let case = json!({ "batch": batch, "submissions": [1, 2], "title": MARKUP, "text": MARKUP });
    let case = client.send_json("/cases", &case).await["id"].as_str().unwrap().to_owned();
    let hold = json!({ "kind": "hold", "text": "x".repeat(3_000) + MARKUP });
    client.send_json(&format!("/cases/{case}/events"), &hold).await;

    let of_report = [
        "",
        "/submissions",
        "/skipped",
        "/clusters",
        "/guide",
        "/pairs/1-2",
        "/pairs/1-2?view=diff",
        "/pairs/1-4",
        "/pairs/3-6",
        "/submissions/1",
        "/submissions/2",
        "/submissions/4",
        "/review",
        "/delete",
    ];
    let reports: Vec<String> =
        of_report.iter().map(|page| session.address(&format!("{api}{page}"))).collect();
    let own = ["/", "/cases", "/archives", "/batches/new", "/query"].map(|page| session.address(page));
    let kept =
        [format!("/archives/{archive}"), format!("/archives/{archive}/delete"), format!("/cases/{case}")];
    let kept = kept.map(|page| session.address(&page));
    let mut found = faults(browser, reports.iter().cloned().chain(own).chain(kept)).await;

    // The page contained it as text.
    browser.open(&reports[5]).await;
    let code = browser.texts("#left .pane").await.concat();
    assert!(
        code.contains(MARKUP) && code.contains("\\u{202E}\\u{2066}evil") && code.contains("\\u{1B}[31m"),
        "{code}"
    );
    assert_eq!(browser.texts("h1 bdi").await[0], MARKUP.replace('/', ""));
    browser.open(&session.address(&format!("{api}/pairs/3-6"))).await;
    let quoted = browser.texts(".matches .evidence q").await.concat();
    assert!(quoted.contains("<script>canary=1</script>"), "{quoted}");

    // Exported files are not protected by the content security policy of a server.
    let dir = session.dir().canonicalize().unwrap();
    let mut handed_out = Vec::new();
    for (name, path) in [
        ("pair", "pairs/1-2/evidence.html"),
        ("case", "evidence.html?submissions=1,2,4"),
        ("redacted", "pairs/1-2/evidence.html?for=right&names=hidden"),
    ] {
        let file = dir.join(format!("{name}.html"));
        fs::write(&file, client.page(&format!("{api}/{path}")).await).unwrap();
        handed_out.push(format!("file://{}", file.display()));
    }
    let zip = client.bytes(&format!("{api}/report.zip")).await;
    zip::ZipArchive::new(Cursor::new(zip)).unwrap().extract(dir.join("report")).unwrap();
    let mut files = Vec::new();
    samples::collect(&dir.join("report"), &format!("file://{}/report", dir.display()), &mut files);
    let pages = files
        .into_iter()
        .map(|(path, _)| path)
        .filter(|path| path.rsplit_once('.').is_some_and(|(_, ending)| ending == "html"));
    handed_out.extend(pages.map(|path| path.replace('%', "%25").replace('#', "%23")));
    assert!(handed_out.len() > 15, "{handed_out:?}");
    found.extend(faults(browser, handed_out).await);

    browser.open(&reports[0]).await;
    browser.submit("form.names button").await;
    found.extend(faults(browser, reports[..12].iter().cloned()).await);
    assert_eq!(found, Vec::<String>::new());
    let table = String::from_utf8(client.bytes(&format!("{api}/report.csv")).await).unwrap();
    assert!(
        !table.chars().any(|c| c.is_control() && c != '\n' && c != '\r') && !table.contains('\u{202E}'),
        "{table}"
    );
    assert_eq!(browser.script("return 'canary' in window").await, Value::Bool(false));
}
