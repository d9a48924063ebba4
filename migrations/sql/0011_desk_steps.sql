-- Counts the saves of one opening of a text, so that one that comes late does not go over a newer one.

ALTER TABLE content_revisions ADD COLUMN step bigint;
