//! Tests of many writers at the same time: nobody waits for all of them.

use std::future::poll_fn;
use std::task::Poll;

use tokio::io::{AsyncWriteExt as _, duplex};

use super::{accepted, account, at, batch, claimed, operator, upload};
use chaffinch_storage::{
    BatchFilter, JobProgress, NewBatch, NewPart, NewToken, PartKind, Scope, SecretHash, Storage, TokenId,
    TokenKind,
};

/// Uploads with slow bytes, more of them than there are connections, do not delay readers. A heartbeat waits at most
/// for the one upload that is being stored.
pub async fn uploads_hold_nobody_up(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (hash, created) = (SecretHash([7; 32]), at(1));
    let token = NewToken {
        id: TokenId::new(created),
        hash,
        kind: TokenKind::Api,
        account: ada.id,
        scope: Scope::Write,
        label: "course script".to_owned(),
        expires: None,
    };
    storage.create_token(&token, &operator(1)).await.unwrap();
    let running = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;

    let of_content = async |minutes, content| {
        let part = NewPart { kind: PartKind::Submissions, name: "class.zip".to_owned(), content };
        NewBatch { parts: vec![part], ..upload(storage, &ada, minutes).await }
    };
    let (mut sending, content) = duplex(1);
    let first = of_content(2, Box::new(content)).await;
    let id = first.id;
    let mut first = storage.accept(first);
    tokio::select! {
        biased;
        _ = &mut first => panic!("its bytes have not come"),
        // It reads bytes, so it is being stored.
        sent = sending.write_all(b"zip") => sent.unwrap(),
    }
    let (mut unsent, mut others) = (Vec::new(), Vec::new());
    for minutes in 3..40 {
        let (held, content) = duplex(1);
        unsent.push(held);
        others.push(storage.accept(of_content(minutes, Box::new(content)).await));
    }
    let mut others = poll_fn(|context| {
        for other in &mut others {
            assert!(other.as_mut().poll(context).is_pending(), "its bytes never come");
        }
        Poll::<()>::Pending
    });

    let filter = BatchFilter { account: ada.id, course: None, after: None, limit: 10 };
    tokio::select! {
        biased;
        () = &mut others => {}
        page = storage.batches(&filter) => assert_eq!(page.unwrap().items.len(), 1),
    }
    tokio::select! {
        biased;
        () = &mut others => {}
        actor = storage.token_actor(&hash, at(2)) => assert!(actor.unwrap().is_some()),
    }
    let progress = JobProgress { stage: "screening".to_owned(), done: 1, total: 2 };
    let end = async {
        drop(sending);
        first.await
    };
    tokio::select! {
        biased;
        () = &mut others => {}
        (beat, kept) = async { tokio::join!(storage.heartbeat(&lease, &progress), end) } => {
            beat.unwrap();
            assert_eq!(kept.unwrap().batch().id, id);
        }
    }
    let status = batch(storage, running).await.status;
    assert!(matches!(&status, chaffinch_storage::Status::Running(shown) if *shown == progress), "{status:?}");
}
