-- Drafts: uploads that somebody looks at before they are compared. They are no batches yet, expire by themselves, and
-- belong to whoever sent them.

create table draft (
    id uuid primary key not null,
    account uuid not null references account (id) on delete cascade,
    -- In which the batch would be.
    course uuid not null references course (id) on delete cascade,
    title text not null,
    -- JSON; see `AnalysisOptions`.
    options text not null,
    -- Of the batch.
    keep_until timestamptz,
    -- What was found in the upload with these options, packed.
    preview bytea not null,
    created timestamptz not null,
    -- Deleted by the service from then on.
    expires timestamptz not null
);

create index draft_by_account on draft (account, id);
create index draft_by_course on draft (course);
create index draft_by_expires on draft (expires);

-- Its uploaded files, as `part`.
create table draft_part (
    draft uuid not null references draft (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate')),
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
