-- The editable content: sections, sliders, the announcement and pages, each as revisions of a JSON body.

CREATE TABLE documents (
    id                 uuid PRIMARY KEY,
    kind               text NOT NULL, -- section, announcement, slider, page
    identifier         text NOT NULL,
    position           bigint NOT NULL DEFAULT 0,
    latest_revision    bigint NOT NULL,
    published_revision bigint, -- NULL: not published
    published_at       bigint,
    scheduled_revision bigint,
    publish_at         bigint, -- when scheduled_revision is published
    take_down_at       bigint,
    archived_at        bigint, -- NULL: not archived
    created_at         bigint NOT NULL,
    updated_at         bigint NOT NULL,
    UNIQUE (kind, identifier)
);

CREATE TABLE document_revisions (
    document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    revision    bigint NOT NULL,
    title       text NOT NULL, -- the body's own, so that lists read no bodies
    body        text NOT NULL, -- JSON, its shape set by the kind
    author_id   uuid REFERENCES users (id),
    editing     uuid, -- the editing session in one tab; its own saves do not conflict with it
    step        bigint, -- counts the saves of the session, so that a late one does not overwrite a newer one
    autosaved   boolean NOT NULL DEFAULT FALSE,
    created_at  bigint NOT NULL,
    PRIMARY KEY (document_id, revision)
);

CREATE TABLE document_redirects (
    kind           text NOT NULL,
    old_identifier text NOT NULL,
    document_id    uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, old_identifier)
);

CREATE TABLE document_presence (
    document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    editing     uuid NOT NULL,
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    seen_at     bigint NOT NULL,
    PRIMARY KEY (document_id, editing)
);

-- Pictures in documents. The file is in the object store under its hash, in several widths.
CREATE TABLE images (
    id         uuid PRIMARY KEY,
    name       text NOT NULL,
    alt        text NOT NULL,
    decorative boolean NOT NULL,
    hash       text NOT NULL,
    widths     text NOT NULL, -- comma-separated pixel widths
    width      bigint NOT NULL,
    height     bigint NOT NULL,
    bytes      bigint NOT NULL, -- of the uploaded file
    created_by uuid REFERENCES users (id),
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL -- the version that a save names
);

-- Which documents show an image: in their latest, their published or their scheduled revision.
CREATE TABLE image_uses (
    image_id    uuid NOT NULL REFERENCES images (id),
    document_id uuid NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    PRIMARY KEY (image_id, document_id)
);
CREATE INDEX image_uses_by_document ON image_uses (document_id);

-- Append-only.
CREATE TABLE audit_log (
    id            uuid PRIMARY KEY,
    at            bigint NOT NULL,
    actor_id      uuid REFERENCES users (id), -- NULL: a schedule or an import
    subject       text NOT NULL, -- document, image, book, category
    subject_id    uuid NOT NULL,
    act           text NOT NULL,
    from_revision bigint,
    to_revision   bigint,
    detail        text NOT NULL -- JSON: from what to what
);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at);
