//! What all comparisons of the course say together of the people of a case.

use std::collections::BTreeMap;

use chaffinch_pages::PageLocation;
use chaffinch_report::{PairId, TermPair};
use chaffinch_storage::{BatchId, Case, Owner};

use super::evidence::CaseEvidence;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::http::view_log;
use crate::pages::courses::term_row::TermRow;
use crate::services::term;

/// Largest number of pairs. For a larger case, readers find the pairs on the page of the term.
const MAX_PAIRS: usize = 20;

/// Returns the pairs among the people of a case that are listed over the term, strongest first. There are none while it
/// is being computed.
pub(super) async fn of_case(
    app: &App,
    who: &Admitted,
    case: &Case,
    evidence: &CaseEvidence,
) -> Result<Vec<TermRow>, WebError> {
    let of_batch = |owner| match owner {
        Owner::Batch(id) => Some(id),
        Owner::Archive(_) => None,
    };
    let persons: BTreeMap<(BatchId, u32), &str> = (case.submissions.iter())
        .filter_map(|one| Some(((of_batch(one.owner)?, one.number), one.person.as_str())))
        .collect();
    let report = term::among(app, case.course, persons.keys().copied().collect()).await?;
    if !report.evidence.is_empty() {
        view_log::note_term_view(app, &who.actor, case.course).await;
    }
    let row = |pair: &TermPair| {
        let mut row = TermRow::new(&report, pair);
        // The names of the case, which can be hidden. They can differ from those of the course's table.
        let sides = pair.tasks.iter().find_map(|task| {
            let (batch, id): (BatchId, PairId) = (task.batch.parse().ok()?, task.pair.parse().ok()?);
            Some([*persons.get(&(batch, id.left))?, *persons.get(&(batch, id.right))?])
        })?;
        [row.left, row.right] = sides.map(|person| evidence.name(person));
        for (shown, task) in row.tasks.iter_mut().zip(&pair.tasks) {
            shown.title = evidence.text(&shown.title);
            if let (Some(names), Ok(batch), Ok(id)) =
                (&evidence.names, task.batch.parse(), task.pair.parse::<PairId>())
            {
                shown.href = PageLocation::batch(batch).pair(names.pair(Owner::Batch(batch), id));
            }
        }
        if evidence.names.is_some() && row.right < row.left {
            std::mem::swap(&mut row.left, &mut row.right);
        }
        row.since = row.since.map(|since| evidence.text(&since));
        Some(row)
    };
    Ok(report.evidence.iter().filter_map(row).take(MAX_PAIRS).collect())
}
