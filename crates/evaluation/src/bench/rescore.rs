//! `rescore` measures how long a class waits for its report after a passage was marked as starter code or the cut-off
//! was changed. The class has 1,000 submissions, in a real service on either database. The time is from the request to
//! the response that says `done`.

use std::collections::BTreeMap;
use std::time::Instant;

use chaffinch_jobs::STAGES;
use serde_json::{Value, json};

use super::figures::{Aim, Arguments, Figures};
use super::index::database::{Database, SERVER};
use super::service::Service;
use crate::generate;

/// Aim in seconds.
const AIM: f64 = 1.0;
/// Number of measurements. The median counts.
const ROUNDS: usize = 5;
/// Number of programs of the class, and bytes of each.
const CLASS: (usize, usize) = (1000, 2600);

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if arguments.wants("rescore-sqlite") {
        measure("rescore-sqlite", &Service::start(&arguments.binary, None)?, figures)?;
    }
    if !arguments.wants("rescore-postgres") {
        return Ok(());
    }
    let Ok(server) = std::env::var(SERVER) else {
        return figures
            .skipped("rescore-postgres", "no PostgreSQL server: run this through scripts/with-postgres");
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let database = runtime.block_on(Database::create(&server, "rescore"))?;
    let service = Service::start(&arguments.binary, Some(&database.url()))?;
    let measured = measure("rescore-postgres", &service, figures);
    drop(service);
    runtime.block_on(database.close())?;
    measured
}

fn measure(name: &str, service: &Service, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let (programs, bytes) = CLASS;
    let batch = service.compared(&generate::class(programs, bytes, 1))?;
    // The requests differ from round to round, so that no result can be known already.
    let template = |round: usize| json!({ "templates": [{ "submission": 1 + round, "file": 0, "start_byte": 0, "end_byte": 700 }] });
    let cutoff = |round: usize| json!({ "templates": [], "cutoff": 30.0 + round as f64 });
    for (what, asked) in [("template", &template as &dyn Fn(usize) -> Value), ("cutoff", &cutoff)] {
        let mut times = Vec::new();
        let mut before = BTreeMap::new();
        for round in 0..=ROUNDS {
            let start = Instant::now();
            service.post(&format!("/api/v1{batch}/rescore"), &asked(round))?;
            service.until_done(&batch)?;
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed().as_secs_f64());
            } else {
                before = stages(service)?;
            }
        }
        let after = stages(service)?;
        let mean = |stage: &&str| {
            let of = |seconds: &BTreeMap<String, f64>| seconds.get(*stage).copied().unwrap_or(0.0);
            format!("{stage} {:.3}", (of(&after) - of(&before)) / ROUNDS as f64)
        };
        let stages: Vec<String> = STAGES.iter().chain(&["job"]).map(mean).collect();
        writeln!(figures.out, "# mean seconds of {name}-{what}: {}", stages.join(", "))?;
        times.sort_by(f64::total_cmp);
        figures.figure(&format!("{name}-{what}"), times[ROUNDS / 2], "s", Aim::AtMost(AIM))?;
    }
    Ok(())
}

/// Returns the seconds that jobs and their stages have taken so far, from the metrics of the service.
fn stages(service: &Service) -> anyhow::Result<BTreeMap<String, f64>> {
    let mut seconds = BTreeMap::new();
    for line in String::from_utf8(service.get("/metrics")?)?.lines() {
        let Some((name, value)) = line.rsplit_once(' ') else { continue };
        let stage = name
            .strip_prefix("chaffinch_stage_seconds_sum{stage=\"")
            .and_then(|rest| rest.strip_suffix("\"}"))
            .or_else(|| name.starts_with("chaffinch_job_seconds_sum{").then_some("job"));
        if let Some(stage) = stage {
            *seconds.entry(stage.to_owned()).or_default() += value.parse::<f64>()?;
        }
    }
    Ok(seconds)
}
