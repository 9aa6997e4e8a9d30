//! Tests of committing and reading results.

use super::{accepted, account, at, batch, claimed, ingest, job_of, result};
use chaffinch_storage::{BatchId, CHUNK_BYTES, NewRevision, Packed, ReportVersion, Status, Storage};

/// Returns a batch with this result.
async fn finished(storage: &dyn Storage, revision: NewRevision) -> BatchId {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, revision, ingest(), at(2)).await.unwrap();
    id
}

/// One commit creates the report, makes it current, ends the job and deletes the upload.
pub async fn a_result_becomes_the_current_revision(storage: &dyn Storage) {
    let id = finished(storage, result(2)).await;
    let batch = batch(storage, id).await;
    assert_eq!(batch.status, Status::Done);
    let revision = batch.revision.unwrap();
    assert_eq!((revision.number, revision.created, revision.author), (1, at(2), batch.creator));
    assert_eq!((revision.engine.as_str(), revision.submissions, revision.pairs), ("0.1.0", 3, 2));
    assert_eq!(revision.settings, serde_json::json!({ "common": 0 }));
    assert_eq!(storage.revisions(id).await.unwrap(), [revision]);
    for number in [None, Some(1)] {
        assert_eq!(storage.report_head(id, number).await.unwrap(), Some(result(2).head));
        assert_eq!(storage.report_body(id, number).await.unwrap(), Some(result(2).body));
        let version = storage.report_version(id, number).await.unwrap().unwrap();
        let unchanged =
            ReportVersion { revision: 1, rewritten: 0, erasing: 0, archives: 0, archive_states: 0 };
        assert_eq!(version, unchanged);
    }
    assert_eq!(storage.parts(job_of(id)).await.unwrap(), []);
    assert_eq!(storage.part_chunk(job_of(id), 0, 0).await.unwrap(), None);
}

/// Pairs are paged by rank. A pair is found by its two numbers.
pub async fn pairs_come_page_by_page(storage: &dyn Storage) {
    let id = finished(storage, result(5)).await;
    let mut after = None;
    let mut ranks = Vec::new();
    loop {
        let page = storage.pairs(id, None, after, 2).await.unwrap();
        ranks.extend(page.items.iter().map(|pair| (pair.rank, pair.left, pair.right, pair.suspicion)));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(
        ranks,
        [(1, 1, 2, 999.0), (2, 2, 3, 998.0), (3, 3, 4, 997.0), (4, 4, 5, 996.0), (5, 5, 6, 995.0)]
    );
    let pair = storage.pair(id, Some(1), 3, 4).await.unwrap().unwrap();
    assert_eq!((pair.rank, pair.body.unpack().unwrap()), (3, b"{\"rank\":3}".to_vec()));
    assert_eq!(storage.pair(id, None, 4, 3).await.unwrap(), None);
    assert_eq!(storage.pair(id, Some(2), 3, 4).await.unwrap(), None);
}

/// The files of a submission are returned in order, with their texts.
pub async fn sources_come_by_submission(storage: &dyn Storage) {
    let id = finished(storage, result(1)).await;
    let files = storage.sources(id, None, 1).await.unwrap();
    let files: Vec<_> = files.iter().map(|file| (file.file, file.path.as_str(), text(file))).collect();
    assert_eq!(files, [(0, "a.c", b"int a;".to_vec()), (1, "b.c", b"int b;".to_vec())]);
    assert_eq!(storage.sources(id, None, 3).await.unwrap()[0].text.as_ref().unwrap().unpack().unwrap(), b"");
    assert_eq!(storage.sources(id, None, 4).await.unwrap(), []);
}

/// A report of several incompressible chunks is returned complete.
pub async fn a_large_report_survives(storage: &dyn Storage) {
    let mut state = 1u64;
    let noise = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    });
    let body: Vec<u8> = noise.take(2 * CHUNK_BYTES + 5).collect();
    let packed = Packed::pack(&body);
    assert!(2 * CHUNK_BYTES < packed.as_bytes().len(), "this noise does not compress");
    let id = finished(storage, NewRevision { body: packed, ..result(0) }).await;
    let read = storage.report_body(id, None).await.unwrap().unwrap();
    assert!(read.unpack().unwrap() == body, "the bytes differ");
}

/// Nothing can be read of a batch without a report, or of a missing batch.
pub async fn what_does_not_exist_is_none(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let waiting = accepted(storage, &ada, 1).await.id;
    for id in [waiting, BatchId::new(at(0))] {
        assert_eq!(storage.revisions(id).await.unwrap(), []);
        for revision in [None, Some(1)] {
            assert_eq!(storage.report_head(id, revision).await.unwrap(), None);
            assert_eq!(storage.report_body(id, revision).await.unwrap(), None);
            assert_eq!(storage.report_version(id, revision).await.unwrap(), None);
            assert_eq!(storage.pairs(id, revision, None, 9).await.unwrap().items, []);
            assert_eq!(storage.pair(id, revision, 1, 2).await.unwrap(), None);
        }
        assert_eq!(storage.sources(id, None, 1).await.unwrap(), []);
    }
}

fn text(source: &chaffinch_storage::SourceText) -> Vec<u8> {
    source.text.as_ref().expect("kept").unpack().expect("packed")
}
