//! Tests traces and metrics for an OpenTelemetry collector, the files for Prometheus and Grafana, and log lines for the
//! journal.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use prost::Message as _;

use crate::backup::Installation;
use crate::binary::{BINARY, command, run, stderr};
use crate::client::form;
use crate::samples;
use crate::service::{Service, try_started};

/// What a collector has received.
#[derive(Default)]
struct Received {
    traces: Vec<ExportTraceServiceRequest>,
    metrics: Vec<ExportMetricsServiceRequest>,
}

/// A collector on a free port: takes OTLP over HTTP in the official messages.
fn collector() -> (SocketAddr, Arc<Mutex<Received>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let received = Arc::new(Mutex::new(Received::default()));
    let shared = Arc::clone(&received);
    // It ends with the test.
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || {
                let connection = connection.unwrap();
                let mut reader = BufReader::new(connection.try_clone().unwrap());
                while let Some((path, body)) = request(&mut reader) {
                    let mut shared = shared.lock().unwrap();
                    match path.as_str() {
                        "/v1/traces" => {
                            shared.traces.push(ExportTraceServiceRequest::decode(&body[..]).unwrap());
                        }
                        "/v1/metrics" => {
                            shared.metrics.push(ExportMetricsServiceRequest::decode(&body[..]).unwrap());
                        }
                        _ => panic!("{path} is no path of OTLP"),
                    }
                    let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n";
                    (&connection).write_all(answer.as_bytes()).unwrap();
                }
            });
        }
    });
    (address, received)
}

/// Reads a request with a body of known length. `None`: the connection was closed.
fn request(reader: &mut impl std::io::BufRead) -> Option<(String, Vec<u8>)> {
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|read| *read > 0)?;
    let path = first.strip_prefix("POST ").unwrap().split(' ').next().unwrap().to_owned();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let line = line.trim_end().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length: ") {
            length = value.parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    Some((path, body))
}

fn text(value: &KeyValue) -> String {
    match &value.value.as_ref().unwrap().value {
        Some(Value::StringValue(text)) => text.clone(),
        other => format!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_gets_requests_jobs_and_metrics_without_names() {
    let (address, received) = collector();
    let dir = tempfile::tempdir().unwrap();
    let place = Installation::on_file(dir.path(), "data");
    let endpoint = format!("http://{address}/");
    let mut service = place.start_with(&["--otlp-endpoint", &endpoint]);
    let client = service.client();
    let id = client.upload(form(samples::archive("submissions"), None).text("title", "Quokkaproject")).await;
    assert_eq!(client.finished(&id).await["status"], "done");
    client.page(&format!("/batches/{id}")).await;
    client.page(&format!("/batches/{id}/submissions/3")).await;
    let output = run(dir.path(), &place.with(&["doctor", "--otlp-endpoint", &endpoint]));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("ok    OpenTelemetry: the collector"), "{said}");
    assert!(service.terminate().success());

    let received = received.lock().unwrap();
    let resources = received.traces.iter().flat_map(|one| &one.resource_spans);
    let spans: Vec<_> =
        resources.clone().flat_map(|one| &one.scope_spans).flat_map(|one| &one.spans).collect();
    let names: BTreeSet<&str> = spans.iter().map(|span| span.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(["job", "request"]));
    let name = resources.clone().flat_map(|one| &one.resource.as_ref().unwrap().attributes);
    assert!(name.clone().any(|one| one.key == "service.name" && text(one) == "chaffinch"));
    let known = [
        "request.id",
        "http.method",
        "http.route",
        "http.status",
        "job.id",
        "job.kind",
        "busy_ns",
        "idle_ns",
        "level",
        "target",
    ];
    let mut values = BTreeSet::new();
    for span in &spans {
        assert_eq!(span.events, [], "events have texts");
        for attribute in &span.attributes {
            assert!(known.contains(&attribute.key.as_str()), "{} is new", attribute.key);
            values.insert(text(attribute));
        }
    }
    assert!(values.contains("/batches/{batch}/submissions/{submission}"), "{values:?}");
    assert!(values.contains("analyse"), "{values:?}");

    let metrics = received.metrics.iter().flat_map(|one| &one.resource_metrics);
    let metrics: Vec<_> = metrics.flat_map(|one| &one.scope_metrics).flat_map(|one| &one.metrics).collect();
    for name in ["chaffinch_jobs_total", "chaffinch_http_request_seconds", "chaffinch_queue_jobs"] {
        assert!(metrics.iter().any(|metric| metric.name == name), "{name} is missing");
    }
    let all = format!("{:?}{:?}", received.traces, received.metrics).to_lowercase();
    for name in ["quokkaproject", "s03", "checkout", "class.zip", "instructor"] {
        assert!(!all.contains(name), "{name} was sent");
    }
}

/// A collector that is away costs nothing but its data.
#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_stops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let place = Installation::on_file(dir.path(), "data");
    let away = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let endpoint = format!("http://{away}");
    let mut service = place.start_with(&["--otlp-endpoint", &endpoint]);
    assert!(service.client().top("/readyz").await.unwrap().status().is_success());
    let output = run(dir.path(), &place.with(&["doctor", "--otlp-endpoint", &endpoint]));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("WRONG OpenTelemetry"), "{said}");
    assert!(service.terminate().success());
    let output = run(dir.path(), &place.with(&["serve", "--otlp-endpoint", "localhost:4318"]));
    assert_eq!(output.status.code(), Some(2));
}

