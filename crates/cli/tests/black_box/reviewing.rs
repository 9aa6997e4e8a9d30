//! Tests going through the pairs of a report in a real browser: by keys alone, with the marks that others make meanwhile.

use serde_json::{Value, json};

use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;

/// Returns the state of a pair, and its note.
async fn mark(session: &BrowserSession, pair: &str) -> Option<(Value, Value)> {
    let marks = session.client.json(&format!("/batches/{}/marks", session.batch)).await;
    let marks = marks["marks"].as_array().unwrap().iter();
    marks.filter(|mark| mark["pair"] == pair).map(|mark| (mark["state"].clone(), mark["note"].clone())).next()
}

/// Returns the pair whose page is open.
async fn open_pair(session: &BrowserSession) -> Value {
    session.browser.script("return document.querySelector('.review-bar').dataset.pair").await
}

#[tokio::test]
async fn pairs_are_reviewed_by_keys() {
    let session = BrowserSession::with(client::form(
        samples::archive("submissions"),
        Some(samples::archive("handout")),
    ))
    .await;
    let browser = &session.browser;
    session.open("").await;
    browser.submit("[data-start]").await;
    let first = open_pair(&session).await;
    let first = first.as_str().unwrap();
    let pressed = |state: &str| format!(".marks button[data-state={state}][aria-pressed=true]");

    // One key marks the pair without leaving the page, and another one takes it back.
    browser.press("2").await;
    browser.find(&pressed("talk")).await;
    assert_eq!(mark(&session, first).await, Some((json!("talk"), json!(""))));
    assert_eq!(open_pair(&session).await, first);
    browser.press("u").await;
    browser.find(".marks:not(:has([aria-pressed=true]))").await;

    // A note: keys in its field are text.
    browser.press("e").await;
    browser.find("[name=note]:focus").await;
    browser.enter("[name=note]", "12 same typos\n").await;
    browser.find(".note-form:not(:has(:focus))").await;
    assert_eq!(mark(&session, first).await, Some((Value::Null, json!("12 same typos"))));

    // With each mark to the next pair. There, undo is about the pair before.
    browser.click("[name=advance]").await;
    browser.press("1").await;
    browser.find("#notice form").await;
    let second = open_pair(&session).await;
    assert_ne!(second, first);
    assert_eq!(browser.texts(".neighbours span").await, ["2 of 13"]);
    browser.press("u").await;
    browser.find("body:not(:has(#notice)) .review-bar").await;
    assert_eq!(mark(&session, first).await.unwrap().0, Value::Null);

    // Somebody else marks the pair: the page shows it, and refuses what did not take it into account.
    let second = second.as_str().unwrap();
    let path = format!("/batches/{}/pairs/{second}/mark", session.batch);
    session.client.send_json_by(reqwest::Method::PUT, &path, &json!({"state": "nothing"})).await;
    browser.find(&pressed("nothing")).await;

    // The mark of a case opens the form above the code, and the page stays.
    browser.press("3").await;
    browser.find(".case-form[open] [name=title]:focus").await;
    browser.submit(".case-form form button").await;
    browser.find(".case a").await;
    assert_eq!(open_pair(&session).await, second);
    browser.find(&pressed("case")).await;

    // The list shows the marks, filters by them, and leads back into the review.
    session.open("").await;
    browser.click("#pair-filter [name=marked] option[value=case]").await;
    let shown = "return [...document.querySelectorAll('tr[data-pair]')].filter(row => !row.hidden).map(row => row.dataset.pair)";
    assert_eq!(browser.script(shown).await, json!([second]));
    let start = browser.script("return document.querySelector('[data-start]').search").await;
    assert_eq!(start, "?marked=case");

    // Without single-key shortcuts, a key does nothing.
    browser.script("document.getElementById('single-keys').click()").await;
    session.open(&format!("/pairs/{second}")).await;
    browser.press("1").await;
    browser.find(&pressed("case")).await;
    assert_eq!(mark(&session, second).await.unwrap().0, "case");
}
