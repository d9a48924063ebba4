-- The editors' desk: schedules, who did what, who is writing now, and pictures.

ALTER TABLE content_items ADD COLUMN publish_at bigint;         -- when scheduled_revision goes up
ALTER TABLE content_items ADD COLUMN scheduled_revision bigint;
ALTER TABLE content_items ADD COLUMN take_down_at bigint;

-- One opening of a text in one tab; its own saves are no conflict to it.
ALTER TABLE content_revisions ADD COLUMN editing uuid;
ALTER TABLE content_revisions ADD COLUMN autosaved boolean NOT NULL DEFAULT FALSE;

-- Rows are only ever added.
CREATE TABLE content_audit (
    id            uuid PRIMARY KEY,
    at            bigint NOT NULL,
    actor_id      uuid REFERENCES users (id), -- NULL: the store itself, at a scheduled moment, or an import
    subject       text NOT NULL, -- document, image, book, category
    subject_id    uuid NOT NULL,
    act           text NOT NULL,
    from_revision bigint,
    to_revision   bigint,
    detail        text NOT NULL -- JSON: from what to what
);
CREATE INDEX content_audit_by_subject ON content_audit (subject_id, at);

CREATE TABLE content_presence (
    item_id uuid NOT NULL REFERENCES content_items (id) ON DELETE CASCADE,
    editing uuid NOT NULL,
    user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seen_at bigint NOT NULL,
    PRIMARY KEY (item_id, editing)
);

-- Pictures of texts. The file lies in the object store under its digest, in several widths.
CREATE TABLE content_images (
    id         uuid PRIMARY KEY,
    name       text NOT NULL,
    alt        text NOT NULL,
    decorative boolean NOT NULL,
    hash       text NOT NULL,
    widths     text NOT NULL, -- comma-separated pixel widths
    width      bigint NOT NULL,
    height     bigint NOT NULL,
    bytes      bigint NOT NULL, -- of the file that came in
    created_by uuid REFERENCES users (id),
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

-- Which texts show a picture: in their newest, their live or their scheduled revision.
CREATE TABLE content_image_uses (
    image_id uuid NOT NULL REFERENCES content_images (id),
    item_id  uuid NOT NULL REFERENCES content_items (id) ON DELETE CASCADE,
    PRIMARY KEY (image_id, item_id)
);
CREATE INDEX content_image_uses_by_item ON content_image_uses (item_id);
