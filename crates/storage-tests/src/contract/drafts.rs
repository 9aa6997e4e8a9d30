//! Tests of drafts: uploads that are previewed before they are compared.

use chrono::TimeDelta;

use super::{account, at, part, personal, upload};
use chaffinch_storage::{
    Account, AnalysisOptions, Draft, DraftId, DraftWish, JobId, MAX_DRAFTS, NewBatch, Packed, PartKind,
    Purged, Storage,
};

async fn draft(storage: &dyn Storage, account: &Account, minutes: i64) -> Draft {
    let draft = Draft {
        id: DraftId::new(at(minutes)),
        account: account.id,
        course: personal(storage, account).await,
        wish: DraftWish {
            title: format!("Draft {minutes}"),
            options: AnalysisOptions { encodings: vec!["*.c=Big5".to_owned()], ..AnalysisOptions::default() },
            preview: Packed::pack(b"{\"seen\":true}"),
        },
        keep_until: Some(at(5000)),
        created: at(minutes),
        expires: at(minutes) + TimeDelta::days(1),
    };
    let large: Vec<u8> = (0..chaffinch_storage::CHUNK_BYTES + 17).map(|at| (at * 31 % 251) as u8).collect();
    let parts = vec![
        part(PartKind::Submissions, "class.zip", &large),
        part(PartKind::Boilerplate, "skeleton.c", b"int main(void);"),
    ];
    storage.create_draft(draft.clone(), parts).await.unwrap();
    draft
}

/// A draft belongs to its account until it expires. It can change. It is compared once, with exactly the bytes that
/// were sent.
pub async fn a_draft_becomes_a_batch(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let eve = account(storage, "eve").await;
    let mut kept = draft(storage, &ada, 1).await;
    assert_eq!(storage.draft(kept.id, ada.id, at(2)).await.unwrap(), Some(kept.clone()));
    assert_eq!(storage.draft(kept.id, eve.id, at(2)).await.unwrap(), None, "somebody else's");
    assert_eq!(storage.draft(kept.id, ada.id, kept.expires).await.unwrap(), None, "past its time");

    kept.wish.options.staff = vec!["solution".to_owned()];
    kept.wish.preview = Packed::pack(b"{\"seen\":\"again\"}");
    assert!(storage.change_draft(kept.id, &kept.wish).await.unwrap());
    assert_eq!(storage.draft(kept.id, ada.id, at(2)).await.unwrap(), Some(kept.clone()));

    let parts = storage.draft_parts(kept.id).await.unwrap();
    let mut chunks = Vec::new();
    for part in &parts {
        for chunk in 0..=part.chunks {
            chunks.push(storage.draft_chunk(kept.id, part.number, chunk).await.unwrap());
        }
    }
    let batch = NewBatch { parts: Vec::new(), ..upload(storage, &ada, 3).await };
    let (id, job) = (batch.id, batch.job);
    assert_eq!(storage.run_draft(kept.id, batch).await.unwrap().unwrap().batch().id, id);
    assert_eq!(storage.parts(job).await.unwrap(), parts);
    let mut read = Vec::new();
    for part in &parts {
        for chunk in 0..=part.chunks {
            read.push(storage.part_chunk(job, part.number, chunk).await.unwrap());
        }
    }
    assert!(
        chunks == read
            && read.iter().flatten().map(Vec::len).sum::<usize>() == chaffinch_storage::CHUNK_BYTES + 32
    );

    assert_eq!(storage.draft(kept.id, ada.id, at(2)).await.unwrap(), None, "it is a batch now");
    assert_eq!(storage.draft_parts(kept.id).await.unwrap(), []);
    let again = NewBatch { parts: Vec::new(), ..upload(storage, &ada, 4).await };
    let (second, job) = (again.id, JobId(again.id.0));
    assert_eq!(storage.run_draft(kept.id, again).await.unwrap(), None);
    assert_eq!((storage.batch(second).await.unwrap(), storage.parts(job).await.unwrap()), (None, Vec::new()));
    assert!(!storage.change_draft(kept.id, &kept.wish).await.unwrap());
}

/// Drafts are removed when they are deleted, when they expire, and when there are too many. Nothing of them is left.
pub async fn drafts_go_without_a_trace(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let eve = account(storage, "eve").await;
    let others = draft(storage, &eve, 0).await;
    let mut all = Vec::new();
    for minutes in 1..=i64::from(MAX_DRAFTS) + 1 {
        all.push(draft(storage, &ada, minutes).await);
    }
    let there = |id: DraftId, who: &Account| {
        let who = who.id;
        async move { storage.draft(id, who, at(20)).await.unwrap().is_some() }
    };
    assert!(!there(all[0].id, &ada).await && there(all[1].id, &ada).await && there(others.id, &eve).await);

    assert!(storage.delete_draft(all[1].id).await.unwrap());
    assert!(!storage.delete_draft(all[1].id).await.unwrap());
    assert!(storage.draft_parts(all[1].id).await.unwrap().is_empty());
    assert_eq!(storage.draft_chunk(all[1].id, 0, 0).await.unwrap(), None);

    // The draft of minute 0 and those of minutes 3 and 4.
    let purged = storage.purge(all[3].expires).await.unwrap();
    assert_eq!(purged, Purged { drafts: 3, ..Purged::default() });
    assert!(!there(others.id, &eve).await && !there(all[3].id, &ada).await && there(all[4].id, &ada).await);
    assert!(storage.draft_parts(others.id).await.unwrap().is_empty());
}
