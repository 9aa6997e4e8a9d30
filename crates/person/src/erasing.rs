//! Erases a person, and completes erasures that were interrupted.

use chaffinch_report::{ErasedNames, HashedNames, Report, erase_person};
use chaffinch_storage::{
    By, Erasure, ErasureId, JobId, NameMatcher, NewErasure, Packed, PersonScope, Rewritten, Storage,
    StorageError, ToRewrite, pseudonym,
};
use chrono::Utc;

use crate::error::{PersonError, Result};
use crate::finding::{PersonNames, random_key};

/// The number of reports requested at a time.
const PIECE: u32 = 16;

/// How often to retry when a concurrent erasure has taken the same number.
const ATTEMPTS: u32 = 100;

/// Removes a person from everything in a scope, and returns when nothing is left to do. If it is interrupted,
/// [`finish`] completes it.
///
/// # Errors
/// [`PersonError::Held`] if a legal hold forbids it. Nothing has changed then.
pub async fn erase(
    storage: &dyn Storage,
    names: &PersonNames,
    scope: PersonScope,
    despite_hold: bool,
    by: &By,
) -> Result<Erasure> {
    let erasure = start(storage, names, scope, despite_hold, by).await?;
    complete(storage, &erasure).await?;
    let ended = storage.erasures().await?.into_iter().find(|ended| ended.id == erasure.id);
    Ok(ended.unwrap_or(erasure))
}

/// Does the first half of [`erase`]: removes the person's submissions, and their names in rows. The caller, or a later
/// process, calls [`finish`] for the reports.
///
/// # Errors
/// [`PersonError::Held`] if a legal hold forbids it. Nothing has changed then.
pub async fn start(
    storage: &dyn Storage,
    names: &PersonNames,
    scope: PersonScope,
    despite_hold: bool,
    by: &By,
) -> Result<Erasure> {
    // All erasures share one key, so that a search for erased names in a text costs the same however many there are.
    let key = match storage.erasures().await?.last() {
        Some(last) => last.key,
        None => random_key()?,
    };
    let new = NewErasure {
        id: ErasureId::new(by.at),
        number: 0,
        scope,
        key,
        hashes: names.hashed(key).hashes,
        despite_hold,
    };
    begin(storage, new, by).await
}

/// Completes all erasures that were begun, by any process. Returns how many there were.
pub async fn finish(storage: &dyn Storage) -> Result<usize> {
    let open = storage.open_erasures().await?;
    for erasure in &open {
        complete(storage, erasure).await?;
    }
    Ok(open.len())
}

/// Does the first half of an erasure, under its own number or the next free one.
pub(crate) async fn begin(storage: &dyn Storage, mut new: NewErasure, by: &By) -> Result<Erasure> {
    for _ in 0..ATTEMPTS {
        let taken: Vec<u32> = storage.erasures().await?.iter().map(|erasure| erasure.number).collect();
        if new.number == 0 || taken.contains(&new.number) {
            new.number = 1 + taken.into_iter().max().unwrap_or(0);
        }
        let names = HashedNames { key: new.key, hashes: new.hashes.clone() };
        let words = Matcher(ErasedNames::new(&names, pseudonym(new.number)));
        match storage.erase(&new, &words, by).await {
            // A concurrent erasure has taken the number.
            Err(StorageError::Busy) => {}
            begun => return Ok(begun?),
        }
    }
    Err(StorageError::Busy.into())
}

/// Does the second half of an erasure: rewrites the reports one by one.
pub(crate) async fn complete(storage: &dyn Storage, erasure: &Erasure) -> Result<()> {
    loop {
        let piece = storage.to_rewrite(erasure.id, PIECE).await?;
        if piece.is_empty() {
            break;
        }
        for read in piece {
            let now = match storage.report_body(read.batch, Some(read.revision)).await? {
                Some(body) => without(body, &read, erasure).await?,
                None => None,
            };
            // If another process was faster, this changes nothing and the next query shows it.
            storage.rewrite(erasure.id, &read, now).await?;
        }
    }
    let at = Utc::now();
    for (scheme, _) in storage.index_schemes().await? {
        let runs = storage.runs(scheme).await?;
        if runs.iter().any(|run| run.documents.end - run.documents.start <= run.dead) {
            storage.queue_compaction(scheme, JobId::new(at), at).await?;
        }
    }
    if storage.end_erasure(erasure.id, at).await? {
        tracing::info!(erasure.id = %erasure.id, "erased a person");
    }
    Ok(())
}

/// Returns the report without the person, or `None` if it does not contain them.
async fn without(body: Packed, read: &ToRewrite, erasure: &Erasure) -> Result<Option<Rewritten>> {
    let (submissions, names) = (read.submissions.clone(), names_of(erasure));
    let work = move || {
        let mut report = Report::from_json(&body.unpack()?)?;
        let Some(ranks) = erase_person(&mut report, &submissions, &names)? else { return Ok(None) };
        let pack = |report: &Report| Packed::pack(&report.stored_json());
        let pairs = report.listed().filter(|pair| ranks.contains(&pair.rank));
        let pairs = pairs.map(|pair| (pair.rank, Packed::pack(&pair.stored_json())));
        Ok(Some(Rewritten {
            settings: serde_json::to_value(&report.settings)?,
            head: pack(&report.head()),
            pairs: pairs.collect(),
            body: pack(&report),
        }))
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(std::io::Error::other);
    done.and_then(|done: std::io::Result<_>| done).map_err(PersonError::Report)
}

/// Implements the name search of `storage` for erased names.
#[derive(Debug)]
struct Matcher(ErasedNames);

impl NameMatcher for Matcher {
    fn is_name(&self, name: &str) -> bool {
        self.0.is_name(name)
    }

    fn without(&self, text: &str) -> Option<String> {
        self.0.without(text)
    }
}

/// Returns the names that an erasure removed, as hashes.
pub fn names_of(erasure: &Erasure) -> ErasedNames {
    let names = HashedNames { key: erasure.key, hashes: erasure.hashes.clone() };
    ErasedNames::new(&names, erasure.pseudonym())
}
