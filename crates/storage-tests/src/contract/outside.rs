//! Tests of what leaves the service: share links, and notifications that a batch has ended.

use chrono::TimeDelta;

use super::{accepted, account, at, batch, by, claimed, holder, ingest, operator, result, upload};
use chaffinch_storage::{
    ATTEMPT_TAKES, AuditAction, Batch, Delivery, DeliveryOutcome, Idempotency, JobId, MAX_SHARES,
    NewNotification, NewShare, NotificationState, Review, Secret, ShareId, Status, Storage, StorageError,
    Work,
};

fn share(batch: &Batch, secret: &Secret, minutes: i64) -> NewShare {
    NewShare {
        id: ShareId::new(at(minutes)),
        hash: secret.hash(),
        batch: batch.id,
        creator: batch.creator,
        expires: at(100),
        names_hidden: true,
        exports: false,
    }
}

/// The first key that a process brings is kept, even if two processes bring one at the same moment.
pub async fn the_key_of_links_is_made_once(storage: &dyn Storage) {
    let (one, two) = tokio::join!(storage.share_key(&[1; 32]), storage.share_key(&[2; 32]));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(one, two);
    assert!([[1; 32], [2; 32]].contains(&one));
    assert_eq!(storage.share_key(&[3; 32]).await.unwrap(), one);
}

/// A share link opens its batch until it expires or is revoked. The log records all of it.
pub async fn a_link_opens_until_it_expires_or_is_revoked(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (one, other) = (accepted(storage, &ada, 1).await, accepted(storage, &ada, 2).await);
    let by = by(ada.id, 5);
    let secrets = [(); 3].map(|()| Secret::random("chf_share_").unwrap());
    let mut made = Vec::new();
    for (secret, minutes) in secrets.iter().zip(5..) {
        made.push(storage.create_share(&share(&one, secret, minutes), &by).await.unwrap());
    }
    assert_eq!((made[0].created, made[0].expires, made[0].revoked), (at(5), at(100), None));
    assert!(made[0].names_hidden && !made[0].exports);
    let open = async |at_secret: usize, minutes| {
        storage.open_share(&secrets[at_secret].hash(), at(minutes)).await.unwrap().map(|share| share.id)
    };
    assert_eq!(open(0, 6).await, Some(made[0].id));
    assert_eq!((open(0, 99).await, open(0, 100).await), (Some(made[0].id), None));
    assert!(storage.open_share(&Secret::random("x").unwrap().hash(), at(6)).await.unwrap().is_none());

    assert_eq!(storage.revoke_shares(other.id, Some(made[1].id), &by).await.unwrap(), 0, "of another batch");
    assert_eq!(storage.revoke_shares(one.id, Some(made[1].id), &by).await.unwrap(), 1);
    assert_eq!(storage.revoke_shares(one.id, Some(made[1].id), &by).await.unwrap(), 0, "once");
    assert_eq!((open(1, 7).await, open(2, 7).await), (None, Some(made[2].id)));
    let listed = storage.shares(one.id).await.unwrap();
    assert_eq!(listed.iter().map(|share| share.id).collect::<Vec<_>>(), [made[2].id, made[1].id, made[0].id]);
    assert_eq!((listed[2].last_viewed, listed[1].revoked), (Some(at(99)), Some(at(5))));
    assert_eq!(storage.shares(other.id).await.unwrap(), []);
    assert_eq!(storage.revoke_shares(one.id, None, &by).await.unwrap(), 2);
    assert_eq!((open(0, 8).await, open(2, 8).await), (None, None));

    let log = storage.audit(Some(one.course), None, 50).await.unwrap().items;
    let told =
        |action| log.iter().filter(|entry| entry.action == action && entry.subject == one.id.0).count();
    let told = [AuditAction::ShareCreated, AuditAction::ShareRevoked, AuditAction::ShareViewed].map(told);
    assert_eq!(told, [3, 3, 3]);
}

/// Views through a link are logged without filling the log.
pub async fn a_look_is_noted_once_a_minute(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let one = accepted(storage, &ada, 1).await;
    let secret = Secret::random("chf_share_").unwrap();
    storage.create_share(&share(&one, &secret, 2), &by(ada.id, 2)).await.unwrap();
    for seconds in [0, 1, 59, 60, 61] {
        storage.open_share(&secret.hash(), at(3) + TimeDelta::seconds(seconds)).await.unwrap().unwrap();
    }
    let log = storage.audit(Some(one.course), None, 50).await.unwrap().items;
    let looks: Vec<_> = log.iter().filter(|entry| entry.action == AuditAction::ShareViewed).collect();
    assert_eq!(looks.iter().map(|entry| entry.by.at).collect::<Vec<_>>(), [at(4), at(3)]);
    assert!(looks.iter().all(|entry| entry.by.account.is_none()));
}

