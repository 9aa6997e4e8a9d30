//! The page of a case: who may do what, what two people do at the same time, statements, and hidden names.

use axum::http::StatusCode;
use chaffinch_report::{Finding, FindingKind};
use chaffinch_storage::{AccountId, By, CaseChange, CaseStatus, Cases as _, Role};
use serde_json::json;

use crate::test_app::{Answer, Caller, TestApp, Upload, person, report};

async fn opened(owner: &Caller<'_>) -> String {
    let batch = owner.finished_batch().await;
    let opened = owner.post(&format!("/batches/{batch}/cases"), "submissions=1,2&title=s01+and+s02").await;
    opened.header("location").to_owned()
}

/// Everything that the forms of a page can send, by the selector of what offers it.
fn actions() -> Vec<(String, String)> {
    let status = ["open", "suspicious", "confirmed", "dismissed"].map(|status| {
        (format!("#status-form option[value={status}]"), format!("what=status&status={status}&text=because"))
    });
    let others = [
        ("#note-form", "what=note&text=hm"),
        ("#reviewer-form option[value='']", "what=reviewer&reviewer="),
        ("#reviewer-form option[value=mary]", "what=reviewer&reviewer=mary"),
        ("#reviewer-form option[value=ada]", "what=reviewer&reviewer=ada"),
        ("#reviewer-form option[value=grace]", "what=reviewer&reviewer=grace"),
        ("#hold-form [value=hold]", "what=hold&text=a+hearing"),
        ("#hold-form [value=release]", "what=release&text=over"),
    ];
    status.into_iter().chain(others.map(|(offer, form)| (offer.to_owned(), form.to_owned()))).collect()
}

/// Puts a case into a state, as the operator could.
async fn reset(app: &TestApp, case: &str, status: CaseStatus, reviewer: Option<AccountId>) {
    let id = case.trim_start_matches("/cases/").parse().unwrap();
    let by = By { account: None, at: app.now() };
    for change in [CaseChange::Status(status), CaseChange::Reviewer(reviewer), CaseChange::Release] {
        app.storage.change_case(id, &change, "", true, &by).await.unwrap().unwrap();
    }
}

/// What the page of a case offers is accepted, and what it does not offer is refused, for every role, with and without a
/// second reviewer, before and after a decision.
#[tokio::test]
async fn what_is_offered_is_accepted_and_nothing_else_is() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let case = opened(&ada).await;
    let mut callers = vec![("ada", ada.clone())];
    for (name, role) in [
        ("mary", Role::Instructor),
        ("emmy", Role::Instructor),
        ("grace", Role::Assistant),
        ("alan", Role::Viewer),
    ] {
        let caller = app.account(name).await;
        caller.joins(ada.course, role).await;
        callers.push((name, caller));
    }
    let mary = callers[1].1.account;
    let mut offers = 0;
    for reviewer in [None, Some(mary)] {
        for status in [CaseStatus::Open, CaseStatus::Dismissed] {
            for (selector, form) in actions() {
                for (name, caller) in &callers {
                    reset(&app, &case, status, reviewer).await;
                    let offered = !caller.get(&case).await.select(&selector).is_empty();
                    let sent = caller.post(&format!("{case}/events"), &form).await;
                    // Lifting a hold that there is not changes nothing.
                    let nothing = form.starts_with("what=release") && *name == "ada";
                    assert!(
                        nothing || offered == (sent.status == StatusCode::SEE_OTHER),
                        "{name}, {reviewer:?}, {status:?}: {form} is offered: {offered}, {}",
                        sent.status
                    );
                    offers += usize::from(offered);
                }
            }
        }
    }
    assert!(offers > 60, "{offers}");
}

#[tokio::test]
async fn an_outdated_page_changes_nothing_and_keeps_what_was_typed() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let mary = app.account("mary").await;
    mary.joins(ada.course, Role::Instructor).await;
    let case = opened(&ada).await;
    let events = format!("{case}/events");
    let seen = ada.get(&case).await.attributes("#status-form [name=seen]", "value").remove(0);
    mary.post(&events, &format!("what=status&status=confirmed&text=yes&seen={seen}")).await;

    let late = format!("what=status&status=suspicious&text=I+am+<not>+sure.&seen={seen}");
    let refused = ada.post(&events, &late).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "case-changed"));
    assert_eq!(refused.select("#typed"), ["I am <not> sure."]);
    assert!(refused.attributes(".ways a", "href").contains(&case));
    assert_eq!(ada.get(&case).await.select("#status"), ["confirmed"]);
    // A note does not depend on anything.
    let note = ada.post(&events, &format!("what=note&text=Asked+both.&seen={seen}")).await;
    assert_eq!(note.status, StatusCode::SEE_OTHER);

    // The decision of the second reviewer is refused to others, with the way back.
    ada.post(&events, "what=reviewer&reviewer=mary").await;
    let refused = ada.post(&events, "what=status&status=dismissed&text=no").await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "reviewer-decides"));
    assert_eq!(refused.select("#typed"), ["no"]);
}

