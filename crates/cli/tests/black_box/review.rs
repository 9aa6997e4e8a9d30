//! Tests changes to a finished report in a real browser: template, late work, teams. Every number follows, the log
//! names the user, and the change can be undone.

use crate::browser_session::BrowserSession;
use crate::client;
use crate::samples;

/// Returns the figures of the open pair.
async fn figures(session: &BrowserSession) -> Vec<String> {
    session.browser.texts(".pair-figures dd").await
}

/// Returns the numbers of the matches of the pair.
async fn matches(session: &BrowserSession) -> usize {
    session.browser.texts(".matches > li").await.len()
}

#[tokio::test]
async fn a_passage_becomes_template_and_counts_again() {
    let session = BrowserSession::with(client::form(
        samples::archive("submissions"),
        Some(samples::archive("handout")),
    ))
    .await;
    let browser = &session.browser;
    session.open("/pairs/5-6").await;
    let (before, all) = (figures(&session).await, matches(&session).await);
    assert!(all > 1);
    let template = browser.texts("#left .m.boilerplate, #left .boilerplate").await.concat();
    browser.submit(".matches > li[data-match='1'] .re-score button").await;

    session.revised(2).await;
    let log = browser.texts("tr[data-revision='2'] td").await;
    assert_eq!(log[1], "instructor");
    assert_eq!(browser.texts("tr[data-revision='2'] li").await.len(), 1, "{log:?}");
    assert_eq!(browser.texts(".templates li").await.len(), 1);
    session.open("/pairs/5-6").await;
    let after = figures(&session).await;
    assert_ne!(after, before);
    assert!(matches(&session).await < all);
    assert_ne!(browser.texts("#left .boilerplate").await.concat(), template);

    session.open("/review").await;
    browser.submit("tr[data-revision='1'] form button").await;
    session.revised(1).await;
    assert_eq!(browser.texts(".templates li").await.len(), 0);
    assert_eq!(browser.texts(".turns li").await.len(), 3, "two reports were made, one was chosen");
    session.open("/pairs/5-6").await;
    assert_eq!((figures(&session).await, matches(&session).await), (before, all));

    // Marks the passage again, and removes the mark on the page that lists it.
    browser.submit(".matches > li[data-match='1'] .re-score button").await;
    browser.find("#notice form").await;
    let notice = browser.texts("#notice p").await.concat();
    assert!(notice.starts_with("Re-scored: 1 passage ignored as starter code, "), "{notice}");
    assert!(notice.ends_with(" changed."), "{notice}");
    session.revised(3).await;
    browser.submit(".templates form button").await;
    session.revised(4).await;
    assert_eq!(browser.texts(".templates li").await.len(), 0);
    session.open("/pairs/5-6").await;
    assert_eq!(matches(&session).await, all);
}

#[tokio::test]
async fn late_work_joins_and_a_team_is_not_held_against_itself() {
    let session = BrowserSession::with(client::form(samples::archive("submissions"), None)).await;
    let browser = &session.browser;
    let mut files = Vec::new();
    for (of, name) in [("s04", "late/s21"), ("s11", "late/s22")] {
        samples::collect(&samples::folder("submissions").join(of), name, &mut files);
    }
    let late = session.dir().join("late.zip");
    std::fs::write(&late, samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()))))
        .unwrap();
    session.open("").await;
    let shown = browser.texts("table.pairs a[href$='/pairs/3-21'], table.pairs a[href$='/pairs/4-21']").await;
    assert_eq!(shown, Vec::<String>::new());
    assert_ne!(browser.texts("table.pairs a[href$='/pairs/3-4']").await, Vec::<String>::new());

    session.open("/review").await;
    browser.choose_file("#late-submissions", &late).await;
    browser.submit("#late-form button[type=submit]").await;
    session.revised(2).await;
    session.open("?q=s21").await;
    browser.submit("table.pairs a[href*='/pairs/4-21?']").await;
    browser.find(".pair-page #right .m[data-match]").await;
    assert_eq!(browser.texts(".pair-page h1 bdi").await, ["s04", "s21"]);

    session.open("/review").await;
    browser.enter("#teams", "s03, s04").await;
    browser.submit("#people-form button[type=submit]").await;
    session.revised(3).await;
    session.open("?q=s04").await;
    assert_eq!(browser.texts("table.pairs a[href*='/pairs/3-4']").await, Vec::<String>::new());
    assert_ne!(browser.texts("table.pairs a[href*='/pairs/4-21?']").await, Vec::<String>::new());
    session.open("/pairs/3-4").await;
    browser.find("main h1").await;
    assert_eq!(browser.texts(".pair-page").await, Vec::<String>::new());
    session.open("/submissions/3").await;
    browser.find("main h1").await;
    assert_eq!(browser.texts(".figures dd bdi").await, ["1"], "its team is told");
}

/// Returns how many tokens these two share according to the report, and of how many submissions something is ignored
/// because nobody of the class wrote it.
async fn shared_and_ignored(session: &BrowserSession, pair: [&str; 2]) -> (u64, usize) {
    let report = session.client.json(&format!("/batches/{}/report", session.batch)).await;
    let is_masked =
        |submission: &&serde_json::Value| submission["files"].to_string().contains("\"vendored\"]");
    let masked = report["submissions"].as_array().unwrap().iter().filter(is_masked).count();
    let pairs = report["pairs"].as_array().unwrap();
    let found = pairs.iter().find(|one| [&one["left"], &one["right"]] == pair);
    (found.map_or(0, |pair| pair["matched_tokens"].as_u64().unwrap()), masked)
}

#[tokio::test]
async fn files_that_no_student_wrote_count_after_one_click() {
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "class", &mut files);
    let part =
        |at: usize| format!("check_{at}() {{ test -n \"$value_{at}\" && echo \"step {at}\" >> log; }}\n");
    let script = "#!/bin/sh\n# Gradle start up script for POSIX generated by Gradle.\n".to_owned();
    let script = (0..150).fold(script, |script, at| script + &part(at));
    files.extend(["s05", "s09"].map(|name| (format!("class/{name}/gradlew"), script.clone().into_bytes())));
    let upload = samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())));
    let session = BrowserSession::with(client::form(upload, None)).await;
    let pair = ["s05", "s09"];
    let (shared, ignored) = shared_and_ignored(&session, pair).await;
    assert_eq!(ignored, 2);

    session.open("").await;
    let notice = session.browser.texts("#vendored p").await.concat();
    assert_eq!(notice, "2 files that no student wrote are ignored when scoring: gradlew.");
    session.browser.submit("#vendored form button").await;
    session.revised(2).await;
    let counted = shared_and_ignored(&session, pair).await;
    assert!(shared + 1_000 < counted.0 && counted.1 == 0, "{shared}, {counted:?}");
    session.open("").await;
    let notice = session.browser.texts("#vendored p").await.concat();
    assert_eq!(notice, "2 files that no student wrote are counted: gradlew.");
    session.browser.submit("#vendored form button").await;
    session.revised(3).await;
    assert_eq!(shared_and_ignored(&session, pair).await, (shared, 2));
}
