-- MOSS: numbers by which its clients say whose a job is, and addresses of results for who has no account.
--
-- Conventions: as in the first version.

-- `moss`: the hash is not that of a text, but of a number, and made slowly; see `MossNumber`.
alter table token add column kind text not null default 'api' check (kind in ('api', 'moss'));

-- What goes into the hash of every number of this installation.
create table moss_salt (
    one integer primary key not null check (one = 1),
    salt blob not null check (length(salt) = 16)
) strict;

-- Pages of results that whoever has their address may read.
create table moss_result (
    -- BLAKE3 of the address' unguessable end.
    hash blob primary key not null check (length(hash) = 32),
    batch blob not null references batch (id) on delete cascade,
    -- JSON; see `MossJob`.
    job text not null,
    created integer not null,
    expires integer not null
) strict;

create index moss_result_by_batch on moss_result (batch);
create index moss_result_by_expires on moss_result (expires);
