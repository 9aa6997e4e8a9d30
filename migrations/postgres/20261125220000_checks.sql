-- Checks of single submissions before the deadline.
--
-- Conventions: as in the first version.

-- Whether checks are accepted, and what a token that can only check learns.
alter table course add column checks text not null default 'off' check (checks in ('off', 'received', 'outcome'));
-- Whether a check that finds something keeps the submission and opens a case.
alter table course add column checks_open_cases boolean not null default false;

-- The course of a token that can only check; null for all others.
alter table token add column course uuid references course (id) on delete cascade;
alter table token drop constraint token_scope_check;
alter table token add check (scope in ('check', 'read', 'write') and (scope = 'check') = (course is not null));
create index token_by_course on token (course);
