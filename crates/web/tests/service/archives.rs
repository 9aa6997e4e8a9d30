//! Archives over REST: they are created, filled, selected for a batch, reduced and deleted.

use axum::http::{Method, StatusCode};
use chaffinch_storage::{
    AnalysisOptions, Archives as _, Batches as _, CourseId, Courses as _, JobPayload, Jobs as _, Keeping,
    Lane, Layout, NewCourse, Role,
};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::test_app::{Caller, TestApp, Upload, class, ingest, refused, report, zip};

const API: &str = "/api/v1/archives";

async fn made(caller: &Caller<'_>, upload: &Upload) -> Value {
    let answer = caller.upload_to(API, upload).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    answer.json()
}

fn named(name: &str) -> Upload {
    Upload::default().field("name", name)
}

#[tokio::test]
async fn an_upload_becomes_an_archive() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let upload = Upload::class()
        .field("name", " Week 3 ")
        .field("year", "2024")
        .field("keeping", "reduced")
        .field("layout", "children")
        .field("keep_until", "2030-01-01");
    let answer = ada.upload_to(API, &upload).await;
    let archive = answer.json();
    let id = archive["id"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("{API}/{id}"));
    assert_eq!(
        archive,
        json!({"id": id, "name": "Week 3", "course": ada.course.to_string(), "year": 2024,
            "keeping": "reduced", "status": "queued", "created": "2026-03-02T08:00:00Z",
            "reference": null, "keep_until": "2030-01-01T00:00:00Z", "state": 0, "submissions": 0, "documents": 0,
            "held_by": []})
    );
    let (lease, payload) = service.claim(Lane::Analysis).await.unwrap();
    let options = Box::new(AnalysisOptions { layout: Layout::Children, ..AnalysisOptions::default() });
    assert_eq!(payload, JobPayload::AddUpload { archive: id.parse().unwrap(), options });
    assert_eq!(service.storage.part_chunk(lease.job, 0, 0).await.unwrap().unwrap(), class());
    let mut reduced = ingest(&report());
    reduced.documents.iter_mut().for_each(|document| document.text = None);
    service.storage.finish_addition(&lease, reduced, service.now()).await.unwrap();
    let now = ada.get(answer.header("location")).await.json();
    assert_eq!((&now["status"], &now["state"], &now["submissions"]), (&json!("done"), &json!(1), &json!(3)));
    let spool = std::fs::read_dir(service.app.settings.spool.path()).unwrap().count();
    assert_eq!(spool, 0, "temporary files are gone");
}

#[tokio::test]
async fn a_finished_batch_becomes_an_archive() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let batch = ada.finished_batch().await;
    let archive = made(&ada, &named("2025").field("batch", &batch.to_string())).await;
    let id = archive["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(service.fill(ingest(&report())).await, JobPayload::AddBatch { archive: id, batch });

    // Another batch is added to the same archive. A batch that the caller cannot see is refused.
    let later = ada.finished_batch().await;
    let add = |batch: &dyn ToString| Upload::default().field("batch", &batch.to_string());
    let path = format!("{API}/{id}/submissions");
    let added = ada.upload_to(&path, &add(&later)).await;
    assert_eq!((added.status, &added.json()["status"]), (StatusCode::ACCEPTED, &json!("queued")));
    let eve = service.account("eve").await;
    let strangers = eve.finished_batch().await;
    refused(&ada.upload_to(&path, &add(&strangers)).await, 422, "invalid-field");
    ada.joins(eve.course, Role::Viewer).await;
    // The archive would keep the submissions for longer than the batch. A viewer may not decide that.
    refused(&ada.upload_to(&path, &add(&strangers)).await, 403, "forbidden");
    ada.joins(eve.course, Role::Assistant).await;
    assert_eq!(ada.upload_to(&path, &add(&strangers)).await.status, StatusCode::ACCEPTED);
    refused(&ada.upload_to(&path, &add(&ada.batch().await)).await, 409, "not-finished");
    refused(&ada.upload_to(&path, &Upload::default()).await, 422, "no-submissions");
}

#[tokio::test]
async fn one_submission_is_enough_for_an_archive_and_beside_one() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let one = Upload::default().file("submissions", "late.c", b"int late;\n");
    refused(&ada.upload(&one).await, 422, "too-few-submissions");
    made(&ada, &one.clone().field("name", "2024")).await;
    refused(&ada.upload(&one).await, 422, "too-few-submissions");
    service.fill(ingest(&report())).await;
    assert_eq!(ada.upload(&one).await.status, StatusCode::ACCEPTED);
    refused(&ada.upload(&one.clone().field("archives", "none")).await, 422, "too-few-submissions");
    let empty = Upload::default().file("submissions", "empty.zip", &zip([]));
    refused(&ada.upload(&empty).await, 422, "too-few-submissions");
}