/// The same secret gives the same link, and only to the same account.
pub async fn the_same_link_is_made_once(storage: &dyn Storage) {
    let (ada, eve) = (account(storage, "ada").await, account(storage, "eve").await);
    let one = accepted(storage, &ada, 1).await;
    let secret = Secret::derived("chf_share_", &[7; 32], b"week 3");
    let first = storage.create_share(&share(&one, &secret, 2), &by(ada.id, 2)).await.unwrap();
    let again = storage.create_share(&share(&one, &secret, 3), &by(ada.id, 3)).await.unwrap();
    assert_eq!(first, again);
    for other in [
        NewShare { exports: true, ..share(&one, &secret, 4) },
        NewShare { creator: eve.id, ..share(&one, &secret, 4) },
        NewShare { batch: accepted(storage, &ada, 4).await.id, ..share(&one, &secret, 4) },
    ] {
        let refused = storage.create_share(&other, &by(ada.id, 4)).await.unwrap_err();
        assert!(matches!(refused, StorageError::KeyReused), "{refused:?}");
    }
    let gone = NewShare {
        batch: chaffinch_storage::BatchId::new(at(0)),
        ..share(&one, &Secret::random("x").unwrap(), 5)
    };
    let refused = storage.create_share(&gone, &by(ada.id, 5)).await.unwrap_err();
    assert!(matches!(refused, StorageError::Missing { .. }), "{refused:?}");
}

/// A link beyond the limit is refused. A link that exists already is not, and revoked links do not count.
pub async fn a_batch_has_so_many_open_links_at_most(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let one = accepted(storage, &ada, 1).await;
    let by = by(ada.id, 2);
    let secret = |number: usize| Secret::derived("chf_share_", &[7; 32], &number.to_le_bytes());
    let mut last = None;
    for number in 0..MAX_SHARES {
        last = Some(storage.create_share(&share(&one, &secret(number), 2), &by).await.unwrap());
    }
    let further = share(&one, &secret(MAX_SHARES), 2);
    let refused = storage.create_share(&further, &by).await.unwrap_err();
    assert!(matches!(refused, StorageError::TooManyShares), "{refused:?}");
    assert_eq!(storage.shares(one.id).await.unwrap().len(), MAX_SHARES);
    let again = storage.create_share(&share(&one, &secret(MAX_SHARES - 1), 3), &by).await.unwrap();
    assert_eq!(Some(&again), last.as_ref());
    storage.revoke_shares(one.id, Some(again.id), &by).await.unwrap();
    storage.create_share(&further, &by).await.unwrap();
}

/// A deleted batch takes its links with it.
pub async fn links_go_with_their_batch(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let one = accepted(storage, &ada, 1).await;
    let secret = Secret::random("chf_share_").unwrap();
    storage.create_share(&share(&one, &secret, 2), &by(ada.id, 2)).await.unwrap();
    assert!(storage.delete(one.id, &operator(3)).await.unwrap());
    assert!(storage.open_share(&secret.hash(), at(4)).await.unwrap().is_none());
}

/// Returns a request for a notification to `url`.
fn tell(url: &str) -> NewNotification {
    NewNotification { url: url.to_owned(), secret: "chf_notify_1".to_owned(), base: "http://here".to_owned() }
}

/// Returns a batch for which a notification was requested.
async fn told_of(storage: &dyn Storage, minutes: i64) -> Batch {
    let name = format!("ada {minutes}");
    let ada = account(storage, &name).await;
    let new = upload(storage, &ada, minutes).await;
    storage.accept_for(new, Delivery::Notification(tell("http://there/"))).await.unwrap().batch().clone()
}

async fn finished(storage: &dyn Storage) {
    let claimed = claimed(storage, 1).await;
    storage.finish(&claimed.lease, result(2), ingest(), at(20)).await.unwrap();
}

/// A notification is due when the work has ended. One process at a time sends it, until it is accepted.
pub async fn an_end_is_told_until_it_is_heard(storage: &dyn Storage) {
    let one = told_of(storage, 1).await;
    let other = accepted(storage, &account(storage, "eve").await, 2).await;
    assert_eq!(storage.notification(other.id).await.unwrap(), None);
    let state = async || storage.notification(one.id).await.unwrap().unwrap();
    assert_eq!(
        (state().await.state, state().await.secret.as_str()),
        (NotificationState::Waiting, "chf_notify_1")
    );
    assert_eq!(storage.due_notification(at(10)).await.unwrap(), None, "nothing has ended");
    finished(storage).await;
    finished(storage).await;

    let due = storage.due_notification(at(21)).await.unwrap().unwrap();
    assert_eq!(
        (due.batch, due.attempt, due.url.as_str(), due.base.as_str()),
        (one.id, 1, "http://there/", "http://here")
    );
    assert_eq!((due.status.clone(), due.work, due.revision), (Status::Done, Work::Analysis, Some(1)));
    assert_eq!(storage.due_notification(at(21)).await.unwrap(), None, "somebody is at it");
    let error = "it answered 500".to_owned();
    let later = DeliveryOutcome::Retry { error: error.clone(), at: at(30) };
    assert!(storage.settle_notification(&due, &later).await.unwrap());
    let now = state().await;
    assert_eq!(
        (now.state, now.attempts, now.next_attempt, now.error),
        (NotificationState::Trying, 1, Some(at(30)), Some(error))
    );
    assert_eq!(storage.due_notification(at(29)).await.unwrap(), None);

    // A clock that was set back does not prolong the rest. The process that tried it then has died.
    let lost = storage.due_notification(at(30) - TimeDelta::hours(13)).await.unwrap().unwrap();
    assert_eq!((lost.attempt, lost.job), (2, due.job));
    let again = storage.due_notification(at(30) + ATTEMPT_TAKES).await.unwrap().unwrap();
    assert_eq!(again.attempt, 3);
    assert!(
        !storage.settle_notification(&lost, &DeliveryOutcome::Accepted).await.unwrap(),
        "another attempt has begun"
    );
    assert!(storage.settle_notification(&again, &DeliveryOutcome::Accepted).await.unwrap());
    let now = state().await;
    assert_eq!(
        (now.state, now.attempts, now.next_attempt, now.error),
        (NotificationState::Told, 3, None, None)
    );
    assert_eq!(storage.due_notification(at(100_000)).await.unwrap(), None);
}

