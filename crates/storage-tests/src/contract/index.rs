//! Tests of documents and of the stored index.

use std::ops::Range;

use super::{
    accepted, account, at, claimed, holder, index_scheme, ingest, later, operator, personal, result, run,
};
use chaffinch_storage::{
    Account, BatchId, Block, Bytes, DocumentId, IndexScheme, JobId, JobPayload, Lane, Lease, NewIngest,
    NewRun, Owner, Published, Run, SchemeId, Storage, StorageError,
};

/// Returns a finished batch with the four files of [`ingest`] and a run of them.
async fn finished(storage: &dyn Storage, ada: &Account, minutes: i64) -> (BatchId, Range<u64>) {
    let id = accepted(storage, ada, minutes).await.id;
    let lease = claimed(storage, 1).await.lease;
    let mut content = NewIngest { runs: vec![run(4)], ..ingest() };
    for document in &mut content.documents {
        document.fingerprints = Some((index_scheme(), Bytes(document.path.clone().into_bytes())));
    }
    storage.finish(&lease, result(1), content, at(minutes)).await.unwrap();
    let documents = storage.ingests(Owner::Batch(id)).await.unwrap()[0].documents.clone();
    (id, documents)
}

async fn scheme(storage: &dyn Storage) -> SchemeId {
    let schemes = storage.index_schemes().await.unwrap();
    assert_eq!(schemes.len(), 1);
    assert_eq!(schemes[0].1, index_scheme());
    schemes[0].0
}

/// Returns the first fingerprints of the blocks of a run that a look-up finds.
async fn looked_up(storage: &dyn Storage, scheme: SchemeId, of: &Run, fingerprints: &[u64]) -> Vec<u64> {
    let found = storage.look_up(scheme, fingerprints).await.unwrap();
    found
        .blocks
        .iter()
        .filter(|found| found.run == of.id)
        // The result may contain blocks in between.
        .filter(|found| {
            fingerprints.iter().any(|&asked| asked / super::STEP == found.block.first / super::STEP)
        })
        .map(|found| {
            assert_eq!(found.base, of.base);
            assert_eq!(found.block.bytes, format!("block {}", found.block.first).into_bytes());
            found.block.first
        })
        .collect()
}

/// Queues the compaction of a scheme and claims its job.
async fn compacting(storage: &dyn Storage, scheme: SchemeId, minutes: i64) -> Lease {
    assert!(storage.queue_compaction(scheme, JobId::new(at(minutes)), at(minutes)).await.unwrap());
    let claimed = storage.claim(holder(7), Lane::Maintenance, later()).await.unwrap().unwrap();
    assert_eq!(claimed.payload, JobPayload::Compact { scheme });
    claimed.lease
}

/// Everything needed for another comparison is returned, by batch and by submission.
pub async fn documents_come_back(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (id, documents) = finished(storage, &ada, 1).await;
    let all = storage.stored_batch(id, None, 10).await.unwrap();
    let mut kept: Vec<_> = ingest().documents;
    for submission in &all {
        for document in &submission.documents {
            let given = kept.remove(0);
            assert_eq!(
                (document.file, &document.path, &document.text),
                (given.file, &given.path, &given.text)
            );
            assert_eq!(document.stream, given.stream);
            let fingerprints = Some((index_scheme(), Bytes(given.path.into_bytes())));
            assert_eq!(
                (submission.submission.number, &document.fingerprints),
                (given.submission, &fingerprints)
            );
        }
    }
    assert!(kept.is_empty());
    let pieces = storage.stored_batch(id, Some(1), 1).await.unwrap();
    assert_eq!(pieces, all[1..2]);
    let asked = [(Owner::Batch(id), 3), (Owner::Batch(BatchId::new(at(9))), 1), (Owner::Batch(id), 1)];
    assert_eq!(storage.stored(&asked).await.unwrap(), [all[2].clone(), all[0].clone()]);

    let last = DocumentId(documents.end - 1);
    let places = storage.places(&[last, DocumentId(999_999)]).await.unwrap();
    assert_eq!(places.len(), 1);
    let place = &places[0];
    assert_eq!((place.document, place.owner, place.submission), (last, Owner::Batch(id), 3));
    let ids = documents.clone().map(DocumentId);
    for (id, document) in ids.zip(all.iter().flat_map(|submission| &submission.documents)) {
        let packed = document.fingerprints.as_ref().map_or(0, |(_, packed)| packed.0.len() as u64);
        assert_eq!(storage.places(&[id]).await.unwrap()[0].fingerprint_bytes, packed);
    }

    let course = personal(storage, &ada).await;
    let visible = storage.visible_ingests(&[course]).await.unwrap();
    assert_eq!(visible, storage.ingests(Owner::Batch(id)).await.unwrap());
    assert_eq!(storage.visible_ingests(&[]).await.unwrap(), []);
    assert_eq!(storage.living(0..u64::from(u32::MAX)).await.unwrap(), [documents]);
}

