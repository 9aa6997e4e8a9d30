//! Tests of the evidence over the tasks of a course: its inputs, its job, and who is who.

use super::{accepted, account, at, by, claimed, holder, ingest, later, personal, result};
use chaffinch_storage::{
    JobId, JobPayload, Lane, NewRevision, Packed, PersonName, Storage, StorageError, Submitted, Term,
    TermPair, TermTask,
};

fn name(task: &str, name: &str, person: &str) -> PersonName {
    PersonName { task: task.to_owned(), name: name.to_owned(), person: person.to_owned() }
}

/// Finished comparisons, their submissions and their judged pairs are read; what is computed from them is stored once.
pub async fn a_term_is_computed_from_finished_comparisons(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let course = personal(storage, &ada).await;
    let id = accepted(storage, &ada, 1).await.id;
    assert_eq!(storage.term_batches(course).await.unwrap(), [], "it is not finished");
    let lease = claimed(storage, 1).await.lease;
    let report = NewRevision { judged: Some(Packed::pack(b"judged")), ..result(1) };
    storage.finish(&lease, report, ingest(), at(1)).await.unwrap();
    let older = accepted(storage, &ada, 2).await.id;
    storage.finish(&claimed(storage, 1).await.lease, result(1), ingest(), at(2)).await.unwrap();

    let batches = storage.term_batches(course).await.unwrap();
    let seen: Vec<_> = batches.iter().map(|batch| (batch.id, &*batch.title, batch.revision)).collect();
    assert_eq!(seen, [(id, "Exercise 1", 1), (older, "Exercise 2", 1)]);
    let judged = storage.judged_pairs(id, 1).await.unwrap().unwrap();
    assert_eq!(judged.unpack().unwrap(), b"judged");
    assert_eq!(storage.judged_pairs(older, 1).await.unwrap(), None);
    assert_eq!(storage.judged_pairs(id, 2).await.unwrap(), None);
    let submitters = storage.submitters(id).await.unwrap();
    assert_eq!(submitters, ingest().submissions);

    assert_eq!(storage.term(course).await.unwrap(), None);
    let job = |minutes| JobId::new(at(minutes));
    assert!(storage.queue_term(course, job(3), at(3)).await.unwrap());
    assert!(!storage.queue_term(course, job(4), at(4)).await.unwrap(), "one waits");
    let working = storage.claim(holder(1), Lane::Maintenance, later()).await.unwrap().unwrap();
    assert_eq!(working.payload, JobPayload::Term { course });
    assert!(
        storage.queue_term(course, job(5), at(5)).await.unwrap(),
        "one that runs may have read too early"
    );
    let task = |batch| TermTask { batch, revision: 1, people: 3, left_out: None };
    let person = |number| Submitted { task: 0, number };
    let pair = TermPair { expect: 0.5, people: [person(1), person(2)], shared: 2, tasks: Vec::new() };
    let term = Term { tasks: vec![task(id), task(older)], people: 3, pairs: 3, named: 0, listed: vec![pair] };
    storage.finish_term(&working.lease, course, &term, at(6)).await.unwrap();
    assert_eq!(storage.term(course).await.unwrap(), Some(term.clone()));
    assert!(term.is_of(&storage.term_batches(course).await.unwrap()));
    let again = storage.finish_term(&working.lease, course, &term, at(6)).await.unwrap_err();
    assert!(matches!(again, StorageError::LeaseLost));
    let next = storage.claim(holder(1), Lane::Maintenance, later()).await.unwrap().unwrap();
    storage.finish_term(&next.lease, course, &Term::default(), at(7)).await.unwrap();
    assert_eq!(storage.term(course).await.unwrap(), Some(Term::default()));

    storage.delete(older, &by(ada.id, 8)).await.unwrap();
    assert!(!term.is_of(&storage.term_batches(course).await.unwrap()));
    assert_eq!(storage.submitters(older).await.unwrap(), []);
}

/// A table of names replaces the one before, and what was computed with the other names goes.
pub async fn who_is_who_is_kept_for_a_course(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let course = personal(storage, &ada).await;
    assert_eq!(storage.person_names(course).await.unwrap(), []);
    let names = [name("Sheet 2", "s1", "Ann"), name("", "s1", "Zoë"), name("", "a\u{0}b", "Bob")];
    storage.set_person_names(course, &names, &by(ada.id, 1)).await.unwrap();
    let kept = storage.person_names(course).await.unwrap();
    let people: Vec<_> = kept.iter().map(|name| &*name.person).collect();
    assert_eq!(people, ["Bob", "Zoë", "Ann"], "sorted by task and name");

    storage.queue_term(course, JobId::new(at(2)), at(2)).await.unwrap();
    let job = storage.claim(holder(1), Lane::Maintenance, later()).await.unwrap().unwrap();
    storage.finish_term(&job.lease, course, &Term::default(), at(2)).await.unwrap();
    storage.set_person_names(course, &[], &by(ada.id, 3)).await.unwrap();
    assert_eq!(storage.person_names(course).await.unwrap(), []);
    assert_eq!(storage.term(course).await.unwrap(), None);
}
