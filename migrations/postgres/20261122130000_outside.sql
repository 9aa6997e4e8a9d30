-- What leaves the house: links that show one report to whoever has them, and messages to programs of others when the
-- analysis of a batch has ended. And keys that make a request repeatable, also where it is about an archive or a case.
--
-- Why a table for messages and not jobs: a message may be tried for a day, while a batch waits for its job; and the status
-- of a batch is that of its latest job.

create table share (
    id uuid primary key not null,
    -- BLAKE3 of the secret in the link.
    hash bytea not null unique check (length(hash) = 32),
    batch uuid not null references batch (id) on delete cascade,
    creator uuid not null references account (id) on delete cascade,
    created timestamptz not null,
    expires timestamptz not null,
    revoked timestamptz,
    -- Everybody is called by a pseudonym, whatever a browser asks for.
    names_hidden boolean not null,
    -- The report may be taken away as a file.
    exports boolean not null,
    -- To the minute, so that reading does not write all the time; each is an entry of the log.
    last_viewed timestamptz
);

create index share_by_batch on share (batch, id);
create index share_by_creator on share (creator);

create table notification (
    batch uuid primary key not null references batch (id) on delete cascade,
    -- Where the uploader wants to be told.
    url text not null,
    -- Signs the message. Not hashed: whoever sends needs it.
    secret text not null,
    -- Address of the service, for the links in the message.
    base text not null,
    -- waiting: for the end of a job; trying: until it is heard or given up.
    state text not null default 'waiting' check (state in ('waiting', 'trying', 'told', 'given_up')),
    -- The job whose end is or was told.
    job uuid,
    attempts integer not null default 0,
    -- When it is tried again; also while it is being tried, should the process end.
    next_attempt timestamptz,
    -- Why the last attempt came to nothing.
    error text
);

create index notification_open on notification (next_attempt) where state in ('waiting', 'trying');

-- What a key is about: one of the three.
alter table idempotency alter column batch drop not null;
alter table idempotency add column archive uuid references archive (id) on delete cascade;
alter table idempotency add column course_case uuid references course_case (id) on delete cascade;
alter table idempotency add constraint idempotency_subject check (num_nonnulls(batch, archive, course_case) = 1);
create index idempotency_by_archive on idempotency (archive);
create index idempotency_by_case on idempotency (course_case);
