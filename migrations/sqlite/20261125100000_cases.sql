-- What a revision changed in the figures of its batch, and statements of students about a case.
--
-- Conventions: as in the first version.

-- Listed pairs whose figures differ from those of the revision it was made from. Null: there is none, or not counted.
alter table revision add column changed integer;
-- Files of starter code that were added with it.
alter table revision add column starter_files integer not null default 0;

-- A statement of a student. Its text is that of the event.
create table case_statement (
    course_case blob not null,
    -- The event that records it.
    event integer not null,
    -- The person who made it.
    person text not null,
    -- The day on which it was given.
    given integer not null,
    -- The file; all null: there is none, or it was deleted.
    file_name text,
    media_type text,
    content blob,
    primary key (course_case, event),
    foreign key (course_case, event) references case_event (course_case, number) on delete cascade,
    check ((content is null) = (file_name is null) and (content is null) = (media_type is null))
) strict;
