-- Archives of earlier submissions, documents that can be compared again, the stored inverted index; a queue for more
-- than analyses.
--
-- Why in one: an archive is documents, the index points at documents, and jobs of archives and of the index have no
-- batch, so `job` and `part` change with them. Nobody but one process of the release before can have this file open,
-- so tables that change their shape are made anew at once instead of over two releases.
--
-- Conventions: as in the first version. Documents have dense numbers that are never used twice, because postings hold
-- them; fingerprints are integers below 2^48.

create table archive (
    id blob primary key not null check (length(id) = 16),
    course blob not null references course (id) on delete cascade,
    name text not null,
    year integer,
    -- `reduced`: no text, names or literals.
    keeping text not null check (keeping in ('sources', 'reduced')),
    creator blob not null references account (id),
    created integer not null,
    -- Deleted by the service from then on.
    keep_until integer,
    -- Grows with every change of its content.
    state integer not null default 0,
    unique (course, name)
) strict;

create index archive_by_creator on archive (creator);
create index archive_by_keep_until on archive (keep_until) where keep_until is not null;

-- Whose job was started last: the account that has waited longest comes next.
alter table account add column served integer not null default 0;

create table new_job (
    -- As before: order of acceptance.
    sequence integer primary key not null,
    id blob not null unique check (length(id) = 16),
    -- What it works on; compaction has neither.
    batch blob references batch (id) on delete cascade,
    archive blob references archive (id) on delete cascade,
    -- Who waits for it; null: the service itself.
    account blob references account (id),
    -- `house`: looks after the index and archives, beside the analyses.
    lane text not null check (lane in ('analysis', 'house')),
    -- Of the upload, in bytes: large ones let smaller ones pass.
    size integer not null default 0,
    -- JSON; see `JobPayload`.
    payload text not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    attempts integer not null default 0,
    -- A further attempt waits until then.
    not_before integer not null default 0,
    holder blob,
    beat integer not null default 0,
    stage text not null default '',
    done integer not null default 0,
    total integer not null default 0,
    reason text,
    created integer not null,
    ended integer,
    check ((state = 'running') = (holder is not null)),
    check ((state = 'failed') = (reason is not null))
) strict;

insert into new_job (
    sequence, id, batch, account, lane, payload, state, attempts, holder, beat, stage, done, total, reason, created,
    ended
)
select
    sequence, id, batch, (select creator from batch where batch.id = job.batch), 'analysis', payload, state, attempts,
    holder, beat, stage, done, total, reason, created, ended
from job;

-- Uploaded files hang on the job that reads them.
create table new_part (
    job blob not null references new_job (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate')),
    name text not null,
    bytes integer not null,
    chunks integer not null,
    primary key (job, number)
) strict;

create table new_part_chunk (
    job blob not null,
    part integer not null,
    number integer not null,
    content blob not null,
    primary key (job, part, number),
    foreign key (job, part) references new_part (job, number) on delete cascade
) strict;

insert into new_part (job, number, kind, name, bytes, chunks)
select (select id from job where job.batch = part.batch order by sequence desc limit 1), number, kind, name, bytes, chunks
from part;

insert into new_part_chunk (job, part, number, content)
select (select id from job where job.batch = part_chunk.batch order by sequence desc limit 1), part, number, content
from part_chunk;

drop table part_chunk;
drop table part;
drop table job;
alter table new_job rename to job;
alter table new_part rename to part;
alter table new_part_chunk rename to part_chunk;

create index job_by_batch on job (batch, sequence);
create index job_by_archive on job (archive, sequence);
create index job_by_account on job (account);
create index job_waiting on job (sequence) where state = 'queued';
create index job_running on job (sequence) where state = 'running';

-- Numbers given out so far.
create table counter (
    name text primary key not null,
    next integer not null
) strict, without rowid;

insert into counter (name, next) values ('document', 1), ('run', 1);

-- How fingerprints of one language family are made.
create table index_scheme (
    id integer primary key not null,
    family text not null,
    normalizer integer not null,
    format integer not null,
    unique (family, normalizer, format)
) strict;

-- Documents that came in together: numbers from `first` on.
create table ingest (
    first integer primary key not null,
    documents integer not null,
    -- Who has them: one of the two.
    batch blob references batch (id) on delete cascade,
    archive blob references archive (id) on delete cascade,
    check ((batch is null) <> (archive is null))
) strict;

create index ingest_by_batch on ingest (batch, first);
create index ingest_by_archive on ingest (archive, first);

create table submission (
    ingest integer not null references ingest (first) on delete cascade,
    -- From 1, in its batch or archive.
    number integer not null,
    name text not null,
    author text,
    attempt integer,
    -- RFC 3339, as the upload tells it.
    submitted_at text,
    primary key (ingest, number)
) strict, without rowid;

-- Source files, so that they can be shown and compared again.
create table document (
    id integer primary key not null,
    ingest integer not null references ingest (first) on delete cascade,
    -- Number of its submission; 0: handed out by the instructor.
    submission integer not null,
    -- Number of the file in it, from 0.
    file integer not null,
    path text not null,
    -- Decoded text; null where it may not be kept.
    text_packed blob,
    -- Tokens; null for files of reports made before tokens were kept.
    stream_packed blob,
    -- What the index can be made from again; null where nothing of it is looked up.
    scheme integer references index_scheme (id),
    fingerprints blob,
    check ((scheme is null) = (fingerprints is null)),
    unique (ingest, submission, file)
) strict;

create index document_by_scheme on document (scheme, id);

create temp table numbered as
select row_number() over (order by batch, submission, file) as id, batch, submission, file, path, packed
from source;

insert into ingest (first, documents, batch) select min(id), count(*), batch from numbered group by batch;

insert into document (id, ingest, submission, file, path, text_packed)
select numbered.id, ingest.first, submission, file, path, packed
from numbered
join ingest on ingest.batch = numbered.batch;

-- Their names are in their reports only, which are not compared again.
insert into submission (ingest, number, name)
select distinct ingest, submission, 'submission ' || submission from document;

update counter set next = (select coalesce(max(id), 0) + 1 from document) where name = 'document';

drop table numbered;
drop table source;

-- Which earlier submissions a report speaks of. No foreign key to archives: a report outlives them.
create table revision_archived (
    batch blob not null,
    revision integer not null,
    -- As the report numbers it.
    number integer not null,
    archive blob not null,
    -- As the archive numbers it.
    submission integer not null,
    primary key (batch, revision, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
) strict, without rowid;

-- Sorted postings of one or several ingests.
create table index_run (
    id integer primary key not null,
    scheme integer not null references index_scheme (id),
    -- The number that documents in its blocks are counted from.
    base integer not null,
    -- All its documents are among these, the last one excluded.
    first integer not null,
    last integer not null,
    level integer not null,
    postings integer not null,
    blocks integer not null,
    bytes integer not null,
    -- Documents deleted since, at least.
    dead integer not null default 0,
    -- The job that is still writing it; null: visible.
    building blob
) strict;

create index index_run_by_scheme on index_run (scheme, id);

-- Packed postings: about a hundred a block.
create table index_block (
    run integer not null references index_run (id) on delete cascade,
    first_fingerprint integer not null,
    bytes blob not null,
    primary key (run, first_fingerprint)
) strict, without rowid;

-- Fingerprints in too many documents: look-ups leave them out.
create table frequent_fingerprint (
    scheme integer not null references index_scheme (id),
    fingerprint integer not null,
    documents integer not null,
    primary key (scheme, fingerprint)
) strict, without rowid;
