-- The number of pairs beyond chance is stored with each report, so that the list of comparisons can show it and sort by
-- it without reading reports. Both are null for reports made before.
--
-- Conventions: as in the first version.

-- Pairs of the class beyond chance.
alter table revision add column beyond_class integer;
-- Pairs with earlier submissions beyond chance.
alter table revision add column beyond_earlier integer;

-- What the list needs of a report. Without it, each row of the list would read the pages of a report's head.
create index revision_listed on revision (batch, number, submissions, beyond_class, beyond_earlier);