fn statement(person: &str, given: &str, text: &str) -> Upload {
    Upload::default().field("person", person).field("given", given).field("text", text)
}

async fn recorded(caller: &Caller<'_>, case: &str, upload: Upload) -> Answer {
    caller.upload_to(&format!("{case}/statements"), &upload).await
}

#[tokio::test]
async fn statements_are_recorded_shown_and_downloaded() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let case = opened(&ada).await;
    let today = ada.get(&case).await.attributes("#statement-given", "value").remove(0);
    let pdf = b"%PDF-1.7 <script>";
    let upload = statement("1", &today, "It is <b>mine</b>.").file("file", "../letter of s01.pdf", pdf);
    let sent = recorded(&ada, &case, upload).await;
    assert_eq!(
        (sent.status, sent.header("location")),
        (StatusCode::SEE_OTHER, case.as_str()),
        "{}",
        sent.text()
    );
    let page = ada.get(&case).await;
    assert_eq!(page.select(".statement h3 bdi"), ["s01"]);
    assert_eq!(page.select(".statement .reason"), ["It is <b>mine</b>."]);
    assert_eq!(page.select(".statement a"), ["letter of s01.pdf"]);
    assert_eq!(page.select("[data-event='2'] .reason"), ["It is <b>mine</b>."]);
    let href = page.attributes(".statement a", "href").remove(0);
    let file = ada.get(&href).await;
    assert_eq!((file.status, file.body.as_ref()), (StatusCode::OK, &pdf[..]));
    assert_eq!(file.header("content-type"), "application/pdf");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"statement-2.pdf\"");
    assert_eq!(file.header("x-content-type-options"), "nosniff");
    assert!(file.header("content-security-policy").contains("default-src"));

    // Files of other types, without content and too large ones are refused, and so are strangers and days to come.
    for (upload, what) in [
        (statement("1", &today, "x").file("file", "a.html", b"\x00<script>"), "PDF"),
        (statement("1", &today, "x").file("file", "a.txt", b""), "PDF"),
        (statement("1", &today, "x").file("file", "a.txt", &vec![b'a'; (5 << 20) + 1]), "limit of 5242880"),
        (statement("3", &today, "x"), "people of the case"),
        (statement("0", &today, "x"), "people of the case"),
        (statement("1", "2999-01-01", "x"), "future"),
        (statement("1", "soon", "x"), "date"),
        (statement("1", &today, " "), "empty"),
    ] {
        let refused = recorded(&ada, &case, upload).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{what}");
        assert!(refused.select("article p").join(" ").contains(what), "{what}: {}", refused.text());
    }
    let huge = statement("1", &today, "x").file("file", "a.txt", &vec![b'a'; 6 << 20]);
    assert_eq!(recorded(&ada, &case, huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);

    let alan = app.account("alan").await;
    alan.joins(ada.course, Role::Viewer).await;
    assert_eq!(alan.get(&href).await.status, StatusCode::OK);
    assert!(alan.get(&case).await.select("#statement-form").is_empty());
    assert_eq!(recorded(&alan, &case, statement("1", &today, "x")).await.code(), "forbidden");
    assert_eq!(app.account("eve").await.get(&href).await.code(), "not-found");
    assert_eq!(ada.get(&format!("{case}/statements/1")).await.code(), "not-found");
}