/// The password of a collector is sent to it, and shown nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn the_password_of_a_collector_is_not_shown() {
    let dir = tempfile::tempdir().unwrap();
    let collector = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = collector.local_addr().unwrap();
    // It refuses what it is sent, so that this is logged, and ends with the test.
    let (sender, heads) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for connection in collector.incoming() {
            let mut connection = connection.unwrap();
            let mut head = String::new();
            for line in BufReader::new(connection.try_clone().unwrap()).lines() {
                let line = line.unwrap();
                if line.is_empty() {
                    break;
                }
                head += &line.to_lowercase();
            }
            let _ = connection
                .write_all(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            if sender.send(head).is_err() {
                return;
            }
        }
    });
    let endpoint = format!("http://ada:hunter2@{address}/otlp");
    let log = File::create(dir.path().join("log")).unwrap();
    let mut serve = command(BINARY, dir.path());
    serve.args(["serve", "--data-dir", "data", "--listen", "127.0.0.1:0", "--otlp-endpoint", &endpoint]);
    serve.env("OTEL_BSP_SCHEDULE_DELAY", "1").env("CHAFFINCH_LOG", "debug").stderr(log);
    let (mut child, lines) = try_started(serve, "listens on").unwrap();
    let http = lines.last().unwrap().split_whitespace().find(|word| word.starts_with("http://")).unwrap();
    crate::client::http().build().unwrap().get(format!("{http}healthz")).send().await.unwrap();
    let head = heads.recv().unwrap();
    assert!(head.starts_with("post /otlp/v1/"), "{head}");
    assert!(head.contains("authorization: basic ywrhomh1bnrlcji="), "{head}");
    assert!(crate::service::send_signal("TERM", &[child.id()]) && child.wait().unwrap().success());
    let output = run(dir.path(), &["doctor", "--data-dir", "data", "--otlp-endpoint", &endpoint]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains(&format!("the collector at http://{address}/otlp does not take traces")), "{said}");
    let log = fs::read_to_string(dir.path().join("log")).unwrap();
    assert!(log.contains("does not take traces"), "{log}");
    for url in ["ada:hunter2@collector", "ftp://ada:hunter2@collector"] {
        let refused = run(dir.path(), &["doctor", "--data-dir", "data", "--otlp-endpoint", url]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(!stderr(&refused).contains("hunter2"), "{}", stderr(&refused));
    }
    assert!(!log.contains("hunter2") && !said.contains("hunter2"), "{log}{said}");
}

