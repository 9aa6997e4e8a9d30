//! Tests a case in a real browser: it is opened on the page of a pair, decided, and shown everywhere the pair is shown.

use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;

#[tokio::test]
async fn a_case_is_opened_from_a_pair_and_decided() {
    let session = BrowserSession::with(client::form(
        samples::archive("submissions"),
        Some(samples::archive("handout")),
    ))
    .await;
    let browser = &session.browser;
    session.open("/pairs/3-4").await;
    // The case is opened beside the code, and the page leads to it.
    browser.click(".case-form > summary").await;
    browser.submit(".case-form form button").await;
    browser.submit(".pair-line .case a").await;
    browser.find("#status").await;
    let case = browser.url().await;
    assert!(case.contains("/cases/"), "{case}");
    assert_eq!(browser.texts(".persons th[scope=row]").await, ["s03", "s04"]);
    assert_eq!(browser.texts(".case-pairs a[href$='/pairs/3-4']").await.len(), 1);
    assert!(!browser.texts(".excerpt-side .line").await.is_empty(), "the strongest code is on the page");
    assert_eq!(browser.texts("#status").await, ["open"]);

    browser.click(".case-more:has(#note-form) summary").await;
    browser.enter("#note", "Both were asked to come.").await;
    browser.submit("#note-form button").await;
    browser.find("tr[data-event='2']").await;
    browser.click("#new-status option[value=confirmed]").await;
    browser.enter("#status-why", "Both said so.").await;
    browser.submit("#status-form button").await;
    browser.find("#status.bad").await;
    let history = browser.texts(".history .reason").await;
    assert_eq!(history, ["Both were asked to come.", "Both said so."]);
    browser.click(".case-more:has(#hold-form) summary").await;
    browser.enter("#hold-why", "The board has been told.").await;
    browser.submit("#hold-form button").await;
    browser.find("#hold .reason").await;
    browser.find("#hold-form [name=what][value=release]").await;

    // The status is shown at the pair, links to the case, and is listed.
    session.open("/pairs/3-4").await;
    assert_eq!(browser.texts(".pair-line .case a").await, ["confirmed"]);
    browser.submit(".pair-line .case a").await;
    browser.find("#status.bad").await;
    assert_eq!(browser.url().await, case);
    let of_case = "table.clusters tr:has(a[href$='/submissions/3'])";
    session.open("").await;
    assert_eq!(browser.texts(&format!("{of_case} a[href^='/cases/']")).await, ["confirmed"]);
    browser.open(&session.address("/cases?status=confirmed")).await;
    assert_eq!(browser.texts("main tbody .chip.bad").await.len(), 1);

    // Under a legal hold nothing is deleted, and the batch says so.
    session.open("/delete").await;
    browser.submit("main form button").await;
    browser.find("main h1").await;
    session.open("/pairs/3-4").await;
    assert_eq!(browser.texts(".pair-line .case a").await, ["confirmed"]);
}