/// The fields are not used yet, but wrong values are still refused.
#[tokio::test]
async fn an_empty_archive_takes_no_field_that_cannot_be_meant() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    for (field, value) in [("language", "klingon"), ("layout", "round")] {
        refused(&ada.upload_to(API, &named("2024").field(field, value)).await, 422, "invalid-field");
    }
    let made = ada.upload_to(API, &named("2024").field("language", "python")).await;
    assert_eq!(made.status, StatusCode::CREATED);
}

#[tokio::test]
async fn a_library_says_where_it_is_from() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let library = Upload::class().field("name", "Templates").field("reference_kind", "public-code");
    let archive = made(&ada, &library.field("reference_source", "GitHub")).await;
    assert_eq!(archive["reference"], json!({"kind": "public-code", "source": "GitHub"}));
    service.fill(ingest(&report())).await;
    let path = format!("/archives/{}", archive["id"].as_str().unwrap());
    for (path, said) in [
        ("/archives", "public code, "),
        (&path, "public code, "),
        ("/batches/new", "Templates"),
        ("/archives/new", "Kind"),
    ] {
        let page = ada.get(path).await.text();
        assert!(page.contains(said), "{path}: {page}");
    }
    // It is no earlier submission, so one submission alone has nothing to be compared with.
    let alone = Upload::default().file("submissions", "a.c", b"int main(void) { return 0; }");
    refused(&ada.upload(&alone).await, 422, "too-few-submissions");

    for (field, value) in [("reference_kind", "robot"), ("reference_source", "GitHub")] {
        refused(&ada.upload_to(API, &named("2024").field(field, value)).await, 422, "invalid-field");
    }
    refused(&ada.upload_to(API, &named("reference")).await, 422, "invalid-field");
}

