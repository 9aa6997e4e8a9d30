//! `rescore`: how long a class waits for its report after somebody has called a passage template, or moved the cut-off.
//! A class of 1,000 in a real service on either database; from the request to the answer that says `done`.

use std::collections::BTreeMap;
use std::time::Instant;

use chaffinch_jobs::STAGES;
use serde_json::{Value, json};

use super::index::database::{Database, SERVER};
use super::{Aim, Arguments, Figures, service::Service};
use crate::generate;

/// Seconds.
const AIM: f64 = 1.0;
/// Measurements; medians count.
const ROUNDS: usize = 5;
/// Programs of the class, and bytes of one.
const CLASS: (usize, usize) = (1000, 2600);

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    if arguments.wants("rescore-sqlite") {
        measure("rescore-sqlite", &Service::start(&arguments.binary, None)?, figures)?;
    }
    if !arguments.wants("rescore-postgres") {
        return Ok(());
    }
    let Ok(server) = std::env::var(SERVER) else {
        return figures.skipped("rescore-postgres", "no PostgreSQL server: run it by scripts/with-postgres");
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
    // Nobody else does: what is asked differs from round to round, so that nothing can be known already.
    let template = |round: usize| json!({ "templates": [{ "submission": 1 + round, "file": 0, "start_byte": 0, "end_byte": 700 }] });
    let cutoff = |round: usize| json!({ "templates": [], "cutoff": 30.0 + round as f64 });
    for (what, asked) in [("template", &template as &dyn Fn(usize) -> Value), ("cutoff", &cutoff)] {
        let mut times = Vec::new();
        let mut before = BTreeMap::new();
        for round in 0..=ROUNDS {
            let start = Instant::now();
            service.post(&format!("/api/v1{batch}/rescore"), &asked(round))?;
            service.until_done(&batch)?;
            // The first warms up.
            if 0 < round {
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

/// Seconds that jobs have taken so far, and their stages, as the service measures them.
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
