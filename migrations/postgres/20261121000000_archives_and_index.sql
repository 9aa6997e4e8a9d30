-- Archives of earlier submissions, documents that can be compared again, the stored inverted index; a queue for more
-- than analyses.
--
-- Why in one: an archive is documents, the index points at documents, and jobs of archives and of the index have no
-- batch, so `job` and `part` change with them. No release before this one works on this database, so tables change
-- their shape at once instead of over two releases.
--
-- Conventions: as in the first version. Documents have dense numbers that are never used twice, because postings hold
-- them; fingerprints are integers below 2^48.

create table archive (
    id uuid primary key not null,
    course uuid not null references course (id) on delete cascade,
    name text collate "C" not null,
    year integer,
    -- `reduced`: no text, names or literals.
    keeping text not null check (keeping in ('sources', 'reduced')),
    creator uuid not null references account (id),
    created timestamptz not null,
    -- Deleted by the service from then on.
    keep_until timestamptz,
    -- Grows with every change of its content.
    state integer not null default 0,
    unique (course, name)
);

create index archive_by_creator on archive (creator);
create index archive_by_keep_until on archive (keep_until) where keep_until is not null;

-- Whose job was started last: the account that has waited longest comes next.
alter table account add column served bigint not null default 0;

-- What a job works on is a batch, an archive, or, for compaction, neither.
alter table job alter column batch drop not null;
alter table job add column archive uuid references archive (id) on delete cascade;
-- Who waits for it; null: the service itself.
alter table job add column account uuid references account (id);
-- `house`: looks after the index and archives, beside the analyses.
alter table job add column lane text not null default 'analysis' check (lane in ('analysis', 'house'));
alter table job alter column lane drop default;
-- Of the upload, in bytes: large ones let smaller ones pass.
alter table job add column size bigint not null default 0;
-- A further attempt waits until then.
alter table job add column not_before timestamptz not null default 'epoch';

update job set account = (select creator from batch where batch.id = job.batch);

create index job_by_archive on job (archive, sequence);
create index job_by_account on job (account);

-- Uploaded files hang on the job that reads them.
create table new_part (
    job uuid not null references job (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate')),
    name text not null,
    bytes bigint not null,
    chunks integer not null,
    primary key (job, number)
);

create table new_part_chunk (
    job uuid not null,
    part integer not null,
    number integer not null,
    content bytea not null,
    primary key (job, part, number),
    foreign key (job, part) references new_part (job, number) on delete cascade
);

alter table new_part_chunk alter column content set storage external;

insert into new_part (job, number, kind, name, bytes, chunks)
select (select id from job where job.batch = part.batch order by sequence desc limit 1), number, kind, name, bytes, chunks
from part;

insert into new_part_chunk (job, part, number, content)
select (select id from job where job.batch = part_chunk.batch order by sequence desc limit 1), part, number, content
from part_chunk;

drop table part_chunk;
drop table part;
alter table new_part rename to part;
alter table new_part_chunk rename to part_chunk;

-- Numbers given out so far. Not sequences: the numbers of an ingest follow each other, and whoever takes some has the
-- row until the transaction ends, so that what writes to the index comes one after the other.
create table counter (
    name text primary key not null,
    next bigint not null
);

insert into counter (name, next) values ('document', 1), ('run', 1);

-- How fingerprints of one language family are made.
create table index_scheme (
    id integer generated always as identity primary key,
    family text not null,
    normalizer integer not null,
    format integer not null,
    unique (family, normalizer, format)
);

-- Documents that came in together: numbers from `first` on.
create table ingest (
    first bigint primary key not null,
    documents bigint not null,
    -- Who has them: one of the two.
    batch uuid references batch (id) on delete cascade,
    archive uuid references archive (id) on delete cascade,
    check ((batch is null) <> (archive is null))
);

create index ingest_by_batch on ingest (batch, first);
create index ingest_by_archive on ingest (archive, first);

create table submission (
    ingest bigint not null references ingest (first) on delete cascade,
    -- From 1, in its batch or archive.
    number integer not null,
    name text not null,
    author text,
    attempt integer,
    -- RFC 3339, as the upload tells it.
    submitted_at text,
    primary key (ingest, number)
);

-- Source files, so that they can be shown and compared again.
create table document (
    id bigint primary key not null,
    ingest bigint not null references ingest (first) on delete cascade,
    -- Number of its submission; 0: handed out by the instructor.
    submission integer not null,
    -- Number of the file in it, from 0.
    file integer not null,
    path text not null,
    -- Decoded text; null where it may not be kept.
    text_packed bytea,
    -- Tokens; null for files of reports made before tokens were kept.
    stream_packed bytea,
    -- What the index can be made from again; null where nothing of it is looked up.
    scheme integer references index_scheme (id),
    fingerprints bytea,
    check ((scheme is null) = (fingerprints is null)),
    unique (ingest, submission, file)
);

alter table document alter column text_packed set storage external;
alter table document alter column stream_packed set storage external;
alter table document alter column fingerprints set storage external;
create index document_by_scheme on document (scheme, id);

create temporary table numbered on commit drop as
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

drop table source;

-- Which earlier submissions a report speaks of. No foreign key to archives: a report outlives them.
create table revision_archived (
    batch uuid not null,
    revision integer not null,
    -- As the report numbers it.
    number integer not null,
    archive uuid not null,
    -- As the archive numbers it.
    submission integer not null,
    primary key (batch, revision, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

-- Sorted postings of one or several ingests.
create table index_run (
    id bigint primary key not null,
    scheme integer not null references index_scheme (id),
    -- The number that documents in its blocks are counted from.
    base bigint not null,
    -- All its documents are among these, the last one excluded.
    first bigint not null,
    last bigint not null,
    level integer not null,
    postings bigint not null,
    blocks bigint not null,
    bytes bigint not null,
    -- Documents deleted since, at least.
    dead bigint not null default 0,
    -- The job that is still writing it; null: visible.
    building uuid
);

create index index_run_by_scheme on index_run (scheme, id);

-- Packed postings: about a hundred a block.
create table index_block (
    run bigint not null references index_run (id) on delete cascade,
    first_fingerprint bigint not null,
    bytes bytea not null,
    primary key (run, first_fingerprint)
);

alter table index_block alter column bytes set storage external;

-- Fingerprints in too many documents: look-ups leave them out.
create table frequent_fingerprint (
    scheme integer not null references index_scheme (id),
    fingerprint bigint not null,
    documents integer not null,
    primary key (scheme, fingerprint)
);
