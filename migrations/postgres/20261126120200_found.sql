-- What a report found is stored with it, as its first sentence counts it: pairs, earlier work, equal submissions,
-- resemblance to reference answers, possible translations. The list of comparisons shows it and sorts by it. Both columns
-- are null for reports made before, of which beyond_class and beyond_earlier count the pairs.
--
-- Conventions: as in the first version.

-- The counts as JSON.
alter table revision add column found text;
-- Their sum.
alter table revision add column found_total integer;

drop index revision_listed;
create index revision_listed
  on revision (batch, number, submissions, beyond_class, beyond_earlier, found_total, found);
