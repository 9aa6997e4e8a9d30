-- What leaves the house: links that show one report to whoever has them, and messages to programs of others when the
-- analysis of a batch has ended. And keys that make a request repeatable, also where it is about an archive or a case.
--
-- Why a table for messages and not jobs: a message may be tried for a day, while a batch waits for its job; and the status
-- of a batch is that of its latest job.

create table share (
    id blob primary key not null check (length(id) = 16),
    -- BLAKE3 of the secret in the link.
    hash blob not null unique check (length(hash) = 32),
    batch blob not null references batch (id) on delete cascade,
    creator blob not null references account (id) on delete cascade,
    created integer not null,
    expires integer not null,
    revoked integer,
    -- 1: everybody is called by a pseudonym, whatever a browser asks for.
    names_hidden integer not null check (names_hidden in (0, 1)),
    -- 1: the report may be taken away as a file.
    exports integer not null check (exports in (0, 1)),
    -- To the minute, so that reading does not write all the time; each is an entry of the log.
    last_viewed integer
) strict;

create index share_by_batch on share (batch, id);
create index share_by_creator on share (creator);

create table notification (
    batch blob primary key not null references batch (id) on delete cascade,
    -- Where the uploader wants to be told.
    url text not null,
    -- Signs the message. Not hashed: whoever sends needs it.
    secret text not null,
    -- Address of the service, for the links in the message.
    base text not null,
    -- waiting: for the end of a job; trying: until it is heard or given up.
    state text not null default 'waiting' check (state in ('waiting', 'trying', 'told', 'given_up')),
    -- The job whose end is or was told.
    job blob,
    attempts integer not null default 0,
    -- When it is tried again; also while it is being tried, should the process end.
    next_attempt integer,
    -- Why the last attempt came to nothing.
    error text
) strict;

create index notification_open on notification (next_attempt) where state in ('waiting', 'trying');

create table new_idempotency (
    account blob not null references account (id) on delete cascade,
    -- Chosen by the client.
    key text not null,
    -- Digest of everything the request asked for and contained.
    fingerprint blob not null check (length(fingerprint) = 32),
    -- What it was about: one of the three.
    batch blob references batch (id) on delete cascade,
    archive blob references archive (id) on delete cascade,
    course_case blob references course_case (id) on delete cascade,
    check ((batch is not null) + (archive is not null) + (course_case is not null) = 1),
    primary key (account, key)
) strict, without rowid;

insert into new_idempotency (account, key, fingerprint, batch)
select account, key, fingerprint, batch
from idempotency;

drop table idempotency;
alter table new_idempotency rename to idempotency;
create index idempotency_by_batch on idempotency (batch);
create index idempotency_by_archive on idempotency (archive);
create index idempotency_by_case on idempotency (course_case);
