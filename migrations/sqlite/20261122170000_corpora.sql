-- A corpus: an archive of documents of which only sketches are kept, so that resemblance and containment of any text
-- can be estimated against them.

-- How its documents are sketched; null: an archive of submissions.
alter table archive add column sketch text;
-- Since when documents are being added to a corpus; null: whatever was to be added is there.
alter table archive add column adding integer;
