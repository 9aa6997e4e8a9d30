//! Who is meant by a name, and where they are.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_report::{ErasedNames, HashedNames, may_refer_to};
use chaffinch_storage::{Account, BatchId, HeldSubmission, Mention, PersonScope, Storage};

use crate::erased_names::random_key;
use crate::error::{PersonError, Result};

/// Everything that is held under a name.
#[derive(Debug, Clone)]
pub struct PersonalData {
    /// The persons that the name means, and what each of them is called; one where there is no doubt.
    pub persons: Vec<String>,
    /// What erasing and exporting look for: the name and the person's.
    pub names: PersonNames,
    /// Their submissions, by owner and number.
    pub submissions: Vec<HeldSubmission>,
    /// Texts outside of reports that name them.
    pub mentions: Vec<Mention>,
    /// Reports that name them.
    pub reports: Vec<InReport>,
    /// Accounts of that name: those are disabled, not erased.
    pub accounts: Vec<Account>,
    /// Submissions whose name or author only has a word of the name: somebody else, or another spelling.
    pub similar: Vec<HeldSubmission>,
    /// Texts that only have a word of the name.
    pub similar_mentions: Vec<Mention>,
    /// Uploads that nobody has looked into, in bytes.
    pub unread_bytes: u64,
}

impl PersonalData {
    /// Something is held.
    pub fn is_somebody(&self) -> bool {
        !(self.submissions.is_empty() && self.mentions.is_empty() && self.reports.is_empty())
    }

    /// That the name means one person.
    ///
    /// # Errors
    /// [`PersonError::Nobody`]; [`PersonError::Several`].
    pub fn one(&self) -> Result<()> {
        if !self.is_somebody() {
            return Err(PersonError::Nobody);
        }
        if 1 < self.persons.len() {
            return Err(PersonError::Several { persons: self.persons.clone() });
        }
        Ok(())
    }
}

/// A revision of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InReport {
    /// Of this batch.
    pub batch: BatchId,
    /// Its number.
    pub revision: u32,
}

/// Columns with lists of names.
const LISTS: [&str; 3] = ["options", "payload", "review"];

/// What a person is called. Holds names: not to be logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonNames(BTreeSet<String>);

impl PersonNames {
    /// These names.
    pub fn new(names: impl IntoIterator<Item = String>) -> Self {
        Self(names.into_iter().collect())
    }

    pub(crate) fn hashed(&self, key: [u8; 32]) -> HashedNames {
        HashedNames::of(key, self.0.iter().map(String::as_str))
    }

    /// Under a key that nobody keeps.
    pub(crate) fn meant(&self, pseudonym: &str) -> Result<ErasedNames> {
        Ok(ErasedNames::new(&self.hashed(random_key()?), pseudonym.to_owned()))
    }
}

/// Looks for a name everywhere in a scope: rows, texts and reports. `also`: what else they are called there, log-in names
/// and addresses for instance.
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
    let mentions =
        storage.mentions(scope, &|text| may_refer_to(text, name) || meant.without(text).is_some()).await?;
    // Lists of names have names, other texts have words.
    let is_list = |mention: &Mention| mention.column == "person" || LISTS.contains(&mention.column);
    let (mentions, similar_mentions) = mentions.into_iter().partition(|mention| {
        if is_list(mention) { meant.is_name(&mention.text) } else { meant.without(&mention.text).is_some() }
    });
    let mut reports = Vec::new();
    for (batch, revision) in storage.all_reports(scope).await? {
        let Some(head) = storage.report_head(batch, Some(revision)).await? else { continue };
        let json = head.unpack().map_err(PersonError::Report)?;
        // Reports are written as they are read here, with no letter escaped.
        if meant.without(&String::from_utf8_lossy(&json)).is_some() {
            reports.push(InReport { batch, revision });
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
        accounts,
        similar,
        similar_mentions,
        unread_bytes,
    })
}

/// Whom submissions are of, told apart as names are; without any, whom the name says.
fn persons(hits: &[HeldSubmission], name: &str) -> Result<Vec<String>> {
    let key = random_key()?;
    let mut persons: BTreeMap<Vec<[u8; 32]>, String> = BTreeMap::new();
    let known = ErasedNames::new(&HashedNames::of(key, [name]), String::new());
    for hit in hits {
        // `ada (2)` without an author is who asks for `ada` means.
        let person = match &hit.author {
            Some(author) if !known.is_name(author) => author.as_str(),
            _ => name,
        };
        persons.entry(HashedNames::of(key, [person]).hashes).or_insert_with(|| person.to_owned());
    }
    if persons.is_empty() {
        return Ok(vec![name.to_owned()]);
    }
    // In an order that does not depend on a key.
    let mut persons: Vec<String> = persons.into_values().collect();
    persons.sort();
    Ok(persons)
}
