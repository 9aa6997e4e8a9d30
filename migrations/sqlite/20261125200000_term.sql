-- Evidence over the tasks of a course.
--
-- Conventions: as in the first version.

-- The expect values of all judged pairs, listed or not; null for reports made before.
alter table revision add column judged_packed blob;

-- What the tasks of a course say together; no row: it was not computed yet.
create table course_term (
    course blob primary key not null references course (id) on delete cascade,
    -- JSON. Submissions stand for people.
    packed blob not null
) strict, without rowid;

-- Who is who in a course.
create table course_person (
    course blob not null references course (id) on delete cascade,
    -- Title of a comparison; empty: all of the course.
    task text not null,
    -- Author, or name of a submission.
    name text not null,
    person text not null,
    primary key (course, task, name)
) strict, without rowid;
