//! Tests surveys of uploads: what ends the child decides whose fault it is.

use chaffinch_jobs::{ChildSettings, ChildSurveyor};
use chaffinch_query::{SurveyError, SurveyPart, SurveyUpload, Surveyor as _};
use chaffinch_storage::{AnalysisOptions, HolderId, PartKind};

use crate::test_app::{SUM, TestApp, at, this_test_binary};

/// Surveys one file whose first line is a script for the child.
async fn survey(app: &TestApp, script: &str) -> Result<(), SurveyError> {
    let path = app.work_dir().join("sent.c");
    std::fs::create_dir_all(app.work_dir()).unwrap();
    std::fs::write(&path, format!("{script}\n{SUM}")).unwrap();
    let settings = ChildSettings::new(this_test_binary(), app.work_dir());
    let surveyor = ChildSurveyor::new(settings, HolderId::new(at(1))).unwrap();
    let upload = SurveyUpload {
        parts: vec![SurveyPart { kind: PartKind::Submissions, name: "sent.c".to_owned(), path }],
        options: AnalysisOptions::default(),
        least: 0,
        limits: chaffinch_extract::Limits::default(),
        parse: false,
    };
    surveyor.survey(upload).await.map(|_| ())
}

#[tokio::test]
async fn only_a_limit_or_a_crash_is_the_fault_of_the_upload() {
    let app = TestApp::new().await;
    survey(&app, "").await.unwrap();
    let crashed = survey(&app, "#crash").await.unwrap_err();
    assert!(matches!(&crashed, SurveyError::Ended(reason) if reason.contains("signal 6")), "{crashed:?}");
    let killed = survey(&app, "#killed").await.unwrap_err();
    assert!(
        matches!(&killed, SurveyError::Failed(cause) if cause.to_string().contains("signal 9")),
        "{killed:?}"
    );
    let full = survey(&app, &format!("#disk-full {}", app.marker())).await.unwrap_err();
    assert!(matches!(&full, SurveyError::Failed(_)), "{full:?}");
    assert!(format!("{full:?}").contains("StorageFull"), "{full:?}");
}
