//! Tests what MOSS's options mean: `-m` counts what was sent, `-n` takes the first rows of the list, names keep their
//! letters, and a list without copies is empty.

use serde_json::{Value, json};

use super::{ALICE, CAROL, TestApp, bob, class};

const NO_MATCHES: &str = "No matches were found in your submission.";

fn rows(page: &str) -> usize {
    page.matches("<TR>").count() - 1
}

/// Returns the report of the latest batch, and the path of its pages.
async fn report(app: &TestApp) -> (String, Value) {
    let client = app.service.client();
    let batch = client.json("/batches").await["batches"][0]["id"].as_str().unwrap().to_owned();
    let report = client.json(&format!("/batches/{batch}/report")).await;
    (batch, report)
}

/// Copies count for `-m`, and the pages say what it left out.
#[tokio::test]
async fn m_counts_copies_and_says_what_it_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let equal: Vec<_> = ["a.c", "b.c", "c.c"].map(|name| (1, name, ALICE)).to_vec();

    let page = app.page(&app.job("maxmatches 3\nlanguage c\n", &equal, "")).await;
    assert_eq!(
        (rows(&page), page.contains(NO_MATCHES), page.contains("ignored")),
        (3, false, false),
        "{page}"
    );

    let page = app.page(&app.job("maxmatches 2\nlanguage c\n", &equal, "")).await;
    assert_eq!((rows(&page), page.contains(NO_MATCHES)), (0, false), "{page}");
    assert!(page.contains("In the full report: 3 submissions equal to another.<BR>"), "{page}");
    let notice = "1 passage is in more than 2 files and is ignored (option -m 2). 3 pairs among 3 files have almost \
                  nothing else in common, so they are not listed. These may be copies. Repeat the job with a higher \
                  -m to see them.<BR>\n<TABLE>";
    assert!(page.contains(notice), "{page}");

    // The full report says it too, and can be made without the limit.
    let (batch, made) = report(&app).await;
    assert_eq!(made["left_out"], json!({"passages": 1, "pairs": 3, "submissions": 3}));
    assert_eq!((&made["settings"]["submission_limit"], &made["settings"]["common"]), (&json!(2), &json!(0)));
    let client = app.service.client();
    let overview = String::from_utf8(client.page(&format!("/batches/{batch}")).await).unwrap();
    assert!(overview.contains("id=\"left-out\"") && overview.contains("option -m"), "{overview}");
    client.send_json(&format!("/batches/{batch}/rescore"), &json!({"submission_limit": 0})).await;
    client.finished(&batch).await;
    let (_, again) = report(&app).await;
    assert_eq!((&again["left_out"], again["pairs"].as_array().unwrap().len()), (&Value::Null, 3));
    assert!(
        again["pairs"].as_array().unwrap().iter().all(|pair| pair["matched_tokens"].as_u64().unwrap() > 0)
    );

    // With -d, directories count: two files of one directory are one.
    let files = [(1, "s1/a.c", ALICE), (2, "s1/b.c", ALICE), (3, "s2/a.c", ALICE), (4, "s3/a.c", CAROL)];
    let page = app.page(&app.job("maxmatches 2\ndirectory 1\nlanguage c\n", &files, "")).await;
    assert!(page.contains(">s1/ (") && page.contains(">s2/ (") && !page.contains("ignored"), "{page}");
    let files = [&files[..], &[(5, "s4/a.c", ALICE)]].concat();
    let page = app.page(&app.job("maxmatches 2\ndirectory 1\nlanguage c\n", &files, "")).await;
    assert!(rows(&page) == 0 && page.contains("in more than 2 directories"), "{page}");
}

/// Programs of people who worked alone give an empty list, although they share short passages.
#[tokio::test]
async fn unrelated_programs_give_no_matches() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let alone = ["/s07/", "/s15/", "/s18/", "/s20/"];
    let class = class();
    let files: Vec<_> = class
        .iter()
        .filter(|(name, _)| alone.iter().any(|one| name.contains(one)))
        .map(|(name, text)| (1, name.as_str(), text.as_str()))
        .collect();
    let page = app.page(&app.job("language python\n", &files, "")).await;
    assert!(page.contains(NO_MATCHES) && rows(&page) == 0, "{page}");
    let (_, report) = report(&app).await;
    let pairs = report["pairs"].as_array().unwrap();
    assert!(
        pairs.iter().any(|pair| pair["matched_tokens"].as_u64().unwrap() > 0),
        "the full report has them"
    );
}

/// `-n` takes the first rows of the list, in its order.
#[tokio::test]
async fn n_takes_the_first_rows_of_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let class = class();
    let files: Vec<_> = class.iter().map(|(name, text)| (1, name.as_str(), text.as_str())).collect();
    let list = |page: &str, url: &str| -> Vec<String> {
        page.replace(url, "").lines().filter(|line| line.contains("<TD>")).map(str::to_owned).collect()
    };
    let all = app.job("show 250\nlanguage python\n", &files, "");
    let all = list(&app.page(&all).await, &all);
    assert!(all.len() > 3 * 2, "{all:?}");
    for show in [1, 3] {
        let some = app.job(&format!("show {show}\nlanguage python\n"), &files, "");
        assert_eq!(list(&app.page(&some).await, &some), all[..2 * show], "{show}");
    }
    let (_, report) = report(&app).await;
    let pairs = report["pairs"].as_array().unwrap();
    assert!(pairs.iter().take(3).all(|pair| pair["matches"].is_array()), "the pages need the matches");
}

/// Names in any encoding keep their letters, and no name makes a job fail or a file disappear.
#[tokio::test]
async fn names_of_any_bytes_keep_their_letters() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let bob = bob();
    let send = |options: &str, names: &[&[u8]]| {
        let mut text = format!("moss {}\n{options}language c\n", app.id).into_bytes();
        for (name, content) in names.iter().zip([ALICE, &bob].into_iter().cycle()) {
            text.extend_from_slice(format!("file 1 c {} ", content.len()).as_bytes());
            text.extend_from_slice(name);
            text.extend_from_slice(b"\n");
            text.extend_from_slice(content.as_bytes());
        }
        text.extend_from_slice(b"query 0 \xdcbung\nend\n");
        let answer = String::from_utf8(app.say(&text)).unwrap();
        answer.strip_prefix("yes\n").unwrap().trim_end().to_owned()
    };
    for names in [
        [&b"M\xfcller.c"[..], b"\xc9milie/Jos\xe9.c"],
        [b"\xffx.c", b"x\\\xe9.c"],
        [b".", b"._x.c"],
        [b"..", b".DS_Store"],
        [b"Thumbs.db", b"__MACOSX/x.c"],
    ] {
        let page = app.page(&send("", &names)).await;
        assert_eq!(rows(&page), 1, "{names:?}: {page}");
        assert!(page.contains("listed below.<p></BODY>"), "nothing is left out: {page}");
        assert!(page.contains("<p>Übung\n"), "{page}");
    }
    let page = app.page(&send("", &[b"M\xfcller.c", b"\xc9milie/Jos\xe9.c"])).await;
    assert!(page.contains(">Müller.c (100%)<") && page.contains(">Émilie/José.c (100%)<"), "{page}");
    // One name in two encodings is two directories.
    let page = app.page(&send("directory 1\n", &[b"M\xfcller/a.c", "Müller/a.c".as_bytes()])).await;
    assert_eq!((rows(&page), page.matches(">Müller/ (").count()), (1, 2), "{page}");
    let source = app.page(&send("directory 1\n", &[b"._a/._\xfc.c", b"b/x.c"])).await;
    assert!(source.contains(">._a/ ("), "{source}");
}
