-- Erasing a person: the record of it, what of it is still to be done, and the documents that are gone while their
-- ingest stays.
--
-- Why a record: a restored back-up brings the person back, and an upload that waits may hold them still. It has no
-- name: hashes under a key of the installation's own. No foreign keys to batches or courses: it outlives them.
--
-- Conventions: as in the first version.

create table erasure (
    id blob primary key not null check (length(id) = 16),
    -- Stands in the place of the name: `removed-1`.
    number integer not null unique,
    at integer not null,
    -- Null: the operator at the command line.
    account blob references account (id),
    -- Only there; both null: everywhere.
    course blob,
    batch blob,
    -- A legal hold was in the way, and was passed over.
    despite_hold integer not null check (despite_hold in (0, 1)),
    -- Key of the hashes.
    key blob not null check (length(key) = 32),
    -- Keyed BLAKE3 of the person's names, 32 bytes each.
    hashes blob not null,
    -- Uploads up to this job are read without the person.
    last_job integer not null,
    submissions integer not null default 0,
    documents integer not null default 0,
    reports integer not null default 0,
    texts integer not null default 0,
    -- When nothing was left to do.
    ended integer
) strict;

create index erasure_by_account on erasure (account);

-- Submissions whose work is gone; the row of the submission stays in a batch, whose numbers stay.
create table erased_submission (
    erasure blob not null references erasure (id) on delete cascade,
    batch blob references batch (id) on delete cascade,
    archive blob references archive (id) on delete cascade,
    -- Its number there.
    number integer not null,
    check ((batch is null) <> (archive is null))
) strict;

create index erased_submission_by_erasure on erased_submission (erasure);
create index erased_submission_by_batch on erased_submission (batch);
create index erased_submission_by_archive on erased_submission (archive);

-- Reports that were not looked through yet. While there is one, no job of its batch begins.
create table erasure_revision (
    erasure blob not null references erasure (id) on delete cascade,
    batch blob not null,
    revision integer not null,
    primary key (erasure, batch, revision),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
) strict, without rowid;

create index erasure_revision_by_revision on erasure_revision (batch, revision);

-- How often a report was rewritten: who rewrites it says which of them they have read.
alter table revision add column rewritten integer not null default 0;

-- Documents that are gone before their ingest: their postings are passed over, and dropped when their run is merged.
create table removed_document (
    id integer primary key not null,
    ingest integer not null references ingest (first) on delete cascade
) strict;

create index removed_document_by_ingest on removed_document (ingest);
