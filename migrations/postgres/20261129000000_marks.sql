-- What the staff of a course notes about the pairs of a report while reviewing them.

-- A pair is known by where its submissions are stored, so that a mark outlives re-scoring.
create table pair_mark (
    batch uuid not null references batch (id) on delete cascade,
    -- A submission of the batch.
    submission integer not null,
    -- Where the other one is stored: the batch, or an archive. No foreign key, because a report outlives archives.
    other_owner uuid not null,
    other integer not null,
    -- Null: nobody has looked at the pair.
    state text check (state in ('nothing', 'talk', 'case')),
    -- The state before the last change of it, for undo.
    previous text check (previous in ('nothing', 'talk', 'case')),
    -- May be empty.
    note text not null,
    -- Who is to look at it.
    assignee uuid references account (id),
    -- Who made the last change; null: the operator at the command line.
    account uuid references account (id),
    at timestamptz not null,
    -- Grows with every change.
    version integer not null,
    primary key (batch, submission, other_owner, other),
    check (other_owner <> batch or submission < other)
);

create index pair_mark_by_assignee on pair_mark (assignee);
create index pair_mark_by_account on pair_mark (account);