/// Returns the names of this program's metrics in a text. Sums and counts belong to their summary.
fn metric_names(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let names = words.filter(|word| word.starts_with("chaffinch_"));
    names.map(|name| name.trim_end_matches("_sum").trim_end_matches("_count").to_owned()).collect()
}

/// Every metric that the dashboard, the alerts and the documentation name exists.
#[tokio::test(flavor = "multi_thread")]
async fn the_files_for_prometheus_and_grafana_name_metrics_that_exist() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating");
    let read = |path: &str| fs::read_to_string(docs.join(path)).unwrap();
    let dashboard = read("monitoring/grafana-dashboard.json");
    let parsed: serde_json::Value = serde_json::from_str(&dashboard).unwrap();
    assert!(!parsed["panels"].as_array().unwrap().is_empty());
    let alerts = read("monitoring/prometheus-alerts.yml");
    let named: BTreeSet<String> = metric_names(&dashboard).union(&metric_names(&alerts)).cloned().collect();
    assert!(named.len() > 5, "{named:?}");

    let dir = tempfile::tempdir().unwrap();
    let service = Service::start_and(dir.path(), &["--backup-directory", "backups"]);
    let client = service.client();
    let id = client.upload(form(samples::archive("submissions"), None)).await;
    assert_eq!(client.finished(&id).await["status"], "done");
    client.archive("kept", &id).await;
    // What is measured regularly appears within seconds.
    loop {
        let metrics = client.top("/metrics").await.unwrap().text().await.unwrap();
        let present: BTreeSet<String> = metrics
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(|line| metric_names(line.split(['{', ' ']).next().unwrap()))
            .collect();
        let missing: Vec<_> = named.difference(&present).collect();
        if missing.is_empty() {
            break;
        }
        let measured = ["chaffinch_index_", "chaffinch_queue_", "chaffinch_backup"];
        let late = |name: &&String| measured.iter().any(|prefix| name.starts_with(prefix));
        assert!(missing.iter().all(late), "{missing:?} do not exist");
        tokio::task::yield_now().await;
    }
}

/// Under systemd, each line has its priority and no time of its own.
#[test]
fn log_lines_for_the_journal_begin_with_their_priority() {
    let dir = tempfile::tempdir().unwrap();
    let log = File::create(dir.path().join("log")).unwrap();
    let found = log.metadata().unwrap();
    let journal = format!("{}:{}", found.dev(), found.ino());
    let mut serve = command(BINARY, dir.path());
    serve.args(["serve", "--data-dir", "data", "--listen", "127.0.0.1:0"]);
    serve.env("JOURNAL_STREAM", &journal).stderr(log.try_clone().unwrap());
    let (mut child, _) = try_started(serve, "listens on").unwrap();
    // The line follows the one on standard output.
    while !fs::read_to_string(dir.path().join("log")).unwrap().contains("started") {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let lines = fs::read_to_string(dir.path().join("log")).unwrap();
    assert!(lines.lines().all(|line| line.starts_with('<') && line[2..].starts_with('>')), "{lines}");
    assert!(lines.contains("<6> INFO"), "{lines}");

    let failure = |stream: &str| {
        let out = File::create(dir.path().join("failure")).unwrap();
        let found = out.metadata().unwrap();
        let stream = stream.replace("own", &format!("{}:{}", found.dev(), found.ino()));
        let mut command = command(BINARY, dir.path());
        command.args(["user", "link", "nobody", "--data-dir", "data"]).env("JOURNAL_STREAM", stream);
        assert!(!command.stderr(out).status().unwrap().success());
        fs::read_to_string(dir.path().join("failure")).unwrap()
    };
    assert!(failure("own").starts_with("<3>there is no account"), "{}", failure("own"));
    assert!(failure("1:2").starts_with("error: there is no account"), "another stream is the journal's");
}
