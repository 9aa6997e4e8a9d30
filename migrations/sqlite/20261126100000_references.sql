-- Reference answers: a third kind of uploaded files, and submissions that are answers by others.
--
-- Conventions: as in the first version. SQLite cannot change a check, so the tables with one are made again.

create table new_part (
    job blob not null references job (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate', 'reference')),
    name text not null,
    bytes integer not null,
    chunks integer not null,
    primary key (job, number)
) strict;

create table new_part_chunk (
    job blob not null,
    part integer not null,
    number integer not null,
    content blob not null,
    primary key (job, part, number),
    foreign key (job, part) references new_part (job, number) on delete cascade
) strict;

insert into new_part (job, number, kind, name, bytes, chunks)
select job, number, kind, name, bytes, chunks from part;

insert into new_part_chunk (job, part, number, content)
select job, part, number, content from part_chunk;

drop table part_chunk;
drop table part;
alter table new_part rename to part;
alter table new_part_chunk rename to part_chunk;

create table new_draft_part (
    draft blob not null references draft (id) on delete cascade,
    number integer not null,
    kind text not null check (kind in ('submissions', 'boilerplate', 'reference')),
    name text not null,
    bytes integer not null,
    chunks integer not null,
    primary key (draft, number)
) strict;

create table new_draft_chunk (
    draft blob not null,
    part integer not null,
    number integer not null,
    content blob not null,
    primary key (draft, part, number),
    foreign key (draft, part) references new_draft_part (draft, number) on delete cascade
) strict;

insert into new_draft_part (draft, number, kind, name, bytes, chunks)
select draft, number, kind, name, bytes, chunks from draft_part;

insert into new_draft_chunk (draft, part, number, content)
select draft, part, number, content from draft_chunk;

drop table draft_chunk;
drop table draft_part;
alter table new_draft_part rename to draft_part;
alter table new_draft_chunk rename to draft_chunk;

-- `KIND` or `KIND:SOURCE` of a reference answer; null: a submission.
alter table submission add column reference text;
