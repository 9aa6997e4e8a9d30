//! Tests the first use in a real browser: a user drops an archive and reads who shares code and where.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::binary::output_of;
use crate::samples;
use crate::service::Service;
use crate::webdriver::Browser;

/// Returns the text of the highlighted matches with this number on one side, without line numbers.
const PASSAGE: &str = "
    return [...document.querySelectorAll(`#${SIDE} .m[data-match='${NUMBER}']`)]
        .map(piece => piece.textContent).join('');
";

async fn passage(browser: &Browser, side: &str, number: &str) -> String {
    let script = format!("const SIDE = '{side}', NUMBER = '{number}'; {PASSAGE}");
    browser.script(&script).await.as_str().unwrap().to_owned()
}

/// Returns the number of the match that is current on both sides, and the side that has the focus.
async fn current(browser: &Browser) -> (String, String) {
    let found = browser
        .script(
            "const numbers = ['left', 'right'].map(side => {
                 const piece = document.querySelector(`#${side} .m.current`);
                 const [pane, text] = [`#${side} .pane`, piece]
                     .map(each => typeof each === 'string' ? document.querySelector(each) : each);
                 const [frame, box] = [pane, text].map(each => each.getBoundingClientRect());
                 const visible = frame.top <= box.bottom && box.top <= frame.bottom;
                 return visible ? piece.dataset.match : 'out of view';
             });
             const focus = document.activeElement.closest('.side');
             return [numbers.join(' '), focus === null ? '' : focus.id];",
        )
        .await;
    (found[0].as_str().unwrap().to_owned(), found[1].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn upload_the_samples_and_click_through_to_a_highlighted_pair() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["submissions", "handout"] {
        fs::write(dir.path().join(format!("{name}.zip")), samples::archive(name)).unwrap();
    }
    let service = Service::start(dir.path());
    let browser = Browser::start().await;
    browser.sign_in(service.link.as_deref().unwrap()).await;
    browser.click("a[href='/batches/new']").await;
    browser.choose_file("input[type=file][name=submissions]", &dir.path().join("submissions.zip")).await;
    browser.choose_file("input[type=file][name=boilerplate]", &dir.path().join("handout.zip")).await;
    browser.enter("input[name=title]", "Checkout").await;
    browser.click("main button[type=submit]").await;

    // The page of the running batch becomes the report by itself.
    browser.click("main a[href*='/pairs/']").await;
    browser.find("#left .m[data-match]").await;
    let title = browser.script("return document.querySelector('h1').textContent").await;
    assert!(title.as_str().unwrap().contains('s'), "{title}");
    let (left, right) = (passage(&browser, "left", "1").await, passage(&browser, "right", "1").await);
    assert!(left.len() > 100 && right.len() > 100, "{left:?} {right:?}");
    let colours = browser
        .script(
            "return ['left', 'right'].map(side => getComputedStyle(
                 document.querySelector(`#${side} .m[data-match='1']`)).backgroundColor)",
        )
        .await;
    assert_eq!(colours[0], colours[1], "a match has one colour on both sides");
    assert_ne!(colours[0], "rgba(0, 0, 0, 0)", "a match has a colour");
}

#[tokio::test]
async fn last_years_class_is_kept_reduced_and_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let upload = dir.path().join("old.zip");
    fs::write(&upload, samples::archive("submissions")).unwrap();
    let service = Service::start(dir.path());
    let browser = Browser::start().await;
    browser.sign_in(service.link.as_deref().unwrap()).await;
    browser.click(".menu a[href='/archives']").await;
    browser.click("main a[href='/archives/new']").await;
    browser.enter("#name", "Last year").await;
    browser.enter("#year", "2024").await;
    browser.choose_file("#submissions", &upload).await;
    browser.click("#upload button[type=submit]").await;
    // The page of the archive follows the job to its end and then offers actions.
    browser.click("main:not(:has([data-events])) a[href$='/reduce']").await;
    browser.click("main form button.danger").await;
    browser.find("main:not(:has([data-events])):not(:has(a[href$='/reduce']))").await;

    // In the same comparison again, the archived side has line numbers and no text.
    browser.open(&format!("{}/batches/new", service.address)).await;
    browser.find("[name=archives][value=none]").await;
    browser.choose_file("#submissions", &upload).await;
    browser.click("#upload button[type=submit]").await;
    browser.click("main .pairs tr:not([data-archive='-']) a[href*='/pairs/']").await;
    browser.find("#right .ranges .badge").await;
    let words = browser.script("return document.querySelector('#right').textContent").await;
    assert!(words.as_str().unwrap().contains("keeps no sources"), "{words}");

    // A typed text is found, too.
    browser.open(&format!("{}/query", service.address)).await;
    let text = fs::read_dir(samples::folder("submissions").join("s01")).unwrap().next().unwrap().unwrap();
    browser.choose_file("#file", &text.path()).await;
    browser.click("#question button[type=submit]").await;
    browser.find("#answer .hits a[href^='/archives/']").await;
}

