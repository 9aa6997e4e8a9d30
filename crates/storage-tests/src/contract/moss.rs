//! Tests of the numbers and results of MOSS clients.

use std::collections::BTreeMap;

use super::{account, at, batch, operator, upload};
use chaffinch_storage::{
    Account, BatchFilter, BatchId, Delivery, MossJob, MossResult, NewMossResult, NewToken, Result, Scope,
    SecretHash, Storage, TokenId, TokenKind,
};

const ADDRESS: SecretHash = SecretHash([1; 32]);

fn job() -> MossJob {
    MossJob {
        language: "cc".to_owned(),
        directory: true,
        max_matches: 10,
        show: 250,
        comment: "HW 1 <'\"\u{fffd}>".to_owned(),
        order: BTreeMap::from([(MossJob::key("alice"), vec![1, 0])]),
    }
}

/// Accepts an upload of a client, whose results are at [`ADDRESS`].
async fn received(storage: &dyn Storage, account: &Account, minutes: i64) -> Result<BatchId> {
    let result = NewMossResult { hash: ADDRESS, job: job(), created: at(1), expires: at(60) };
    let new = upload(storage, account, minutes).await;
    Ok(storage.accept_for(new, Delivery::Moss(result)).await?.batch().id)
}

/// A MOSS number is listed, opens a session and is revoked like any token.
pub async fn a_moss_number_is_a_token_of_its_own_kind(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let token = NewToken {
        id: TokenId::new(at(1)),
        hash: SecretHash([3; 32]),
        kind: TokenKind::Moss,
        account: ada.id,
        scope: Scope::Write,
        label: "moss.pl".to_owned(),
        expires: None,
    };
    let made = storage.create_token(&token, &operator(1)).await.unwrap();
    assert_eq!(made.kind, TokenKind::Moss);
    assert_eq!(storage.tokens(None).await.unwrap()[0].kind, TokenKind::Moss);
    let actor = storage.token_actor(&token.hash, at(2)).await.unwrap().unwrap();
    assert_eq!(actor.account.id, ada.id);
    assert!(storage.revoke_token(token.id, &operator(3)).await.unwrap());
    assert_eq!(storage.token_actor(&token.hash, at(4)).await.unwrap(), None);
}

/// The first salt stays, whichever process asks, and however often.
pub async fn the_first_salt_stays(storage: &dyn Storage) {
    assert_eq!(storage.moss_salt(&[1; 16]).await.unwrap(), [1; 16]);
    assert_eq!(storage.moss_salt(&[2; 16]).await.unwrap(), [1; 16]);
}

/// The results are no longer found exactly from their expiry time.
pub async fn results_are_found_until_their_time(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    assert_eq!(storage.moss_result(&ADDRESS, at(2)).await.unwrap(), None);
    let batch = received(storage, &ada, 0).await.unwrap();
    let kept = MossResult { batch, job: job(), created: at(1) };
    assert_eq!(storage.moss_result(&ADDRESS, at(59)).await.unwrap(), Some(kept));
    assert_eq!(storage.moss_result(&ADDRESS, at(60)).await.unwrap(), None);
    assert_eq!(storage.moss_result(&SecretHash([2; 32]), at(2)).await.unwrap(), None);

    storage.purge(at(59)).await.unwrap();
    assert!(storage.moss_result(&ADDRESS, at(59)).await.unwrap().is_some());
    storage.purge(at(60)).await.unwrap();
    assert_eq!(storage.moss_result(&ADDRESS, at(2)).await.unwrap(), None, "nothing is left");
    self::batch(storage, batch).await;
}

/// The results of a deleted batch are deleted.
pub async fn results_go_with_their_batch(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let batch = received(storage, &ada, 0).await.unwrap();
    assert!(storage.delete(batch, &operator(2)).await.unwrap());
    assert_eq!(storage.moss_result(&ADDRESS, at(3)).await.unwrap(), None);
}

/// Without its address, the client could not read the results, so the upload is not stored.
pub async fn an_upload_without_an_address_is_not_kept(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let kept = received(storage, &ada, 0).await.unwrap();
    // The address is taken.
    received(storage, &ada, 1).await.unwrap_err();
    assert_eq!(storage.moss_result(&ADDRESS, at(2)).await.unwrap().unwrap().batch, kept);
    let filter = BatchFilter { account: ada.id, course: None, after: None, limit: 9 };
    assert_eq!(storage.batches(&filter).await.unwrap().items.len(), 1);
}
