-- The schema: who may see what, comparisons with their uploads, the job queue, reports, archives and the index, cases,
-- and what erasing a person needs.
--
-- Both folders have the same tables and columns, with the types of their database. Here, ids are `uuid` (version 7, so
-- they sort by time), times are `timestamptz`, and blobs are `bytea`. Blobs called `packed` are one zstd frame each.
-- Deleting a batch deletes everything that came from it by cascade. Numbers count from 1 unless a comment says otherwise.
--
-- What differs: names sort by code point in any locale (`collate "C"`). The order of jobs is an identity column, which
-- needs no rights on a sequence. Large blobs are compressed already and are stored as they are (`storage external`).

-- Accounts and courses

create table account (
    id uuid primary key not null,
    -- As the operator typed it; an account is found by it.
    name text collate "C" not null unique,
    created timestamptz not null,
    -- True: nobody can sign in. Its batches stay.
    disabled boolean not null default false,
    -- The last of its jobs that started: the account that has waited longest comes next.
    served bigint not null default 0,
    -- Adds and disables accounts, makes sign-in links, reads the whole log. This alone shows no report.
    admin boolean not null default false,
    -- Argon2id, as a PHC string; null: no password.
    password text,
    -- Where sign-in links are sent to.
    email text
);

create table course (
    id uuid primary key not null,
    name text collate "C" not null,
    -- The account of which this is the personal course, the default place of its uploads.
    personal_of uuid unique references account (id) on delete cascade,
    created timestamptz not null,
    -- Days after which a batch without a date of its own is deleted; null: never.
    keep_days integer,
    -- Whether checks before the deadline are accepted, and what a token that can only check learns.
    checks text not null default 'off' check (checks in ('off', 'received', 'outcome')),
    -- Whether a check that finds something keeps the submission and opens a case.
    checks_open_cases boolean not null default false
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
    -- When it was used.
    used timestamptz
);

create index sign_in_link_by_account on sign_in_link (account);

-- Signed-in browsers.
create table session (
    -- BLAKE3 of the secret in the cookie.
    hash bytea primary key not null check (length(hash) = 32),
    account uuid not null references account (id) on delete cascade,
    created timestamptz not null,
    expires timestamptz not null,
    -- How the user signed in: `link`, `password`, `provider`.
    way text not null default 'link',
    -- To the minute; null: not since it began.
    last_seen timestamptz,
    -- Family of the browser (`Firefox on Linux`), and the address that it signed in from.
    browser text not null default '',
    address text not null default ''
);

create index session_by_account on session (account);

-- Tokens of the REST API and of MOSS clients.
create table token (
    id uuid primary key not null,
    -- BLAKE3 of the token. Of a MOSS token: a slow hash of a number; see `MossNumber`.
    hash bytea not null unique check (length(hash) = 32),
    account uuid not null references account (id) on delete cascade,
    scope text not null check (scope in ('check', 'read', 'write')),
    kind text not null default 'api' check (kind in ('api', 'moss')),
    -- The course of a token that can only check; null for all others.
    course uuid references course (id) on delete cascade,
    -- What it is for, in its owner's words.
    label text not null,
    created timestamptz not null,
    expires timestamptz,
    -- To the minute, so that reading does not write all the time.
    last_used timestamptz,
    revoked timestamptz,
    check ((scope = 'check') = (course is not null))
);

create index token_by_account on token (account);
create index token_by_course on token (course);

-- Identities at other services. Bound by issuer and subject and never by name, because names may pass to other people.
create table identity (
    -- URL of an OpenID provider, or `proxy`.
    issuer text not null,
    subject text not null,
    account uuid not null references account (id) on delete cascade,
    created timestamptz not null,
    primary key (issuer, subject)
);

create index identity_by_account on identity (account);

-- Sign-ins at a provider that have begun. Each is used once.
create table sign_in_attempt (
    -- BLAKE3 of the state that was sent along.
    hash bytea primary key not null check (length(hash) = 32),
    -- Hash of the cookie of the browser.
    browser bytea not null check (length(browser) = 32),
    nonce text not null,
    -- The verifier of PKCE.
    verifier text not null,
    expires timestamptz not null
);

