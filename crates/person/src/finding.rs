//! Finds the persons that a name refers to, and the data about them.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_report::{ErasedNames, HashedNames, may_refer_to, names_person};
use chaffinch_storage::{Account, Batch, BatchId, HeldMark, HeldSubmission, Mention, PersonScope, Storage};

use crate::error::{PersonError, Result};

/// Everything that is held under a name.
#[derive(Debug, Clone)]
pub struct PersonalData {
    /// The persons that the name refers to, each by their name. There is one element unless the name is ambiguous.
    pub persons: Vec<String>,
    /// The names that erasure and export search for: the given name and the person's own.
    pub names: PersonNames,
    /// The person's submissions, by owner and number.
    pub submissions: Vec<HeldSubmission>,
    /// Texts outside of reports that name the person.
    pub mentions: Vec<Mention>,
    /// Reports that name the person.
    pub reports: Vec<InReport>,
    /// What staff noted about pairs with one of the submissions.
    pub marks: Vec<HeldMark>,
    /// Accounts of that name. Accounts are disabled, not erased.
    pub accounts: Vec<Account>,
    /// Submissions whose name or author shares only a word with the name: another person, or another spelling.
    pub similar: Vec<HeldSubmission>,
    /// Texts that share only a word with the name.
    pub similar_mentions: Vec<Mention>,
    /// The size in bytes of uploads that have not been read yet.
    pub unread_bytes: u64,
}

impl PersonalData {
    /// Returns whether any data is held.
    pub fn is_somebody(&self) -> bool {
        !(self.submissions.is_empty() && self.mentions.is_empty() && self.reports.is_empty())
    }

    /// Checks that the name refers to exactly one person.
    ///
    /// # Errors
    /// [`PersonError::Nobody`] if no data is held, and [`PersonError::Several`] if the name is ambiguous.
    pub fn one(&self) -> Result<()> {
        if !self.is_somebody() {
            return Err(PersonError::Nobody);
        }
        if self.persons.len() > 1 {
            return Err(PersonError::Several { persons: self.persons.clone() });
        }
        Ok(())
    }
}

/// A revision of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InReport {
    /// The batch of the report.
    pub batch: BatchId,
    /// The number of the revision.
    pub revision: u32,
}

/// The names of a person. It contains personal data and must not be logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonNames(BTreeSet<String>);

impl PersonNames {
    /// Creates a set of names.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    pub(crate) fn hashed(&self, key: [u8; 32]) -> HashedNames {
        HashedNames::new(key, self.0.iter().map(String::as_str))
    }

    /// Returns a matcher for these names, with a random key that is not stored.
    pub(crate) fn meant(&self, pseudonym: &str) -> Result<ErasedNames> {
        Ok(ErasedNames::new(&self.hashed(random_key()?), pseudonym.to_owned()))
    }
}

/// Searches a scope for a name: rows, texts and reports. `also` has other names of the person there, such as login
/// names and e-mail addresses.
pub async fn find(
    storage: &dyn Storage,
    name: &str,
    also: &[String],
    scope: PersonScope,
) -> Result<PersonalData> {
    let asked = PersonNames::new([name.to_owned()]);
    let by_name = asked.meant("")?;
    let hits = storage.held(scope, &|name| by_name.is_name(name)).await?;
    let persons = persons(&hits, name)?;
    let further = also.iter().cloned();
    let names = match persons.as_slice() {
        [one] => PersonNames::new(further.chain([name.to_owned(), one.clone()])),
        _ => asked,
    };
    let meant = names.meant("")?;
    let submissions = storage.held(scope, &|name| meant.is_name(name)).await?;
    let similar = storage.held(scope, &|other| may_refer_to(other, name)).await?;
    let similar = similar.into_iter().filter(|one| !submissions.contains(one)).collect();
    // What `erase` removes is found, and nothing else.
    let is_meant = |text: &str| meant.renamed(text).is_some();
    let mentions = storage.mentions(scope, &|text| may_refer_to(text, name) || is_meant(text)).await?;
    let (mut mentions, mut similar_mentions): (Vec<_>, Vec<_>) =
        mentions.into_iter().partition(|mention| is_meant(&mention.text));
    // They are shown as submissions.
    mentions.retain(|mention| mention.table != "submission" || !meant.is_name(&mention.text));
    similar_mentions.retain(|mention| mention.table != "submission");
    let mut reports = Vec::new();
    for (batch, revision) in storage.all_reports(scope).await? {
        let Some(head) = storage.report_head(batch, Some(revision)).await? else { continue };
        let json = head.unpack().map_err(PersonError::Report)?;
        let json = serde_json::from_slice(&json).map_err(|error| PersonError::Report(error.into()))?;
        if names_person(&json, &meant) {
            reports.push(InReport { batch, revision });
        }
    }
    let mut marks = Vec::new();
    for held in &submissions {
        for mark in storage.marks_about(held.owner, held.number).await? {
            let batch = storage.batch(mark.batch).await?;
            let is_within = |batch: &Batch| {
                scope.course.is_none_or(|course| course == batch.course)
                    && scope.batch.is_none_or(|within| within == batch.id)
            };
            marks.extend(batch.filter(is_within).map(|_| mark));
        }
    }
    let mut accounts = storage.accounts().await?;
    accounts.retain(|account| meant.is_name(&account.name));
    let unread_bytes = storage.unread_uploads(scope).await?;
    Ok(PersonalData {
        persons,
        names,
        submissions,
        mentions,
        reports,
        marks,
        accounts,
        similar,
        similar_mentions,
        unread_bytes,
    })
}

/// Returns the distinct persons that submissions belong to. Without any submissions, returns the name itself.
fn persons(hits: &[HeldSubmission], name: &str) -> Result<Vec<String>> {
    let key = random_key()?;
    let mut persons: BTreeMap<Vec<[u8; 32]>, String> = BTreeMap::new();
    let known = ErasedNames::new(&HashedNames::new(key, [name]), String::new());
    for hit in hits {
        // A search for `ada` also finds a submission `ada (2)` without an author: it is by the same person.
        let person = match &hit.author {
            Some(author) if !known.is_name(author) => author.as_str(),
            _ => name,
        };
        persons.entry(HashedNames::new(key, [person]).hashes).or_insert_with(|| person.to_owned());
    }
    if persons.is_empty() {
        return Ok(vec![name.to_owned()]);
    }
    // Sorted, because the order of the hashes depends on the random key.
    let mut persons: Vec<String> = persons.into_values().collect();
    persons.sort();
    Ok(persons)
}

/// Returns a new key of 256 random bits.
pub(crate) fn random_key() -> Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(PersonError::Random)?;
    Ok(key)
}