/// Each end of work is notified. A notification that was given up stays so until the next end.
pub async fn every_end_is_told_and_giving_up_is_final(storage: &dyn Storage) {
    let one = told_of(storage, 1).await;
    finished(storage).await;
    let first = storage.due_notification(at(21)).await.unwrap().unwrap();
    let never = DeliveryOutcome::GivenUp { error: "no".to_owned() };
    assert!(storage.settle_notification(&first, &never).await.unwrap());
    assert_eq!(storage.due_notification(at(100_000)).await.unwrap(), None);
    assert_eq!(storage.notification(one.id).await.unwrap().unwrap().state, NotificationState::GivenUp);
    // Another report is another end of work.
    storage.rescore(one.id, JobId::new(at(22)), &Review::default(), &by(one.creator, 22)).await.unwrap();
    assert_eq!(storage.notification(one.id).await.unwrap().unwrap().state, NotificationState::Waiting);
    assert_eq!(storage.due_notification(at(100_000)).await.unwrap(), None);
    storage.cancel(one.id, &operator(23)).await.unwrap();
    let second = storage.due_notification(at(24)).await.unwrap().unwrap();
    assert_eq!((second.attempt, second.status.clone(), second.work), (1, Status::Cancelled, Work::Rescoring));
    assert_ne!(second.job, first.job);
    assert!(storage.delete(one.id, &operator(25)).await.unwrap());
    assert!(!storage.settle_notification(&second, &DeliveryOutcome::Accepted).await.unwrap());
}

/// Processes that check at the same moment take different notifications.
pub async fn messages_at_the_same_moment_are_taken_once(storage: &dyn Storage) {
    for minutes in 1..=3 {
        told_of(storage, minutes).await;
        finished(storage).await;
    }
    let take = || storage.due_notification(at(30));
    let (one, two, three, four) = tokio::join!(take(), take(), take(), take());
    let mut taken: Vec<_> =
        [one, two, three, four].into_iter().filter_map(Result::unwrap).map(|due| due.batch).collect();
    // A process that came second to one notification may have missed the others, which are still there.
    while let Some(due) = storage.due_notification(at(30)).await.unwrap() {
        taken.push(due.batch);
    }
    let count = taken.len();
    taken.sort();
    taken.dedup();
    assert_eq!((count, taken.len()), (3, 3));
}

/// A repeated request for a re-scoring queues one job.
pub async fn a_rescoring_is_accepted_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let one = accepted(storage, &ada, 1).await;
    finished(storage).await;
    let key = |fingerprint: u8| Idempotency { key: "again".to_owned(), fingerprint: [fingerprint; 32] };
    let ask = async |job: i64, fingerprint: u8| {
        let (job, review) = (JobId::new(at(job)), Review { common_limit: 3, ..Review::default() });
        storage.rescore_once(one.id, job, &review, Some(key(fingerprint)), &by(ada.id, 22)).await
    };
    assert_eq!(storage.accepted_before(ada.id, &key(1)).await.unwrap(), None);
    ask(22, 1).await.unwrap();
    // Repeated while the job runs, and after it is done.
    ask(23, 1).await.unwrap();
    let claimed = claimed(storage, 1).await;
    storage.finish(&claimed.lease, result(2), chaffinch_storage::NewIngest::default(), at(24)).await.unwrap();
    assert_eq!(ask(25, 1).await.unwrap().batch().revisions, 2);
    assert_eq!(storage.accepted_before(ada.id, &key(1)).await.unwrap(), Some(batch(storage, one.id).await));
    assert!(storage.claim(holder(1), chaffinch_storage::Lane::Analysis, at(2000)).await.unwrap().is_none());
    assert!(matches!(ask(26, 2).await, Err(StorageError::KeyReused)));
    assert!(matches!(storage.accepted_before(ada.id, &key(2)).await, Err(StorageError::KeyReused)));
}