#[tokio::test]
async fn archives_are_listed_by_course_and_only_ones_own() {
    let service = TestApp::new().await;
    let (ada, eve) = (service.account("ada").await, service.account("eve").await);
    let course =
        NewCourse { id: CourseId::new(service.now()), name: "Algorithms".to_owned(), owner: ada.account };
    service.storage.create_course(&course, &service.by()).await.unwrap();
    made(&ada, &named("b").field("course", "Algorithms")).await;
    made(&ada, &named("a")).await;
    made(&eve, &named("c")).await;
    let names = async |path: &str| -> Vec<String> {
        let list = ada.get(path).await.json();
        let archives = list["archives"].as_array().unwrap();
        archives.iter().map(|archive| archive["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(API).await, ["a", "b"]);
    assert_eq!(names(&format!("{API}?course={}", course.id)).await, ["b"]);
    assert_eq!(names(&format!("{API}?course={}", eve.course)).await, [""; 0], "of others");
    // A viewer sees the archives of the course, but cannot create one.
    eve.joins(course.id, Role::Viewer).await;
    refused(&eve.upload_to(API, &named("d").field("course", "Algorithms")).await, 403, "forbidden");
}

#[tokio::test]
async fn a_batch_is_compared_against_what_it_names() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let course =
        NewCourse { id: CourseId::new(service.now()), name: "Algorithms".to_owned(), owner: ada.account };
    service.storage.create_course(&course, &service.by()).await.unwrap();
    let mut ids = Vec::new();
    for archive in [
        named("2023"),
        named("2024"),
        named("2024").field("course", "Algorithms"),
        named("2025").field("course", "Algorithms"),
        named("2023, 2024, resits"),
    ] {
        service.wait(TimeDelta::minutes(1));
        ids.push(made(&ada, &archive).await["id"].as_str().unwrap().to_owned());
    }
    let [early, late, other, last, resits] = &ids[..] else { panic!("five were made") };
    let chosen = async |upload: Upload| ada.upload(&upload).await.json()["options"]["archives"].take();
    assert_eq!(chosen(Upload::class()).await, Value::Null);
    assert_eq!(chosen(Upload::class().field("archives", "none")).await, json!([]));
    assert_eq!(chosen(Upload::class().field("archives", "2023, 2024")).await, json!([early, late]));
    assert_eq!(chosen(Upload::class().field("archives", "2023, 2024, resits")).await, json!([resits]));
    let both = Upload::class().field("archives", late).field("archives", "2025").field("archives", "2024");
    assert_eq!(chosen(both).await, json!([late, last]), "by id and by name, each once");
    let there = Upload::class().field("course", "Algorithms").field("archives", "2024");
    assert_eq!(chosen(there).await, json!([other]), "of the batch's own course first");

    // Archives of other accounts are treated as not existing.
    let eve = service.account("eve").await;
    for named in [early.as_str(), "2023"] {
        refused(&eve.upload(&Upload::class().field("archives", named)).await, 422, "invalid-field");
    }
    eve.joins(ada.course, Role::Viewer).await;
    eve.joins(course.id, Role::Viewer).await;
    refused(&eve.upload(&Upload::class().field("archives", "2024")).await, 422, "invalid-field");
    let seen = eve.upload(&Upload::class().field("archives", "2023")).await.json();
    assert_eq!(seen["options"]["archives"], json!([early]));
}

#[tokio::test]
async fn an_archive_is_kept_reduced_and_deleted() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let id = ada.archive("2024").await;
    let path = format!("{API}/{id}");
    let until = ada.patch(&path, &json!({"keep_until": "2027-01-01"})).await;
    assert_eq!(until.json()["keep_until"], "2027-01-01T00:00:00Z");
    let kept = ada.patch(&path, &json!({"keep_until": null})).await;
    assert_eq!((kept.status, &kept.json()["keep_until"]), (StatusCode::OK, &Value::Null));
    for wrong in [json!({}), json!({"keep_until": null, "name": "x"}), json!([])] {
        refused(&ada.patch(&path, &wrong).await, 400, "malformed");
    }
    refused(&ada.patch(&path, &json!({"keep_until": "2026-01-01"})).await, 422, "invalid-field");
    let form = ada.with("content-type", "text/plain").call(Method::PATCH, &path).await;
    refused(&form, 415, "unsupported-media-type");

    let reduced = ada.call(Method::POST, &format!("{path}/reduce")).await;
    assert_eq!(reduced.status, StatusCode::ACCEPTED);
    assert_eq!(
        (&reduced.json()["keeping"], &reduced.json()["status"]),
        (&json!("reduced"), &json!("queued"))
    );
    let (_, payload) = service.claim(Lane::Maintenance).await.unwrap();
    assert_eq!(payload, JobPayload::Reduce { archive: id });
    assert_eq!(service.storage.archive(id).await.unwrap().unwrap().keeping, Keeping::Reduced);

    assert_eq!(ada.call(Method::DELETE, &path).await.status, StatusCode::NO_CONTENT);
    refused(&ada.call(Method::DELETE, &path).await, 404, "not-found");
    refused(&ada.get(&path).await, 404, "not-found");
    assert_eq!(
        ada.upload_to(API, &named("2024")).await.status,
        StatusCode::CREATED,
        "the name is free again"
    );
}

#[tokio::test]
async fn what_fails_says_why_and_leaves_the_archive() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let id = ada.archive("2024").await;
    let path = format!("{API}/{id}");
    assert_eq!(
        ada.upload_to(&format!("{path}/submissions"), &Upload::class()).await.status,
        StatusCode::ACCEPTED
    );
    let (lease, _) = service.claim(Lane::Analysis).await.unwrap();
    service.storage.fail(&lease, "Out of memory.", false, service.now()).await.unwrap();
    let failed = ada.get(&path).await.json();
    assert_eq!((&failed["status"], &failed["reason"]), (&json!("failed"), &json!("Out of memory.")));
    assert_eq!(failed["submissions"], 3);
}

#[tokio::test]
async fn archives_come_page_by_page_whatever_comes_and_goes() {
    let service = TestApp::new().await;
    let ada = service.account("ada").await;
    let make = async |name: &str| {
        let made = ada.upload_to("/api/v1/archives", &Upload::default().field("name", name)).await;
        made.json()["id"].as_str().unwrap().to_owned()
    };
    for name in ["b", "d/ä", "f"] {
        make(name).await;
    }
    let page = async |after: Option<String>| {
        let after = after.map_or(String::new(), |after| format!("&after={}", after.replace('ä', "%C3%A4")));
        let page = ada.get(&format!("/api/v1/archives?limit=1{after}")).await.json();
        (page["archives"][0]["name"].clone(), page["next"].as_str().map(str::to_owned))
    };
    let (first, next) = page(None).await;
    assert_eq!(first, "b");
    // Between two pages, one archive is created before the page's position and one after it. Then the next one is
    // deleted.
    make("a").await;
    let e = make("e").await;
    let (second, next) = page(next).await;
    assert_eq!(second, "d/ä");
    ada.call(Method::DELETE, &format!("/api/v1/archives/{e}")).await;
    let (third, next) = page(next).await;
    assert_eq!((third, next), ("f".into(), None));
    for wrong in ["x", "0198c0de-0000-7000-8000-000000000000"] {
        assert_eq!(ada.get(&format!("/api/v1/archives?after={wrong}")).await.code(), "invalid-query");
    }
}
