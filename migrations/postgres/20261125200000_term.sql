-- Evidence over the tasks of a course.
--
-- Conventions: as in the first version.

-- The expect values of all judged pairs, listed or not; null for reports made before.
alter table revision add column judged_packed bytea;

-- What the tasks of a course say together; no row: it was not computed yet.
create table course_term (
    course uuid primary key not null references course (id) on delete cascade,
    -- JSON. Submissions stand for people.
    packed bytea not null
);

-- Who is who in a course.
create table course_person (
    course uuid not null references course (id) on delete cascade,
    -- Title of a comparison; empty: all of the course.
    task text collate "C" not null,
    -- Author, or name of a submission.
    name text collate "C" not null,
    person text not null,
    primary key (course, task, name)
);
