//! Tests of marks: changing and assigning them, and what they outlive.

use super::{accepted, account, at, by, claimed, ingest, operator, result};
use chaffinch_storage::{
    Account, ArchiveId, AuditAction, BatchId, JobId, Lease, Mark, MarkChange, MarkState, MarkedPair,
    NewArchived, NewIngest, NewRevision, Owner, PairRecord, Review, Storage, StorageError,
};

const FIRST: MarkedPair = MarkedPair { left: 1, right: 2 };
const SECOND: MarkedPair = MarkedPair { left: 2, right: 3 };

fn state(state: MarkState) -> MarkChange {
    MarkChange { state: Some(Some(state)), ..MarkChange::default() }
}

async fn finished(storage: &dyn Storage, owner: &Account) -> BatchId {
    let id = accepted(storage, owner, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(2), ingest(), at(1)).await.unwrap();
    id
}

async fn rescoring(storage: &dyn Storage, id: BatchId, owner: &Account, minutes: i64) -> Lease {
    let by = by(owner.id, minutes);
    storage.rescore(id, JobId::new(at(minutes)), &Review::default(), &by).await.unwrap();
    claimed(storage, 1).await.lease
}

fn pairs(marks: &[Mark]) -> Vec<(MarkedPair, Option<MarkState>)> {
    marks.iter().map(|mark| (mark.pair, mark.state)).collect()
}

/// A mark has a state, a note and the account of the last change. Who did not see that change is refused.
pub async fn a_pair_is_marked_by_those_who_saw_its_mark(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let ben = account(storage, "ben").await;
    let id = finished(storage, &ada).await;
    assert_eq!(storage.marks(id).await.unwrap(), []);

    let talk = state(MarkState::Talk);
    let mark = storage.mark_pair(id, FIRST, &talk, Some(0), &by(ada.id, 2)).await.unwrap();
    let expected = Mark {
        pair: FIRST,
        state: Some(MarkState::Talk),
        previous: None,
        note: String::new(),
        assignee: None,
        by: by(ada.id, 2),
        version: 1,
    };
    assert_eq!((&mark, storage.marks(id).await.unwrap().as_slice()), (&expected, &[expected.clone()][..]));

    // Ben saw the pair without a mark.
    let outdated = storage.mark_pair(id, FIRST, &state(MarkState::Nothing), Some(0), &by(ben.id, 3)).await;
    assert!(matches!(outdated, Err(StorageError::MarkChanged)), "{outdated:?}");
    let note = MarkChange { note: Some("same\u{feff} typo".to_owned()), ..MarkChange::default() };
    let noted = storage.mark_pair(id, FIRST, &note, Some(1), &by(ben.id, 4)).await.unwrap();
    assert_eq!((noted.state, noted.note.as_str(), noted.version), (mark.state, "same\u{feff} typo", 2));
    assert_eq!(noted.by, by(ben.id, 4));

    // Undo: the state before.
    let case = storage.mark_pair(id, FIRST, &state(MarkState::Case), None, &by(ada.id, 5)).await.unwrap();
    assert_eq!((case.state, case.previous), (Some(MarkState::Case), Some(MarkState::Talk)));
    let back = MarkChange { state: Some(case.previous), ..MarkChange::default() };
    let undone = storage.mark_pair(id, FIRST, &back, Some(3), &by(ada.id, 6)).await.unwrap();
    assert_eq!((undone.state, undone.note.as_str()), (Some(MarkState::Talk), "same\u{feff} typo"));
    let open = MarkChange { state: Some(None), ..MarkChange::default() };
    storage.mark_pair(id, SECOND, &open, None, &operator(7)).await.unwrap();
    let counts = storage.mark_counts(&[id, BatchId::new(at(9))]).await.unwrap();
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [(id, [(MarkState::Talk, 1)].into())]);

    let log = storage.audit(None, None, 9).await.unwrap().items;
    let logged = log.iter().filter(|entry| entry.action == AuditAction::PairMarked).count();
    assert_eq!(logged, 4, "who changes nothing is not logged");
    assert!(!log.iter().any(|entry| entry.details.to_string().contains("typo")));
}

