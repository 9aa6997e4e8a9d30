-- Reviews: a report is made again under other settings or with late work, and somebody may go back to an earlier one;
-- cases with their history, and the legal hold that keeps what they need.
--
-- Conventions: as in the first version. Everything that happened (`revision_turn`, `case_event`) is added and never
-- changed. A case outlives batches and archives: it hangs on a course and on persons.

-- JSON; see `Review`.
alter table revision add column review text not null default '{}';
-- The revision that was current when it was asked for; null: it is the first.
alter table revision add column made_from integer;
-- Submissions that joined with it.
alter table revision add column late integer not null default 0;

update revision
set review = (
    select json_object('common_limit', coalesce(json_extract(options, '$.common_limit'), 0))
    from batch
    where batch.id = revision.batch
);

-- Which revision became the current one of its batch.
create table revision_turn (
    batch blob not null,
    -- From 1, in its batch.
    number integer not null,
    revision integer not null,
    -- Null: the operator at the command line.
    account blob references account (id),
    at integer not null,
    -- `result`: it was made.
    reason text not null check (reason in ('result', 'undo', 'redo')),
    primary key (batch, number),
    foreign key (batch, revision) references revision (batch, number) on delete cascade
) strict, without rowid;

create index revision_turn_by_revision on revision_turn (batch, revision);
create index revision_turn_by_account on revision_turn (account);

insert into revision_turn (batch, number, revision, account, at, reason)
select batch, row_number() over (partition by batch order by number), number, author, created, 'result'
from revision;

create table course_case (
    id blob primary key not null check (length(id) = 16),
    course blob not null references course (id) on delete cascade,
    title text not null,
    status text not null check (status in ('open', 'suspicious', 'confirmed', 'dismissed')),
    created integer not null,
    -- Null: the operator at the command line.
    creator blob references account (id),
    -- Who decides it in the place of its creator.
    reviewer blob references account (id),
    -- Both are set while what it needs may not be deleted.
    hold_reason text,
    hold_since integer,
    check ((hold_reason is null) = (hold_since is null))
) strict;

create index course_case_by_course on course_case (course, id);
create index course_case_by_creator on course_case (creator);
create index course_case_by_reviewer on course_case (reviewer);

-- Whom it is about.
create table case_person (
    course_case blob not null references course_case (id) on delete cascade,
    -- The author's name where it is known, otherwise the submission's.
    person text not null,
    primary key (course_case, person)
) strict, without rowid;

-- Where it was seen. What is deleted takes its rows along.
create table case_submission (
    id integer primary key not null,
    course_case blob not null,
    -- Who has the submission: one of the two.
    batch blob references batch (id) on delete cascade,
    archive blob references archive (id) on delete cascade,
    -- Its number there.
    number integer not null,
    person text not null,
    check ((batch is null) <> (archive is null)),
    unique (course_case, batch, number),
    unique (course_case, archive, number),
    foreign key (course_case, person) references case_person (course_case, person) on delete cascade
) strict;

create index case_submission_by_person on case_submission (course_case, person);
create index case_submission_by_batch on case_submission (batch);
create index case_submission_by_archive on case_submission (archive);

-- What happened to it.
create table case_event (
    course_case blob not null references course_case (id) on delete cascade,
    -- From 1, in its case.
    number integer not null,
    -- Null: the operator at the command line.
    account blob references account (id),
    at integer not null,
    -- JSON; see `Happening`.
    what text not null,
    -- Words of whoever did it; may be empty.
    text text not null,
    primary key (course_case, number)
) strict, without rowid;

create index case_event_by_account on case_event (account);