create index sign_in_attempt_by_expires on sign_in_attempt (expires);

-- Who did what. No foreign keys, because entries outlive what they are about. No names or texts of students.
create table audit (
    id uuid primary key not null,
    at timestamptz not null,
    -- Null: the operator at the command line, or the service itself.
    account uuid,
    -- See `AuditAction`.
    action text not null,
    course uuid,
    -- Id of the account, token, course or batch.
    subject uuid not null,
    -- JSON object.
    details text not null,
    -- A text that occurs once: of views, one is kept for each person, batch and hour.
    once text
);

create index audit_by_course on audit (course, id);
create unique index audit_once on audit (once) where once is not null;

-- Facts about the installation: its public address, its last backup, an unfinished restore.
create table installation (
    -- See `InstallationFact`.
    name text collate "C" primary key not null,
    value text not null
);

-- Comparisons and their reports

create table batch (
    id uuid primary key not null,
    course uuid not null references course (id) on delete cascade,
    creator uuid not null references account (id),
    title text not null,
    -- JSON; see `AnalysisOptions`.
    options text not null,
    created timestamptz not null,
    -- The service deletes it from then on.
    keep_until timestamptz,
    -- The current revision of the report.
    revision integer,
    -- Key of the codes that take the place of names.
    pseudonym_key bytea not null default uuid_send(gen_random_uuid()) check (length(pseudonym_key) = 16)
);

create index batch_by_course on batch (course, id);
create index batch_by_creator on batch (creator);
create index batch_by_keep_until on batch (keep_until) where keep_until is not null;

-- Reports. A revision never changes, except when a person is erased.
create table revision (
    batch uuid not null references batch (id) on delete cascade,
    number integer not null,
    created timestamptz not null,
    -- Who requested it.
    author uuid not null references account (id),
    -- Version of the engine that made it.
    engine text not null,
    -- JSON: everything that influenced the result.
    settings text not null,
    -- JSON; see `Review`.
    review text not null,
    -- The revision that was current when this one was requested; null: it is the first.
    made_from integer,
    -- Number of submissions that were added with it.
    late integer not null default 0,
    -- Number of files of starter code that were added with it.
    starter_files integer not null default 0,
    submissions integer not null,
    pairs integer not null,
    -- Number of pairs of the class beyond chance; null: there are no expect values.
    beyond_class integer,
    -- What was found, as JSON; see `FoundCounts`.
    found text not null,
    -- The sum of these counts.
    found_total integer not null,
    -- Number of listed pairs whose figures differ from those of `made_from`; null: it is the first.
    changed integer,
    -- Number of times that it was rewritten. A process that rewrites it says which of them it has read.
    rewritten integer not null default 0,
    -- The report as JSON, its pairs without their matches.
    head_packed bytea not null,
    -- The expect values of all judged pairs, listed or not.
    judged_packed bytea,
    primary key (batch, number)
);

alter table revision alter column head_packed set storage external;
alter table batch
    add foreign key (id, revision) references revision (batch, number) deferrable initially deferred;

create index revision_by_author on revision (author);
-- What lists of batches need of a report. Without it, each row of a list would read the pages of a report's head.
create index revision_listed on revision (batch, number, submissions, beyond_class, found_total, found);