/// A pair that the report does not list has no mark.
pub async fn only_listed_pairs_are_marked(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    let talk = state(MarkState::Talk);
    for pair in [MarkedPair { left: 1, right: 3 }, MarkedPair { left: 2, right: 1 }] {
        let missing = storage.mark_pair(id, pair, &talk, None, &by(ada.id, 2)).await;
        assert!(matches!(missing, Err(StorageError::Missing { what: "pair" })), "{missing:?}");
    }
    let unknown = storage.mark_pair(BatchId::new(at(9)), FIRST, &talk, None, &by(ada.id, 2)).await;
    assert!(matches!(unknown, Err(StorageError::Missing { what: "batch" })), "{unknown:?}");
    let nobody = chaffinch_storage::AccountId::new(at(9));
    let assigned = storage.assign_pairs(id, &[(FIRST, nobody)], &by(ada.id, 2)).await;
    assert!(matches!(assigned, Err(StorageError::Missing { what: "account" })), "{assigned:?}");
    assert_eq!(storage.marks(id).await.unwrap(), []);
}

/// A mark belongs to stored submissions, whatever their numbers in a report are.
pub async fn marks_outlive_rescoring_and_end_with_their_batch(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    // The archive need not exist: a report outlives it.
    let archive = ArchiveId::new(at(0));
    let pair = |rank: u32, left: u32, right: u32| PairRecord {
        left,
        right,
        ..result(rank).pairs.remove(rank as usize - 1)
    };
    let report = |number: u32| NewRevision {
        submissions: number,
        archived: vec![NewArchived { number, archive, submission: 9 }],
        pairs: vec![pair(1, 1, 2), pair(2, 2, number)],
        ..result(0)
    };
    storage.finish(&lease, report(4), ingest(), at(1)).await.unwrap();
    let earlier = MarkedPair { left: 2, right: 4 };
    for of in [earlier, FIRST] {
        storage.mark_pair(id, of, &state(MarkState::Talk), None, &by(ada.id, 2)).await.unwrap();
    }

    // The earlier submission has another number in the next report, which does not list the first pair.
    let lease = rescoring(storage, id, &ada, 3).await;
    storage.finish(&lease, report(5), NewIngest::default(), at(3)).await.unwrap();
    let moved = MarkedPair { left: 2, right: 5 };
    let talk = Some(MarkState::Talk);
    assert_eq!(pairs(&storage.marks(id).await.unwrap()), [(FIRST, talk), (moved, talk)]);
    let gone = storage.mark_pair(id, earlier, &state(MarkState::Case), None, &by(ada.id, 4)).await;
    assert!(matches!(gone, Err(StorageError::Missing { what: "pair" })), "{gone:?}");
    let mark = storage.mark_pair(id, moved, &state(MarkState::Case), Some(1), &by(ada.id, 4)).await.unwrap();
    assert_eq!((mark.pair, mark.version), (moved, 2));

    let lease = rescoring(storage, id, &ada, 5).await;
    storage.finish(&lease, result(1), NewIngest::default(), at(5)).await.unwrap();
    assert_eq!(
        pairs(&storage.marks(id).await.unwrap()),
        [(FIRST, talk)],
        "the other one is not in the report"
    );

    let held = storage.marks_about(Owner::Archive(archive), 9).await.unwrap();
    assert_eq!((held.len(), held[0].state), (1, Some(MarkState::Case)));
    storage.delete(id, &by(ada.id, 6)).await.unwrap();
    assert_eq!(storage.marks_about(Owner::Archive(archive), 9).await.unwrap(), []);
    assert_eq!(storage.marks(id).await.unwrap(), []);
}

/// Pairs are divided among members. A pair with a state keeps its assignee.
pub async fn pairs_that_nobody_looked_at_are_assigned(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let ben = account(storage, "ben").await;
    let id = finished(storage, &ada).await;
    storage.mark_pair(id, FIRST, &state(MarkState::Nothing), None, &by(ada.id, 2)).await.unwrap();
    let shares = [(FIRST, ben.id), (SECOND, ben.id)];
    assert_eq!(storage.assign_pairs(id, &shares, &by(ada.id, 3)).await.unwrap(), 1);
    assert_eq!(storage.assign_pairs(id, &shares, &by(ada.id, 4)).await.unwrap(), 0);
    let assignees: Vec<_> = storage.marks(id).await.unwrap().into_iter().map(|mark| mark.assignee).collect();
    assert_eq!(assignees, [None, Some(ben.id)]);
    let mine = MarkChange { assignee: Some(Some(ada.id)), ..MarkChange::default() };
    storage.mark_pair(id, SECOND, &mine, Some(1), &by(ada.id, 5)).await.unwrap();
    assert_eq!(storage.marks(id).await.unwrap()[1].assignee, Some(ada.id));
}