/// Blocks of every run are found by fingerprint and by range, as they were written.
pub async fn blocks_are_looked_up(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (_, first) = finished(storage, &ada, 1).await;
    let (_, second) = finished(storage, &ada, 2).await;
    assert!(first.end <= second.start, "numbers are never used twice");
    let scheme = scheme(storage).await;
    let runs = storage.runs(scheme).await.unwrap();
    assert_eq!(runs.len(), 2);
    for (run, documents) in runs.iter().zip([&first, &second]) {
        assert_eq!((run.base.0, &run.documents, run.level, run.dead), (documents.start, documents, 0, 0));
        assert_eq!(run.living, documents.end - documents.start);
        assert_eq!((run.postings, run.blocks), (super::run(4).postings, 100));
        assert_eq!(run.bytes, super::run(4).blocks.iter().map(|block| block.bytes.len() as u64).sum::<u64>());
    }
    let step = super::STEP;
    for of in &runs {
        assert_eq!(looked_up(storage, scheme, of, &[]).await, [0; 0]);
        assert_eq!(looked_up(storage, scheme, of, &[0]).await, [0; 0], "before the first");
        assert_eq!(looked_up(storage, scheme, of, &[step]).await, [step]);
        assert_eq!(
            looked_up(storage, scheme, of, &[step + 1, step + 2, 5 * step - 1]).await,
            [step, 4 * step]
        );
        assert_eq!(looked_up(storage, scheme, of, &[100 * step + 9]).await, [100 * step]);
        // With this many fingerprints, reading the whole range is faster, and the result may contain more than
        // requested.
        let many: Vec<u64> = (10 * step..20 * step).step_by(step as usize / 8).collect();
        let wanted: Vec<u64> = (10..20).map(|at| at * step).collect();
        assert_eq!(looked_up(storage, scheme, of, &many).await, wanted);
        let scanned = storage.scan(of.id, Some(98 * step), 10).await.unwrap();
        assert_eq!(scanned, super::run(4).blocks[98..]);
        assert_eq!(storage.scan(of.id, None, 7).await.unwrap(), super::run(4).blocks[..7]);
    }
    let fingerprints = storage.fingerprints(scheme, Some(DocumentId(first.start)), 4).await.unwrap();
    let numbers: Vec<_> = fingerprints.iter().map(|one| one.document.0).collect();
    assert_eq!(numbers, [first.start + 1, first.start + 2, first.start + 3, second.start]);
    assert_eq!(fingerprints[0].fingerprints, b"b.c");
}