-- The whole report as JSON, packed, in pieces of at most 1 MiB.
create table revision_chunk (
    batch uuid not null,
    revision integer not null,
    number integer not null,
    packed bytea not null,
    primary key (batch, revision, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

alter table revision_chunk alter column packed set storage external;

-- Listed pairs.
create table pair (
    batch uuid not null,
    revision integer not null,
    rank integer not null,
    -- Numbers of submissions, the smaller on the left.
    left_number integer not null,
    right_number integer not null check (left_number < right_number),
    suspicion double precision not null,
    -- The pair as JSON, with its matches.
    packed bytea not null,
    primary key (batch, revision, rank),
    unique (batch, revision, left_number, right_number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

alter table pair alter column packed set storage external;

-- The earlier submissions in a report. No foreign key to archives, because a report outlives them.
create table revision_archived (
    batch uuid not null,
    revision integer not null,
    -- Its number in the report.
    number integer not null,
    archive uuid not null,
    -- Its number in the archive.
    submission integer not null,
    primary key (batch, revision, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

-- Which revision became the current one of its batch. Rows are only added.
create table revision_turn (
    batch uuid not null,
    number integer not null,
    revision integer not null,
    -- Null: the operator at the command line.
    account uuid references account (id),
    at timestamptz not null,
    -- `result`: it was made.
    reason text not null check (reason in ('result', 'undo', 'redo')),
    primary key (batch, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

create index revision_turn_by_revision on revision_turn (batch, revision);
create index revision_turn_by_account on revision_turn (account);

-- Archives, documents and the index

create table archive (
    id uuid primary key not null,
    course uuid not null references course (id) on delete cascade,
    name text collate "C" not null,
    year integer,
    -- `reduced`: no text, names or literals.
    keeping text not null check (keeping in ('sources', 'reduced')),
    creator uuid not null references account (id),
    created timestamptz not null,
    -- The service deletes it from then on.
    keep_until timestamptz,
    -- Grows with every change of its content.
    state integer not null default 0,
    unique (course, name)
);

create index archive_by_creator on archive (creator);
create index archive_by_keep_until on archive (keep_until) where keep_until is not null;

-- The next numbers of documents and runs. Not sequences: the numbers of an ingest follow each other, and a transaction
-- that takes some has the row until it ends, so processes write to the index one after the other.
create table counter (
    name text primary key not null,
    next bigint not null
);

insert into counter (name, next) values ('document', 1), ('run', 1);

-- How the fingerprints of one language family are made.
create table index_scheme (
    id integer generated always as identity primary key,
    family text not null,
    normalizer integer not null,
    format integer not null,
    unique (family, normalizer, format)
);

-- Documents that came in together. Their numbers begin with `first` and are never used twice, because postings have them.
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
    -- In its batch or archive.
    number integer not null,
    name text not null,
    author text,
    -- The platform's number or user name, which tells authors of the same name apart.
    person text,
    attempt integer,
    -- RFC 3339, as the upload says.
    submitted_at text,
    -- `KIND` or `KIND:SOURCE` of a reference answer; null: a submission.
    reference text,
    primary key (ingest, number)
);

-- Source files, so that they can be shown and compared again.
create table document (
    id bigint primary key not null,
    ingest bigint not null references ingest (first) on delete cascade,
    -- Number of its submission; 0: starter code.
    submission integer not null,
    -- Number of the file in it, from 0.
    file integer not null,
    path text not null,
    -- Decoded text; null: it may not be kept.
    text_packed bytea,
    -- Tokens.
    stream_packed bytea not null,
    -- What the index can be made from again; null: it is not looked up.
    scheme integer references index_scheme (id),
    fingerprints bytea,
    check ((scheme is null) = (fingerprints is null)),
    unique (ingest, submission, file)
);

alter table document alter column text_packed set storage external;
alter table document alter column stream_packed set storage external;
alter table document alter column fingerprints set storage external;
create index document_by_scheme on document (scheme, id);

-- Documents that were deleted before their ingest. Their postings are ignored, and dropped when their run is merged.
create table removed_document (
    id bigint primary key not null,
    ingest bigint not null references ingest (first) on delete cascade
);

create index removed_document_by_ingest on removed_document (ingest);

-- Sorted postings of one or several ingests.
create table index_run (
    id bigint primary key not null,
    scheme integer not null references index_scheme (id),
    -- The number from which documents in its blocks are counted.
    base bigint not null,
    -- All its documents are in this range, without the last one.
    first bigint not null,
    last bigint not null,
    level integer not null,
    postings bigint not null,
    blocks bigint not null,
    bytes bigint not null,
    -- Number of documents deleted since, at least.
    dead bigint not null default 0,
    -- The job that is writing it; null: it is visible.
    building uuid
);

create index index_run_by_scheme on index_run (scheme, id);

-- Packed postings, about a hundred in a block. Fingerprints are below 2^48.
create table index_block (
    run bigint not null references index_run (id) on delete cascade,
    first_fingerprint bigint not null,
    bytes bytea not null,
    primary key (run, first_fingerprint)
);

alter table index_block alter column bytes set storage external;

-- Fingerprints in too many documents, which are not looked up.
create table frequent_fingerprint (
    scheme integer not null references index_scheme (id),
    fingerprint bigint not null,
    documents integer not null,
    primary key (scheme, fingerprint)
);

-- Jobs and uploads

-- The queue. The state of a batch is that of its latest job.
create table job (
    -- Order of acceptance. It decides what comes first and which job of a batch is the latest. Ids and times cannot,
    -- because a clock may be set back.
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    -- What it works on; both are null for a compaction.
    batch uuid references batch (id) on delete cascade,
    archive uuid references archive (id) on delete cascade,
    -- Who waits for it; null: the service itself.
    account uuid references account (id),
    -- `house`: maintains the index and archives, at the same time as an analysis.
    lane text not null check (lane in ('analysis', 'house')),
    -- Size of the upload in bytes: large ones let smaller ones pass.
    size bigint not null default 0,
    -- JSON; see `JobPayload`.
    payload text not null,
    state text not null default 'queued'
        check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    -- Number of starts, counted before work begins.
    attempts integer not null default 0,
    -- A further attempt waits until then.
    not_before timestamptz not null default 'epoch',
    -- The lease while it runs: the process and its number of heartbeats.
    holder uuid,
    beat bigint not null default 0,
    -- Its progress.
    stage text not null default '',
    done bigint not null default 0,
    total bigint not null default 0,
    -- Why it failed, in words for the user.
    reason text,
    created timestamptz not null,
    -- When it was done, failed or was cancelled.
    ended timestamptz,
    check ((state = 'running') = (holder is not null)),
    check ((state = 'failed') = (reason is not null))
);

create index job_by_batch on job (batch, sequence);
create index job_by_archive on job (archive, sequence);
create index job_by_account on job (account);
create index job_waiting on job (sequence) where state = 'queued';
create index job_running on job (sequence) where state = 'running';

-- Uploaded files, until their job is done.
create table part (
    job uuid not null references job (id) on delete cascade,
    -- Position in the upload, from 0.
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate', 'reference')),
    -- As uploaded; never used as a path.
    name text not null,
    bytes bigint not null,
    chunks integer not null,
    primary key (job, number)
);

-- Their bytes, in pieces of at most 1 MiB.
create table part_chunk (
    job uuid not null,
    part integer not null,
    number integer not null,
    content bytea not null,
    primary key (job, part, number),
    foreign key (job, part) references part (job, number) on delete cascade
);

alter table part_chunk alter column content set storage external;

-- Uploads that a user reads before they are compared. They are not batches yet, expire, and belong to their uploader.
create table draft (
    id uuid primary key not null,
    account uuid not null references account (id) on delete cascade,
    -- The course of the batch that it becomes.
    course uuid not null references course (id) on delete cascade,
    title text not null,
    -- JSON; see `AnalysisOptions`.
    options text not null,
    -- When the batch will be deleted.
    keep_until timestamptz,
    -- What was found in the upload with these options, packed.
    preview bytea not null,
    created timestamptz not null,
    -- The service deletes it from then on.
    expires timestamptz not null
);

create index draft_by_account on draft (account, id);
create index draft_by_course on draft (course);
create index draft_by_expires on draft (expires);

-- Its uploaded files, as `part`.
create table draft_part (
    draft uuid not null references draft (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate', 'reference')),
    name text not null,
    bytes bigint not null,
    chunks integer not null,
    primary key (draft, number)
);

create table draft_chunk (
    draft uuid not null,
    part integer not null,
    number integer not null,
    content bytea not null,
    primary key (draft, part, number),
    foreign key (draft, part) references draft_part (draft, number) on delete cascade
);

alter table draft_chunk alter column content set storage external;

-- Cases

-- A case outlives batches and archives: it belongs to a course and to persons.
create table course_case (
    id uuid primary key not null,
    course uuid not null references course (id) on delete cascade,
    title text not null,
    status text not null check (status in ('open', 'suspicious', 'confirmed', 'dismissed')),
    created timestamptz not null,
    -- Null: the operator at the command line.
    creator uuid references account (id),
    -- Who decides it instead of its creator.
    reviewer uuid references account (id),
    -- Both are set while the work that it needs may not be deleted.
    hold_reason text,
    hold_since timestamptz,
    check ((hold_reason is null) = (hold_since is null))
);

create index course_case_by_course on course_case (course, id);
create index course_case_by_creator on course_case (creator);
create index course_case_by_reviewer on course_case (reviewer);

-- The persons of a case.
create table case_person (
    course_case uuid not null references course_case (id) on delete cascade,
    -- The author's name if it is known, otherwise the submission's.
    person text not null,
    primary key (course_case, person)
);

-- Their submissions. What is deleted takes its rows along.
create table case_submission (
    id bigint generated always as identity primary key,
    course_case uuid not null,
    -- Who has the submission: one of the two.
    batch uuid references batch (id) on delete cascade,
    archive uuid references archive (id) on delete cascade,
    -- Its number there.
    number integer not null,
    person text not null,
    check ((batch is null) <> (archive is null)),
    unique (course_case, batch, number),
    unique (course_case, archive, number),
    foreign key (course_case, person) references case_person (course_case, person) on delete cascade
);

create index case_submission_by_person on case_submission (course_case, person);
create index case_submission_by_batch on case_submission (batch);
create index case_submission_by_archive on case_submission (archive);

-- The history of a case. Rows are only added.
create table case_event (
    course_case uuid not null references course_case (id) on delete cascade,
    number integer not null,
    -- Null: the operator at the command line.
    account uuid references account (id),
    at timestamptz not null,
    -- JSON; see `Happening`.
    what text not null,
    -- Words of its author; may be empty.
    text text not null,
    primary key (course_case, number)
);

create index case_event_by_account on case_event (account);

-- Statements of students. The text is that of the event.
create table case_statement (
    course_case uuid not null,
    -- The event that records it.
    event integer not null,
    -- The person who made it.
    person text not null,
    -- The day on which it was given.
    given timestamptz not null,
    -- The file; all are null if there is none, or it was deleted.
    file_name text,
    media_type text,
    content bytea,
    primary key (course_case, event),
    foreign key (course_case, event) references case_event (course_case, number) on delete cascade,
    check ((content is null) = (file_name is null) and (content is null) = (media_type is null))
);

-- Evidence over the tasks of a course; no row: it was not computed yet.
create table course_term (
    course uuid primary key not null references course (id) on delete cascade,
    -- JSON. Submissions stand for people.
    packed bytea not null
);

-- Who is who in a course.
create table course_person (
    course uuid not null references course (id) on delete cascade,
    -- Title of a comparison; empty: all of the course.
    task text collate "C" not null,
    -- Author, or name of a submission.
    name text collate "C" not null,
    person text not null,
    primary key (course, task, name)
);

-- Readers and programs outside

-- Links that show one report to all who have them.
create table share (
    id uuid primary key not null,
    -- BLAKE3 of the secret in the link.
    hash bytea not null unique check (length(hash) = 32),
    batch uuid not null references batch (id) on delete cascade,
    creator uuid not null references account (id) on delete cascade,
    created timestamptz not null,
    expires timestamptz not null,
    revoked timestamptz,
    -- Names are always replaced by codes.
    names_hidden boolean not null,
    -- The report may be downloaded.
    exports boolean not null,
    -- To the minute, so that reading does not write all the time. Each view is an entry of the log.
    last_viewed timestamptz
);

create index share_by_batch on share (batch, id);
create index share_by_creator on share (creator);

-- The key of links that a request with an Idempotency-Key makes: a repeated request gets the same link, and nobody can
-- compute it without the key.
create table share_key (
    one integer primary key not null check (one = 1),
    key bytea not null check (length(key) = 32)
);

-- Messages to other programs about the end of an analysis. Not jobs: a message may be tried for a day, and the state of a
-- batch is that of its latest job.
create table notification (
    batch uuid primary key not null references batch (id) on delete cascade,
    -- Where the uploader wants the message.
    url text not null,
    -- Signs the message. Not hashed, because the sender needs it.
    secret text not null,
    -- Address of the service, for the links in the message.
    base text not null,
    -- waiting: for the end of a job; trying: until it is received or given up.
    state text not null default 'waiting' check (state in ('waiting', 'trying', 'told', 'given_up')),
    -- The job whose end the message is about.
    job uuid,
    attempts integer not null default 0,
    -- When it is tried again, also in case the process ends during an attempt.
    next_attempt timestamptz,
    -- Why the last attempt failed.
    error text
);

create index notification_open on notification (next_attempt) where state in ('waiting', 'trying');

-- Repeatable requests: the same key and content give the same result.
create table idempotency (
    account uuid not null references account (id) on delete cascade,
    -- The client chose it.
    key text not null,
    -- Digest of the whole request.
    fingerprint bytea not null check (length(fingerprint) = 32),
    -- What the request made: one of the three.
    batch uuid references batch (id) on delete cascade,
    archive uuid references archive (id) on delete cascade,
    course_case uuid references course_case (id) on delete cascade,
    check (num_nonnulls(batch, archive, course_case) = 1),
    primary key (account, key)
);

create index idempotency_by_batch on idempotency (batch);
create index idempotency_by_archive on idempotency (archive);
create index idempotency_by_case on idempotency (course_case);

-- What goes into the hashes of all MOSS numbers of this installation.
create table moss_salt (
    one integer primary key not null check (one = 1),
    salt bytea not null check (length(salt) = 16)
);

-- Pages of MOSS results, which all who have their address may read.
create table moss_result (
    -- BLAKE3 of the secret end of the address.
    hash bytea primary key not null check (length(hash) = 32),
    batch uuid not null references batch (id) on delete cascade,
    -- JSON; see `MossJob`.
    job text not null,
    created timestamptz not null,
    expires timestamptz not null
);

create index moss_result_by_batch on moss_result (batch);
create index moss_result_by_expires on moss_result (expires);

-- Erased people

-- The record of an erasure. A restored backup brings the person back, and an upload that waits may contain them, so it
-- has hashes under a key of its own instead of names. No foreign keys to batches or courses, because it outlives them.
create table erasure (
    id uuid primary key not null,
    -- Takes the place of the name: `removed-1`.
    number integer not null unique,
    at timestamptz not null,
    -- Null: the operator at the command line.
    account uuid references account (id),
    -- Where the person was erased; both are null: everywhere.
    course uuid,
    batch uuid,
    -- There was a legal hold, and the operator decided to erase in spite of it.
    despite_hold boolean not null,
    -- Key of the hashes.
    key bytea not null check (length(key) = 32),
    -- Keyed BLAKE3 of the person's names, 32 bytes each.
    hashes bytea not null,
    -- Uploads up to this job are read without the person.
    last_job bigint not null,
    submissions bigint not null default 0,
    documents bigint not null default 0,
    reports bigint not null default 0,
    texts bigint not null default 0,
    -- When nothing was left to do.
    ended timestamptz
);

create index erasure_by_account on erasure (account);

-- Submissions whose work was deleted. In a batch, the row of the submission stays, because its numbers stay.
create table erased_submission (
    erasure uuid not null references erasure (id) on delete cascade,
    batch uuid references batch (id) on delete cascade,
    archive uuid references archive (id) on delete cascade,
    -- Its number there.
    number integer not null,
    check ((batch is null) <> (archive is null))
);

create index erased_submission_by_erasure on erased_submission (erasure);
create index erased_submission_by_batch on erased_submission (batch);
create index erased_submission_by_archive on erased_submission (archive);

-- Reports that an erasure has not examined yet. Until then, no job of their batch begins.
create table erasure_revision (
    erasure uuid not null references erasure (id) on delete cascade,
    batch uuid not null,
    revision integer not null,
    primary key (erasure, batch, revision),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
);

create index erasure_revision_by_revision on erasure_revision (batch, revision);
