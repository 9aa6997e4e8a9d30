//! What the maintenance of the index found damaged. Reports say it of the archives that it concerns. The database keeps
//! it for all processes.

use std::collections::BTreeMap;

use chaffinch_index::Damage;
use chaffinch_storage::{DocumentId, InstallationFact, SchemeId, Storage, StorageError};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Damage to the index of each scheme, by the number of the scheme.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct IndexDamage(BTreeMap<u32, SchemeDamage>);

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct SchemeDamage {
    /// When the last rebuild because of lost or damaged blocks began.
    rebuilt: Option<DateTime<Utc>>,
    /// Documents whose fingerprints are damaged. No rebuild can find them again.
    documents: Vec<u64>,
}

impl IndexDamage {
    /// Returns what is known.
    pub(crate) async fn read(storage: &dyn Storage) -> Result<Self, StorageError> {
        Ok(Self::parse(storage.fact(InstallationFact::IndexDamage).await?.as_deref()))
    }

    fn parse(stored: Option<&str>) -> Self {
        stored.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }

    /// Records what a check of a scheme found, and when a rebuild began, if it began one.
    pub(crate) async fn record(
        storage: &dyn Storage,
        scheme: SchemeId,
        rebuilt: Option<DateTime<Utc>>,
        documents: &[(DocumentId, Damage)],
    ) -> Result<(), StorageError> {
        for (document, damage) in documents {
            tracing::error!(document = document.0, %damage, "fingerprints of a document are damaged; it can no longer be found");
        }
        let documents: Vec<u64> = documents.iter().map(|(document, _)| document.0).collect();
        loop {
            let stored = storage.fact(InstallationFact::IndexDamage).await?;
            let mut damage = Self::parse(stored.as_deref());
            let known = damage.0.entry(scheme.0).or_default();
            let found = SchemeDamage { rebuilt: rebuilt.or(known.rebuilt), documents: documents.clone() };
            if *known == found {
                return Ok(());
            }
            *known = found;
            let Ok(new) = serde_json::to_string(&damage) else { return Ok(()) };
            if storage.replace_fact(InstallationFact::IndexDamage, stored.as_deref(), Some(&new)).await? {
                return Ok(());
            }
        }
    }

    /// Returns when a part of the index was last rebuilt, if that was after `since`.
    pub(crate) fn rebuilt_after(&self, since: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.0.values().filter_map(|damage| damage.rebuilt).filter(|rebuilt| since < *rebuilt).max()
    }

    /// Returns the documents that cannot be found.
    pub(crate) fn documents(&self) -> impl Iterator<Item = DocumentId> {
        self.0.values().flat_map(|damage| &damage.documents).map(|document| DocumentId(*document))
    }
}
