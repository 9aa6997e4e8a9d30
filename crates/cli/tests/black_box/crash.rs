//! Tests `kill -9` at bad moments: every accepted upload still ends in exactly one report.

use std::fmt::Write as _;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use futures_util::stream;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

use crate::client::{Client, form};
use crate::random::SeededRandom;
use crate::samples;
use crate::service::Service;

/// Number of submissions of the class: enough to kill in the middle, few enough to start again quickly.
const CLASS: usize = 60;

/// Largest number of uploads until a stage is seen, each twice as large as the one before.
const MAX_UPLOADS: usize = 6;

/// Returns a class that takes a while to read: programs that differ, as in large homework.
pub(crate) fn large_class(submissions: usize) -> Vec<u8> {
    class(0..submissions)
}

/// Returns a class of the programs with these numbers.
pub(crate) fn class(numbers: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let programs: Vec<(String, String)> = (0..)
        .zip(numbers)
        .map(|(at, number): (usize, _)| (format!("class/p{at:04}/main.c"), program(number)))
        .collect();
    samples::zip(programs.iter().map(|(path, text)| (path.as_str(), text.as_bytes())))
}

/// Returns functions whose structure depends on the digits of the number, so that different numbers give dissimilar
/// programs.
fn program(number: usize) -> String {
    let mut text = String::from("#include <stdio.h>\n");
    let mut random = SeededRandom::new(number as u64);
    for function in 0..25 {
        writeln!(text, "int f{function}(int a, int b) {{\n    int c = a;").unwrap();
        for _ in 0..6 {
            text += match random.below(6) {
                0 => "    for (int i = 0; i < b; i++) c += i * a;\n",
                1 => "    if (c > a) { c -= b; } else { c = a | b; }\n",
                2 => "    while (c < b) c = c * 2 + 1;\n",
                3 => "    c ^= (a << 2) & ~b;\n",
                4 => "    switch (c % 3) { case 0: c++; break; default: c--; }\n",
                _ => "    printf(\"%d %d\\n\", c, a - b);\n",
            };
        }
        text += "    return c;\n}\n";
    }
    text
}

/// So many services at once starve each other: one that lives must not be taken for dead, or the job runs out of attempts.
const PATIENCE: &[&str] = &["--patience-seconds", "8"];

/// The stages after reading. Progress is written twice a second, so it may miss any single one of them.
const AFTER_READING: &[&str] =
    &["\"screening\"", "\"verifying\"", "\"listing\"", "\"reporting\"", "\"storing\""];

/// The moment at which the service is killed.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// Half of the upload has been sent.
    Uploading,
    /// The upload was accepted, nothing else is known.
    Accepted,
    /// The progress shows one of these.
    Stage(&'static [&'static str]),
    /// The report is there.
    Done,
}

#[tokio::test(flavor = "multi_thread")]
async fn every_accepted_batch_ends_in_one_report() {
    let moments = [
        Moment::Uploading,
        Moment::Accepted,
        Moment::Stage(&["\"running\""]),
        Moment::Stage(&["\"reading\""]),
        Moment::Stage(AFTER_READING),
        Moment::Done,
    ];
    join_all(moments.map(kill_at)).await;
}

async fn kill_at(moment: Moment) {
    let dir = tempfile::tempdir().unwrap();
    let mut service = Service::start_and(dir.path(), PATIENCE);
    let client = service.client();
    let (mut uploads, mut size) = (0, CLASS);
    let accepted = if let Moment::Uploading = moment {
        cut_short(&mut service, &client).await;
        None
    } else {
        // A short stage may pass between two events. A larger class stays in it for longer.
        loop {
            let id = client.upload(form(large_class(size), None)).await;
            uploads += 1;
            let reached = match moment {
                Moment::Stage(stages) => {
                    let seen = |events: &str| stages.iter().any(|stage| events.contains(stage));
                    client.follow(&id, seen).await
                }
                Moment::Done => client.finished(&id).await["status"] == "done",
                Moment::Accepted | Moment::Uploading => true,
            };
            if reached {
                break Some(id);
            }
            assert!(uploads < MAX_UPLOADS, "{moment:?} was never shown");
            size *= 2;
        }
    };
    service.kill();

    let service = Service::start_and(dir.path(), PATIENCE);
    let client = client.at(&service.address);
    let list = client.json("/batches").await;
    let batches = list["batches"].as_array().unwrap();
    let Some(id) = accepted else {
        assert_eq!(batches.len(), 0, "an upload that was never answered: {list}");
        let spool = std::fs::read_dir(dir.path().join("data/uploads")).unwrap();
        assert_eq!(spool.count(), 0, "half an upload lies about");
        return;
    };
    assert_eq!(batches.len(), uploads, "{moment:?}: {list}");
    let batch = client.finished(&id).await;
    assert_eq!(batch["status"], "done", "{moment:?}: {batch}");
    assert_eq!(batch["report"]["revision"], 1, "{moment:?}: one report, not two");
    let report: Value = client.json(&format!("/batches/{id}/report")).await;
    assert_eq!(report["submissions"].as_array().unwrap().len(), size);
}

/// Sends half of an upload and then kills the service.
async fn cut_short(service: &mut Service, client: &Client) {
    let class = large_class(CLASS);
    let (size, half) = (class.len() as u64, class[..class.len() / 2].to_vec());
    let (sent, half_is_sent) = tokio::sync::oneshot::channel();
    let (killed, service_is_dead) = tokio::sync::oneshot::channel::<()>();
    let body = stream::once(async move { Ok(half) }).chain(stream::once(async move {
        sent.send(()).unwrap();
        let _ = service_is_dead.await;
        Err(std::io::Error::other("nobody is there any more"))
    }));
    let part = Part::stream_with_length(reqwest::Body::wrap_stream(body), size).file_name("class.zip");
    let upload = client.send(Form::new().part("submissions", part));
    let kill = async {
        half_is_sent.await.unwrap();
        service.kill();
        // The client may have noticed it and closed its end.
        let _ = killed.send(());
    };
    let (answer, ()) = tokio::join!(upload, kill);
    assert!(answer.is_err(), "an answer to half an upload");
}