/// A compaction is invisible until it is published. Then it replaces what it merged, in one step.
pub async fn runs_are_merged(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (_, first) = finished(storage, &ada, 1).await;
    let (gone, second) = finished(storage, &ada, 2).await;
    let scheme = scheme(storage).await;
    let before = storage.runs(scheme).await.unwrap();
    let lease = compacting(storage, scheme, 3).await;
    assert!(!storage.queue_compaction(scheme, JobId::new(at(4)), at(4)).await.unwrap(), "one at a time");

    let forgotten = storage.begin_run(&lease, scheme, DocumentId(first.start)).await.unwrap();
    storage.append(&lease, forgotten, vec![Block { first: 3, bytes: b"block 3".to_vec() }]).await.unwrap();
    let building = storage.begin_run(&lease, scheme, DocumentId(first.start)).await.unwrap();
    for block in super::run(4).blocks.chunks(40) {
        storage.append(&lease, building, block.to_vec()).await.unwrap();
    }
    assert_eq!(storage.runs(scheme).await.unwrap(), before);
    assert_eq!(storage.look_up(scheme, &[3]).await.unwrap().blocks, [], "not before it is published");
    // Meanwhile one of the merged batches is deleted, and its run with it.
    assert!(storage.delete(gone, &operator(5)).await.unwrap());
    let published = Published {
        replaces: before.iter().map(|run| run.id).collect(),
        documents: first.start..second.end,
        level: 1,
        postings: 800,
        dead: 0,
        frequent: vec![(5 * super::STEP, 4321)],
        forget_frequent: false,
    };
    storage.publish(&lease, building, published).await.unwrap();
    storage.settle(&lease, at(6)).await.unwrap();

    let after = storage.runs(scheme).await.unwrap();
    assert_eq!(after.len(), 1);
    let merged = &after[0];
    assert_eq!(
        (merged.id, merged.base.0, &merged.documents),
        (building.run, first.start, &(first.start..second.end))
    );
    assert_eq!((merged.level, merged.postings, merged.blocks), (1, 800, 100));
    assert!(merged.dead > 0, "what went meanwhile is still in it");
    assert_eq!(storage.frequent(scheme).await.unwrap(), [(5 * super::STEP, 4321)]);
    assert_eq!(
        looked_up(storage, scheme, merged, &[5 * super::STEP]).await,
        [0; 0],
        "frequent ones are left out"
    );
    assert_eq!(
        looked_up(storage, scheme, merged, &[5 * super::STEP, 6 * super::STEP]).await,
        [6 * super::STEP]
    );
    let both = storage.look_up(scheme, &[5 * super::STEP, 6 * super::STEP]).await.unwrap();
    assert_eq!(both.frequent, [5 * super::STEP]);
    assert_eq!(storage.living(first.start..second.end).await.unwrap(), [first]);
    assert!(storage.queue_compaction(scheme, JobId::new(at(7)), at(7)).await.unwrap());
}

/// If several processes request a compaction at the same moment, one job is queued.
pub async fn a_compaction_asked_for_at_the_same_moment_is_queued_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    finished(storage, &ada, 1).await;
    let scheme = scheme(storage).await;
    let ask = |minutes| storage.queue_compaction(scheme, JobId::new(at(minutes)), at(minutes));
    let (one, two, three) = tokio::join!(ask(2), ask(3), ask(4));
    let queued = [one, two, three].into_iter().filter(|asked| *asked.as_ref().unwrap()).count();
    assert_eq!(queued, 1);
}

/// A job that ends without publishing deletes the run that it was writing and leaves no trace.
pub async fn what_was_begun_and_not_published_goes_with_its_job(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (_, documents) = finished(storage, &ada, 1).await;
    let scheme = scheme(storage).await;
    let mut begun = Vec::new();
    for minutes in [3, 5] {
        let lease = compacting(storage, scheme, minutes).await;
        let building = storage.begin_run(&lease, scheme, DocumentId(documents.start)).await.unwrap();
        storage.append(&lease, building, super::run(4).blocks).await.unwrap();
        begun.push((lease, building.run));
        if minutes == 3 {
            storage.settle(&lease, at(4)).await.unwrap();
        } else {
            storage.fail(&lease, "damaged", false, at(6)).await.unwrap();
        }
    }
    for (lease, run) in begun {
        assert_eq!(storage.scan(run, None, 1).await.unwrap(), []);
        let gone = storage.settle(&lease, at(7)).await.unwrap_err();
        assert!(matches!(gone, StorageError::LeaseLost), "{gone:?}");
    }
}

/// A process without a valid lease changes nothing in the index.
pub async fn a_lost_lease_cannot_change_the_index(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    finished(storage, &ada, 1).await;
    let scheme = scheme(storage).await;
    let before = storage.runs(scheme).await.unwrap();
    let lease = compacting(storage, scheme, 3).await;
    let building = storage.begin_run(&lease, scheme, before[0].base).await.unwrap();
    let late = Lease { attempt: 2, ..lease };
    let lost = |error: StorageError| assert!(matches!(error, StorageError::LeaseLost), "{error:?}");
    lost(storage.begin_run(&late, scheme, before[0].base).await.unwrap_err());
    lost(storage.append(&late, building, super::run(4).blocks).await.unwrap_err());
    let published = Published {
        replaces: vec![before[0].id],
        documents: before[0].documents.clone(),
        level: 1,
        postings: 0,
        dead: 0,
        frequent: Vec::new(),
        forget_frequent: false,
    };
    lost(storage.publish(&late, building, published).await.unwrap_err());
    lost(storage.settle(&late, at(4)).await.unwrap_err());
    assert_eq!(storage.runs(scheme).await.unwrap(), before);
}