#[tokio::test]
async fn the_exported_folder_opens_from_disk_and_keys_jump() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let folder = dir.path().canonicalize().unwrap().join("chaffinch-report");
    let browser = Browser::start().await;
    browser.open(&format!("file://{}/index.html", folder.display())).await;
    // A pair with several matches: re-ordered functions.
    browser.click("main a[href*='pairs/5-6']").await;
    browser.find("#left .m[data-match='1']").await;
    assert!(browser.url().await.starts_with("file://"));
    let at = |number: u32| format!("{number} {number}");
    assert_eq!(current(&browser).await.0, at(1), "the longest match is shown first");
    browser.press("n").await;
    assert_eq!(current(&browser).await.0, at(2));
    browser.press("n").await;
    assert_eq!(current(&browser).await.0, at(3));
    browser.press("p").await;
    assert_eq!(current(&browser).await.0, at(2));
    browser.press("c").await;
    let (number, side) = current(&browser).await;
    assert_eq!((number, side.as_str()), (at(2), "right"), "c leads to the counterpart");
    browser.press("c").await;
    assert_eq!(current(&browser).await, (at(2), "left".to_owned()));

    // The page lists its keys.
    browser.press("?").await;
    assert_eq!(browser.seen("#keys").await, 1);
    browser.press("?").await;
    assert_eq!(browser.seen("#keys").await, 0);

    let report: Value = serde_json::from_slice(&fs::read(folder.join("report.json")).unwrap()).unwrap();
    let layers = |pair: &Value| {
        let matches = pair["matches"].as_array().unwrap().iter();
        matches.map(|found| found["literal"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>().len()
    };
    let mixed = report["pairs"].as_array().unwrap().iter().find(|pair| layers(pair) > 1).unwrap();
    browser.open(&format!("file://{}/pairs/{}.html", folder.display(), mixed["id"].as_str().unwrap())).await;
    // A hidden layer is neither listed nor visited by keys.
    let listed = ".matches > li";
    let all = browser.seen(listed).await;
    let layers = browser.texts(".layers small").await;
    let first: u64 = layers[0].parse().unwrap();
    assert!(0 < first && first < all);
    browser.press("7").await;
    assert_eq!(browser.seen(listed).await, all - first);
    for _ in 0..all {
        browser.press("n").await;
        let (numbers, _) = current(&browser).await;
        let number = numbers.split(' ').next().unwrap();
        assert_eq!(browser.seen(&format!("{listed}[data-match='{number}']")).await, 1, "{numbers}");
    }
    browser.press("7").await;
    assert_eq!(browser.seen(listed).await, all);
}

#[tokio::test]
async fn a_report_is_read_without_scripts() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    output_of(dir.path(), &["compare", "--quiet", "--base", &base, &samples::argument("submissions")]);
    let folder = dir.path().canonicalize().unwrap().join("chaffinch-report");
    let browser = Browser::start().await;
    browser.without_scripts().await;
    browser.open(&format!("file://{}/index.html", folder.display())).await;
    browser.submit("main a[href*='pairs/5-6']").await;
    // A match links to its counterpart and to its row in the list.
    browser.click("#left a[href='#r-2']").await;
    browser.find("#r-2:target").await;
    browser.click("#right a[href='#l-2']").await;
    browser.find("#l-2:target").await;
    browser.submit("#left h2 a, #left header a").await;
    browser.find("main pre.code").await;
    assert!(browser.url().await.ends_with("submissions/5.html"));
}
