-- Drafts: uploads that somebody looks at before they are compared. They are no batches yet, expire by themselves, and
-- belong to whoever sent them.

create table draft (
    id blob primary key not null check (length(id) = 16),
    account blob not null references account (id) on delete cascade,
    -- In which the batch would be.
    course blob not null references course (id) on delete cascade,
    title text not null,
    -- JSON; see `AnalysisOptions`.
    options text not null,
    -- Of the batch.
    keep_until integer,
    -- What was found in the upload with these options, packed.
    preview blob not null,
    created integer not null,
    -- Deleted by the service from then on.
    expires integer not null
) strict;

create index draft_by_account on draft (account, id);
create index draft_by_course on draft (course);
create index draft_by_expires on draft (expires);

-- Its uploaded files, as `part`.
create table draft_part (
    draft blob not null references draft (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate')),
    name text not null,
    bytes integer not null,
    chunks integer not null,
    primary key (draft, number)
) strict;

create table draft_chunk (
    draft blob not null,
    part integer not null,
    number integer not null,
    content blob not null,
    primary key (draft, part, number),
    foreign key (draft, part) references draft_part (draft, number) on delete cascade
) strict;
