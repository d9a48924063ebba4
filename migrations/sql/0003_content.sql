-- The editable content: sections, sliders, the announcement and pages, each as revisions of a JSON body.

CREATE TABLE content_items (
    id                 uuid PRIMARY KEY,
    kind               text NOT NULL, -- section, announcement, slider, page
    identifier         text NOT NULL,
    position           bigint NOT NULL DEFAULT 0,
    latest_revision    bigint NOT NULL,
    published_revision bigint, -- NULL: not live
    published_at       bigint,
    created_at         bigint NOT NULL,
    updated_at         bigint NOT NULL,
    UNIQUE (kind, identifier)
);

CREATE TABLE content_revisions (
    item_id    uuid NOT NULL REFERENCES content_items (id) ON DELETE CASCADE,
    revision   bigint NOT NULL,
    title      text NOT NULL, -- the body's own, so that lists read no bodies
    body       text NOT NULL, -- JSON, its shape set by the kind
    author_id  uuid REFERENCES users (id),
    created_at bigint NOT NULL,
    PRIMARY KEY (item_id, revision)
);

CREATE TABLE content_redirects (
    kind           text NOT NULL,
    old_identifier text NOT NULL,
    item_id        uuid NOT NULL REFERENCES content_items (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, old_identifier)
);