#[tokio::test]
async fn hidden_names_are_nowhere_on_the_pages_of_cases() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let case = opened(&ada).await;
    let events = format!("{case}/events");
    ada.post(&events, "what=note&text=s01+asked+s02.+Author:+Zoe+Zuse,+zoe@uni.example").await;
    ada.post(&events, "what=hold&text=s02+appeals").await;
    let today = ada.get(&case).await.attributes("#statement-given", "value").remove(0);
    recorded(&ada, &case, statement("2", &today, "s01 knows.").file("file", "s02.txt", b"by s02")).await;
    let shown = ada.get(&case).await;
    assert!(shown.text().contains("s01 and s02") && shown.text().contains("Zoe"));

    let hiding = ada.with("cookie", "chaffinch_names=hidden");
    for path in [case.as_str(), "/cases"] {
        let page = hiding.get(path).await;
        assert_eq!(page.select(".names button"), ["Show names"]);
        for name in ["s01", "s02", "Zoe", "uni.example"] {
            assert!(!page.text().contains(name), "{path} shows {name}");
        }
    }
    let page = hiding.get(&case).await;
    let batch = page.attributes("main a", "href").into_iter().find_map(|href| {
        href.strip_prefix("/batches/").and_then(|rest| rest.split(['/', '?']).next()?.parse().ok())
    });
    let key = app.key(batch.unwrap()).await;
    let (first, second) = (person(&key, 1), person(&key, 2));
    let mut sorted = [first.as_str(), second.as_str()];
    sorted.sort_unstable();
    let title = format!("{} and {}", first.replace(' ', ""), second.replace(' ', ""));
    assert!(page.select("h1")[0].starts_with(&title));
    assert_eq!(page.select(".persons th[scope=row]"), sorted);
    assert_eq!(page.select(".case-pairs th a"), [sorted.join(" · ")]);
    assert_eq!(page.select("#statement-form option"), sorted);
    assert_eq!(page.select(".statement h3 bdi"), [second.as_str()]);
    for link in page.attributes("main a[href]", "href") {
        let numbered = ["pairs/", "submissions/", "submissions="].iter().any(|part| {
            link.split_once(part).is_some_and(|(_, id)| id.starts_with(|first: char| first.is_ascii_digit()))
        });
        assert!(!numbered, "{link}");
    }
    // The form numbers people in the order of the page.
    let at = sorted.iter().position(|name| *name == first).unwrap() + 1;
    recorded(&hiding, &case, statement(&at.to_string(), &today, "Nothing.")).await;
    assert_eq!(ada.get(&case).await.select(".statement h3 bdi"), ["s02", "s01"]);
    assert!(page.select(".statement a").is_empty(), "a file can contain names");
    assert_eq!(hiding.get("/cases").await.select("tbody td:nth-child(3)"), [sorted.join(", ")]);

    // The API says the same.
    let id = case.rsplit('/').next().unwrap();
    for (caller, query) in [(&hiding, ""), (&ada, "?names=hidden")] {
        let answer = caller.get(&format!("/api/v1/cases/{id}{query}")).await;
        for name in ["s01", "s02", "Zoe", "uni.example"] {
            assert!(!answer.text().contains(name), "{name} in {}", answer.text());
        }
        let json = answer.json();
        assert_eq!(json["persons"], json!(sorted));
        let codes = json["events"][0]["submissions"].as_array().unwrap();
        assert!(codes.len() == 2 && codes.iter().all(serde_json::Value::is_string), "{codes:?}");
        assert!(json["submissions"].as_array().unwrap().iter().all(|one| one["number"].is_string()));
        let list = caller.get(&format!("/api/v1/cases{query}")).await.text();
        assert!(!list.contains("s01") && list.contains(&first), "{list}");
    }
}

#[tokio::test]
async fn the_strongest_code_is_beside_the_decision() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let case = opened(&ada).await;
    let page = ada.get(&case).await;
    let figures = page.select(".case-pairs tbody tr td");
    assert_eq!(figures.last().map(String::as_str), Some("9"));
    assert_eq!(page.select(".excerpt").len(), 1);
    assert_eq!(page.select(".excerpt-side .line mark").len(), 2);
    assert_eq!(page.select(".decision button.primary"), ["Save decision"]);
    // The page shows code, so the log says that the report was viewed.
    let log = ada.get(&format!("/courses/{}/audit", ada.course)).await;
    assert!(log.text().contains("Report viewed"), "{}", log.text());
}

#[tokio::test]
async fn of_several_versions_a_case_is_opened_for_each_chosen_person() {
    let app = TestApp::new().await;
    let ada = app.account("ada").await;
    let batch = ada.batch().await;
    let mut found = report();
    found.findings = vec![Finding {
        id: 1,
        kind: FindingKind::Versions,
        submissions: ["s01", "s02", "s03"].map(str::to_owned).into(),
        shares: vec![1.0; 3],
        bits: 30.0,
        expect: Some(1e-9),
        tokens: 200,
        may_be_starter_code: false,
        representative: "s01".to_owned(),
        passages: Vec::new(),
        between: Vec::new(),
    }];
    found.pairs[0].finding = Some(1);
    app.finish(&found).await;
    let overview = ada.get(&format!("/batches/{batch}")).await;
    let open = overview.attributes("#finding-1 form", "action").remove(0);
    assert_eq!(overview.attributes("#finding-1 input[type=checkbox]", "value"), ["1", "2", "3"]);
    let refused = ada.post(&open, "each=true").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let opened = ada.post(&open, "each=true&submissions=1&submissions=2").await;
    let cases = ada.get(opened.header("location")).await.attributes("tbody th a", "href");
    assert_eq!(cases.len(), 2);
    // People who have a case are not offered another one.
    let overview = ada.get(&format!("/batches/{batch}")).await;
    assert_eq!(overview.attributes("#finding-1 input[type=checkbox]", "value"), ["3"]);
    assert_eq!(overview.attributes("#finding-1 li a.chip", "href").len(), 2);
    for case in cases {
        let page = ada.get(&case).await;
        let person = page.select(".persons tbody th");
        assert_eq!(person.len(), 1);
        assert!(page.select(".case-main .finding")[0].starts_with("3 of 3 submissions are versions"));
        assert_eq!(page.select(".case-pairs tbody th"), ["s01 · s02"]);
        // The evidence file for a person names nobody else.
        let links = page.attributes(".persons a", "href");
        let file = links.iter().find(|link| link.contains("?for=")).unwrap();
        let file = ada.get(file).await.text();
        for name in ["s01", "s02", "s03"] {
            assert_eq!(file.contains(&format!(">{name}<")), person[0] == name, "{name}");
        }
        assert!(file.contains("versions of one program"), "{file}");
    }
}
