-- The first schema: who may see what, batches with their uploads, the job queue, reports.
--
-- Why so much at once: access, revisions and the audit log are hard to add to data that exists, so they are here
-- from the start. Every batch is in a course, every report is a numbered revision.
--
-- The same tables and columns as in the other folder, with this database's types: ids are `uuid` (version 7, so that
-- they sort by time), times `timestamptz`, which keeps microseconds, blobs `bytea`; blobs called `packed` are one
-- zstd frame. Deleting a batch deletes, by cascade, everything that came from it.
--
-- What differs: names sort by code point, as they do there, whatever locale the database was made with
-- (`collate "C"`); the order of jobs is an identity column, which needs no rights on a sequence; the reference from
-- batch to revision is added when both tables are there; and large blobs are stored as they come (`storage
-- external`), because they are compressed already.

create table account (
    id uuid primary key not null,
    -- As typed by the operator; signing in and `user` find it by this.
    name text collate "C" not null unique,
    created timestamptz not null,
    -- True: keeps its batches, opens no door.
    disabled boolean not null default false
);

create table course (
    id uuid primary key not null,
    name text collate "C" not null,
    -- Set where this is an account's personal course, the default place of its uploads.
    personal_of uuid unique references account (id) on delete cascade,
    created timestamptz not null
);

create table membership (
    account uuid not null references account (id) on delete cascade,
    course uuid not null references course (id) on delete cascade,
    role text not null check (role in ('viewer', 'assistant', 'instructor', 'owner')),
    primary key (account, course)
);

create index membership_by_course on membership (course);

-- Links that sign in once.
create table sign_in_link (
    -- BLAKE3 of the secret in the link.
    hash bytea primary key not null check (length(hash) = 32),
    account uuid not null references account (id) on delete cascade,
    created timestamptz not null,
    expires timestamptz not null,
    -- When it was used up.
    used timestamptz
);

create index sign_in_link_by_account on sign_in_link (account);

-- Signed-in browsers.
create table session (
    -- BLAKE3 of the secret in the cookie.
    hash bytea primary key not null check (length(hash) = 32),
    account uuid not null references account (id) on delete cascade,
    created timestamptz not null,
    expires timestamptz not null
);

create index session_by_account on session (account);

-- API tokens.
create table token (
    id uuid primary key not null,
    -- BLAKE3 of the token.
    hash bytea not null unique check (length(hash) = 32),
    account uuid not null references account (id) on delete cascade,
    scope text not null check (scope in ('read', 'write')),
    -- What it is for, in its owner's words.
    label text not null,
    created timestamptz not null,
    expires timestamptz,
    -- To the minute, so that reading does not write all the time.
    last_used timestamptz,
    revoked timestamptz
);

create index token_by_account on token (account);

-- Who did what. No foreign keys: entries outlive what they tell of. No names, no text of students.
create table audit (
    id uuid primary key not null,
    at timestamptz not null,
    -- Null: the operator at the command line, or the service itself.
    account uuid,
    -- `batch.deleted` and the like; see `AuditAction`.
    action text not null,
    course uuid,
    -- Id of the account, token, course or batch it was done to.
    subject uuid not null,
    -- JSON object.
    details text not null
);

create index audit_by_course on audit (course, id);

create table batch (
    id uuid primary key not null,
    course uuid not null references course (id) on delete cascade,
    creator uuid not null references account (id),
    title text not null,
    -- JSON; see `AnalysisOptions`.
    options text not null,
    created timestamptz not null,
    -- Deleted by the service from then on.
    keep_until timestamptz,
    -- Number of the current revision of the report.
    revision integer
);

create index batch_by_course on batch (course, id);
create index batch_by_creator on batch (creator);
create index batch_by_keep_until on batch (keep_until) where keep_until is not null;

-- Repeatable requests: the same key and content give the same batch.
create table idempotency (
    account uuid not null references account (id) on delete cascade,
    -- Chosen by the client.
    key text not null,
    -- Digest of everything the request asked for and contained.
    fingerprint bytea not null check (length(fingerprint) = 32),
    batch uuid not null references batch (id) on delete cascade,
    primary key (account, key)
);

create index idempotency_by_batch on idempotency (batch);

-- Uploaded files, until the analysis is done.
create table part (
    batch uuid not null references batch (id) on delete cascade,
    -- Position in the upload, from 0.
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate')),
    -- As uploaded; never used as a path.
    name text not null,
    bytes bigint not null,
    chunks integer not null,
    primary key (batch, number)
);

-- Their bytes, in pieces of at most 1 MiB.
create table part_chunk (
    batch uuid not null,
    part integer not null,
    number integer not null,
    content bytea not null,
    primary key (batch, part, number),
    foreign key (batch, part) references part (batch, number) on delete cascade
);

alter table part_chunk alter column content set storage external;

-- The queue. The state of a batch is the state of its latest job.
create table job (
    -- Order of acceptance. First come, first served, and the latest job of a batch, are decided by it and not by
    -- ids or times: a clock may be set back.
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    batch uuid not null references batch (id) on delete cascade,
    -- JSON; see `JobPayload`.
    payload text not null,
    state text not null default 'queued'
        check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    -- Starts so far, counted before work begins.
    attempts integer not null default 0,
    -- The lease: which process, and its signs of life. Set while running.
    holder uuid,
    beat bigint not null default 0,
    -- How far it is.
    stage text not null default '',
    done bigint not null default 0,
    total bigint not null default 0,
    -- Why it failed, in words for the uploader.
    reason text,
    created timestamptz not null,
    -- When it reached its end, whichever.
    ended timestamptz,
    check ((state = 'running') = (holder is not null)),
    check ((state = 'failed') = (reason is not null))
);

create index job_by_batch on job (batch, sequence);
create index job_waiting on job (sequence) where state = 'queued';
create index job_running on job (sequence) where state = 'running';

-- Immutable results.
create table revision (
    batch uuid not null references batch (id) on delete cascade,
    -- From 1.
    number integer not null,
    created timestamptz not null,
    -- Who asked for it.
    author uuid not null references account (id),
    -- Version of the engine that made it.
    engine text not null,
    -- JSON: everything that influenced the result.
    settings text not null,
    submissions integer not null,
    pairs integer not null,
    -- The report as JSON, its pairs without their matches.
    head_packed bytea not null,
    primary key (batch, number)
);

alter table batch
    add foreign key (id, revision) references revision (batch, number) deferrable initially deferred;

create index revision_by_author on revision (author);

-- The whole report as JSON, packed, in pieces of at most 1 MiB.
create table revision_chunk (
    batch uuid not null,
    revision integer not null,
    number integer not null,
    packed bytea not null,
    primary key (batch, revision, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

-- Listed pairs.
create table pair (
    batch uuid not null,
    revision integer not null,
    -- From 1.
    rank integer not null,
    -- Submission numbers, the smaller on the left.
    left_number integer not null,
    right_number integer not null check (left_number < right_number),
    suspicion double precision not null,
    -- The pair as JSON, with its matches.
    packed bytea not null,
    primary key (batch, revision, rank),
    unique (batch, revision, left_number, right_number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

-- Texts of the compared files, for the two sides of a pair.
create table source (
    batch uuid not null references batch (id) on delete cascade,
    -- Number of the submission, from 1.
    submission integer not null,
    -- Number of the file in it, from 0.
    file integer not null,
    -- Relative to the submission.
    path text not null,
    packed bytea not null,
    primary key (batch, submission, file)
);

alter table revision alter column head_packed set storage external;
alter table revision_chunk alter column packed set storage external;
alter table pair alter column packed set storage external;
alter table source alter column packed set storage external;
