//! The first stage: all threads read the documents, each document once. Records, names and sketches are returned in the
//! order of the sources.
//!
//! One thread cuts sources into pieces and puts them into a queue of fixed length. Workers read the pieces. The calling
//! thread puts the results back into order and passes them on. So the number of pieces in progress is bounded, whatever
//! their size and however slow the disk is.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits::MAX_DOCUMENTS;
use chaffinch_sketch::{Key, Parameters};

use crate::canonical::{Format, Reader};
use crate::document::sizes;
use crate::error::{Error, Result};
use crate::sources::{DocumentSource, Harvest, Harvester, Material, Piece, mixed_error};
use chaffinch_submission::Progress;

/// Summary of what was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReadSummary {
    /// Number of documents.
    pub(crate) documents: u64,
    /// Bytes read from the sources.
    pub(crate) bytes: u64,
    /// What all documents are made of, and the name of the first one that shows it.
    pub(crate) material: Option<(Material, String)>,
}

/// Reads all documents and passes the results to `each`, in order.
pub(crate) fn sketch_all(
    sources: &[DocumentSource],
    (parameters, key): (Parameters, &Key),
    threads: usize,
    progress: &dyn Progress,
    each: &mut dyn FnMut(Harvest) -> Result<()>,
) -> Result<ReadSummary> {
    if parameters.key != key.id() {
        return Err(Error::Key { named: parameters.key, given: key.id() });
    }
    sizes::levels(parameters.sample)?;
    // A permit is held for each piece in progress, from cutting to writing.
    let (permits, permit) = channel();
    for _ in 0..=threads * 2 {
        let _ = permits.send(());
    }
    let (queue, work) = sync_channel::<NumberedPiece>(0);
    let work = Mutex::new(work);
    let (harvested, harvests) = channel();
    let large = Arc::new(Mutex::new(()));
    std::thread::scope(|scope| {
        let failed = harvested.clone();
        scope.spawn(move || cut(sources, &permit, |sent| queue.send(sent).is_ok(), &failed));
        for _ in 0..threads {
            let (work, large, harvested) = (&work, Arc::clone(&large), harvested.clone());
            scope.spawn(move || read(work, (parameters, key), large, &harvested));
        }
        drop(harvested);
        // Dropped when this closure ends, which stops the other threads if it ends early.
        let permits = permits;
        collect(&harvests, &permits, progress, each)
    })
}

type HarvestSender = Sender<(u64, Result<Harvest>)>;

/// A piece with its number and the format of its source.
type NumberedPiece = (u64, Option<Format>, Piece);

fn cut(
    sources: &[DocumentSource],
    permit: &Receiver<()>,
    mut send: impl FnMut(NumberedPiece) -> bool,
    failed: &HarvestSender,
) {
    let mut number = 0;
    let mut stopped = false;
    for source in sources {
        let outcome = source.cut(&mut |work| {
            stopped = stopped || permit.recv().is_err() || !send((number, source.format(), work));
            number += 1;
            // Any error stops the cutting; it is not reported.
            if stopped { Err(Error::TooMany) } else { Ok(()) }
        });
        if stopped {
            return;
        }
        if let Err(error) = outcome {
            let _ = failed.send((number, Err(error)));
            return;
        }
    }
}

fn read(
    work: &Mutex<Receiver<NumberedPiece>>,
    (parameters, key): (Parameters, &Key),
    large: Arc<Mutex<()>>,
    harvested: &HarvestSender,
) {
    let reader = Reader::new(parameters, key, large).expect("parameters were checked");
    let mut thread = Harvester::new(reader, parameters);
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, format, work)) = next else { return };
        if harvested.send((number, thread.read(format, work))).is_err() {
            return;
        }
    }
}

fn collect(
    harvests: &Receiver<(u64, Result<Harvest>)>,
    permits: &Sender<()>,
    progress: &dyn Progress,
    each: &mut dyn FnMut(Harvest) -> Result<()>,
) -> Result<ReadSummary> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut read = ReadSummary::default();
    let mut first: Option<(Material, String)> = None;
    while let Ok((number, harvest)) = harvests.recv() {
        waiting.insert(number, harvest);
        while let Some(harvest) = waiting.remove(&next) {
            let harvest = harvest?;
            next += 1;
            read.documents += harvest.documents.len() as u64;
            read.bytes += harvest.bytes;
            if read.documents > u64::from(MAX_DOCUMENTS) {
                return Err(Error::TooMany);
            }
            if let Some((material, at)) = harvest.material {
                let name = harvest.name(at as usize);
                match &first {
                    Some((other, first)) if *other != material => {
                        return Err(mixed_error(name, material, first, *other));
                    }
                    Some(_) => {}
                    None => first = Some((material, name.to_owned())),
                }
            }
            each(harvest)?;
            progress.report("sketching", read.documents, 0);
            let _ = permits.send(());
        }
    }
    read.material = first;
    Ok(read)
}
