-- Items that nobody wants any more are put away, with all their revisions.

ALTER TABLE content_items ADD COLUMN archived_at bigint; -- NULL: not put away
