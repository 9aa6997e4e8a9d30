-- Checks of single submissions before the deadline.
--
-- Conventions: as in the first version.

-- Whether checks are accepted, and what a token that can only check learns.
alter table course add column checks text not null default 'off' check (checks in ('off', 'received', 'outcome'));
-- Whether a check that finds something keeps the submission and opens a case.
alter table course add column checks_open_cases integer not null default 0 check (checks_open_cases in (0, 1));

-- SQLite cannot change the check of a column, so the table is made again.
create table new_token (
    id blob primary key not null check (length(id) = 16),
    -- BLAKE3 of the token.
    hash blob not null unique check (length(hash) = 32),
    account blob not null references account (id) on delete cascade,
    scope text not null check (scope in ('check', 'read', 'write')),
    -- What it is for, in its owner's words.
    label text not null,
    created integer not null,
    expires integer,
    -- To the minute, so that reading does not write all the time.
    last_used integer,
    revoked integer,
    kind text not null default 'api' check (kind in ('api', 'moss')),
    -- The course of a token that can only check; null for all others.
    course blob references course (id) on delete cascade,
    check ((scope = 'check') = (course is not null))
) strict;

insert into new_token (id, hash, account, scope, label, created, expires, last_used, revoked, kind)
select id, hash, account, scope, label, created, expires, last_used, revoked, kind
from token;

drop table token;
alter table new_token rename to token;
create index token_by_account on token (account);
create index token_by_course on token (course);