/// A deleted batch takes its run with it. Runs with other documents as well count its documents as dead.
pub async fn deleting_tells_the_runs(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (kept, _) = finished(storage, &ada, 1).await;
    let (gone, documents) = finished(storage, &ada, 2).await;
    let scheme = scheme(storage).await;
    let before = storage.runs(scheme).await.unwrap();
    assert!(storage.delete(gone, &operator(3)).await.unwrap());
    assert_eq!(storage.runs(scheme).await.unwrap(), before[..1]);
    assert_eq!(storage.living(documents).await.unwrap(), []);
    assert_eq!(storage.look_up(scheme, &[super::STEP]).await.unwrap().blocks.len(), 1);
    assert_eq!(storage.stored_batch(gone, None, 9).await.unwrap(), []);
    assert_eq!(storage.stored_batch(kept, None, 9).await.unwrap().len(), 3);
}

/// Documents get new fingerprints and their postings in one step. A run of several ingests stays when one of them is
/// deleted.
pub async fn documents_are_indexed_anew(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (gone, first) = finished(storage, &ada, 1).await;
    let (_, second) = finished(storage, &ada, 2).await;
    let old = scheme(storage).await;
    let handed_in = |documents: &Range<u64>| documents.clone().map(DocumentId).collect::<Vec<_>>();
    let ids = [handed_in(&first), handed_in(&second)].concat();
    let indexed = storage.indexed(old, 100).await.unwrap();
    assert_eq!(indexed.iter().map(|document| document.0).collect::<Vec<_>>(), ids);
    assert_eq!(storage.fingerprints(old, None, 100).await.unwrap()[1].fingerprints, b"b.c");
    assert_eq!(indexed[0].1, ingest().documents[0].stream);
    assert_eq!(storage.indexed(old, 3).await.unwrap(), indexed[..3]);

    let lease = compacting(storage, old, 3).await;
    let anew = |ids: &[DocumentId]| ids.iter().map(|&id| (id, b"anew".to_vec())).collect::<Vec<_>>();
    let format = index_scheme().format + 1;
    let new_run = || NewRun { scheme: IndexScheme { format, ..index_scheme() }, ..run(4) };
    let late = Lease { attempt: 2, ..lease };
    let lost = storage.index_anew(&late, anew(&ids), new_run()).await.unwrap_err();
    assert!(matches!(lost, StorageError::LeaseLost), "{lost:?}");
    assert_eq!(storage.indexed(old, 100).await.unwrap(), indexed);

    let (moved, left) = ids.split_at(6);
    storage.index_anew(&lease, anew(moved), new_run()).await.unwrap();
    assert_eq!(storage.indexed(old, 100).await.unwrap(), indexed[6..]);
    let schemes = storage.index_schemes().await.unwrap();
    let (new, _) = *schemes.iter().find(|(_, known)| known.format == format).unwrap();
    let now = storage.fingerprints(new, None, 100).await.unwrap();
    assert_eq!(now.iter().map(|document| document.document).collect::<Vec<_>>(), moved);
    assert!(now.iter().all(|document| document.fingerprints == b"anew"));
    let runs = storage.runs(new).await.unwrap();
    assert_eq!(runs.len(), 1);
    assert_eq!((runs[0].base, &runs[0].documents), (moved[0], &(moved[0].0..left[0].0)));
    assert_eq!(looked_up(storage, new, &runs[0], &[super::STEP]).await, [super::STEP]);
    storage.settle(&lease, at(4)).await.unwrap();

    // The deleted documents were the first of the run.
    assert!(storage.delete(gone, &operator(5)).await.unwrap());
    let runs = storage.runs(new).await.unwrap();
    assert_eq!((runs.len(), runs[0].dead), (1, first.end - first.start));
    assert_eq!(runs[0].living, second.end - second.start);
    assert_eq!(storage.indexed(new, 100).await.unwrap().len(), 2);
}
