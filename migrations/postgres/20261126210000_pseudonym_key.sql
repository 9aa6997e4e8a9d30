-- The key of the pseudonyms of each comparison. Where names are hidden, people are called by codes that are computed with
-- it from the numbers of their submissions, which follow the alphabet.
--
-- Conventions: as in the first version. The default is another key for each row.

alter table batch
    add column pseudonym_key bytea not null default uuid_send(gen_random_uuid()) check (length(pseudonym_key) = 16);
