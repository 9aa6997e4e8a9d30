-- Reference answers: a third kind of uploaded files, and submissions that are answers by others.
--
-- Conventions: as in the first version.

-- The first of the two names is that of a table that was renamed.
alter table part drop constraint if exists new_part_kind_check;
alter table part drop constraint if exists part_kind_check;
alter table part add constraint part_kind_check check (kind in ('submissions', 'boilerplate', 'reference'));
alter table draft_part drop constraint draft_part_kind_check;
alter table draft_part
add constraint draft_part_kind_check check (kind in ('submissions', 'boilerplate', 'reference'));

-- `KIND` or `KIND:SOURCE` of a reference answer; null: a submission.
alter table submission add column reference text;
