//! Facts about an installation, and its deletions.

use chaffinch_storage::{InstallationFact, Storage};

use super::{accepted, account, at, by};

/// A fact is replaced only by a process that knows its value.
pub async fn facts_are_replaced_by_one_at_a_time(storage: &dyn Storage) {
    let (fact, other) = (InstallationFact::PublicUrl, InstallationFact::Backup);
    assert_eq!(storage.fact(fact).await.unwrap(), None);
    assert!(storage.replace_fact(fact, None, None).await.unwrap());
    assert!(!storage.replace_fact(fact, Some("a"), Some("b")).await.unwrap());
    assert!(storage.replace_fact(fact, None, Some("a")).await.unwrap());
    assert!(!storage.replace_fact(fact, None, Some("b")).await.unwrap());
    assert!(!storage.replace_fact(fact, None, None).await.unwrap());
    assert!(storage.replace_fact(fact, Some("a"), Some("b")).await.unwrap());
    assert_eq!(storage.fact(fact).await.unwrap().as_deref(), Some("b"));
    assert_eq!(storage.fact(other).await.unwrap(), None);
    assert!(!storage.replace_fact(fact, Some("a"), None).await.unwrap());
    assert!(storage.replace_fact(fact, Some("b"), None).await.unwrap());
    assert_eq!(storage.fact(fact).await.unwrap(), None);
}

/// Deleted batches are listed, oldest first.
pub async fn deletions_are_listed(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (first, second) = (accepted(storage, &ada, 1).await.id, accepted(storage, &ada, 2).await.id);
    assert!(storage.delete(second, &by(ada.id, 3)).await.unwrap());
    assert!(storage.delete(first, &by(ada.id, 4)).await.unwrap());
    let deleted = [second.0, first.0];
    let listed = storage.deletions().await.unwrap();
    assert_eq!(listed.iter().map(|deletion| deletion.id).collect::<Vec<_>>(), deleted);
    assert!(listed.iter().all(|deletion| !deletion.archive));
    assert_eq!(listed[0].at, at(3));
}
