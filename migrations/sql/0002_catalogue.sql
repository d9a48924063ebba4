-- The change feed, categories and books.

-- One row for each write to the catalogue or the content, in its transaction. `seq` comes from `counters`, whose row
-- lock makes it gapless and in commit order.
CREATE TABLE changes (
    seq       bigint PRIMARY KEY,
    kind      text NOT NULL, -- book, category, content
    entity_id uuid NOT NULL,
    at        bigint NOT NULL
);

CREATE TABLE categories (
    id              uuid PRIMARY KEY,
    parent_id       uuid REFERENCES categories (id),
    slug            text NOT NULL,
    path            text NOT NULL UNIQUE, -- chain of slugs from the top, joined by '/'
    name            text NOT NULL,
    position        bigint NOT NULL,
    include_in_menu boolean NOT NULL,
    ordered         boolean NOT NULL DEFAULT false, -- whether book_categories.position orders its books
    updated_at      bigint NOT NULL -- the version that a save names
);

-- Paths that categories had before; each redirects to its category.
CREATE TABLE category_redirects (
    old_path    text PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES categories (id) ON DELETE CASCADE
);
CREATE INDEX category_redirects_by_category ON category_redirects (category_id);

CREATE TABLE books (
    id                 uuid PRIMARY KEY,
    slug               text NOT NULL UNIQUE,
    isbn               text UNIQUE, -- 13 digits
    title              text NOT NULL,
    subtitle           text,
    publisher          text,
    description        text NOT NULL, -- cleaned HTML
    publish_year       bigint,
    language           text NOT NULL DEFAULT 'et',
    duration_ms        bigint, -- measured from the sound
    price_cents        bigint, -- NULL: no price, 0: free
    payment_type       text NOT NULL, -- ALL, SUBSCRIPTION, PURCHASE
    is_visible         boolean NOT NULL,
    cover_hash         text,
    cover_hue          bigint,
    cover_widths       text, -- comma-separated pixel widths
    sample_name        text,
    sample_key         text, -- object key
    sample_type        text,
    sample_bytes       bigint,
    sample_duration_ms bigint,
    created_at         bigint NOT NULL,
    updated_at         bigint NOT NULL -- the version that a save names
);

-- The prices of a book, each from its time until the next one.
CREATE TABLE book_prices (
    book_id     uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    from_at     bigint NOT NULL,
    price_cents bigint, -- NULL: no price
    PRIMARY KEY (book_id, from_at)
);
CREATE INDEX book_prices_by_time ON book_prices (from_at);

CREATE TABLE book_redirects (
    old_slug text PRIMARY KEY,
    book_id  uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE
);
CREATE INDEX book_redirects_by_book ON book_redirects (book_id);

CREATE TABLE contributors (
    book_id    uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    role       text NOT NULL, -- author, reader
    position   bigint NOT NULL,
    first_name text NOT NULL,
    last_name  text NOT NULL,
    PRIMARY KEY (book_id, role, position)
);

CREATE TABLE book_categories (
    book_id     uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    category_id uuid NOT NULL REFERENCES categories (id),
    rank        bigint NOT NULL, -- of the category among the book's own
    position    bigint NOT NULL, -- of the book in an ordered category
    PRIMARY KEY (book_id, category_id)
);
CREATE INDEX book_categories_by_category ON book_categories (category_id, position);

CREATE TABLE book_files (
    book_id      uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    position     bigint NOT NULL,
    name         text NOT NULL, -- as in the URL
    object_key   text NOT NULL,
    content_type text NOT NULL,
    bytes        bigint NOT NULL,
    duration_ms  bigint NOT NULL,
    sha256       text NOT NULL,
    PRIMARY KEY (book_id, position),
    UNIQUE (book_id, name)
);

CREATE TABLE chapters (
    book_id       uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    position      bigint NOT NULL,
    title         text NOT NULL,
    file_position bigint NOT NULL,
    start_ms      bigint NOT NULL,
    end_ms        bigint NOT NULL,
    PRIMARY KEY (book_id, position)
);

-- The unsaved form of an editor, one for each book. Only the desk reads what is in it.
CREATE TABLE book_drafts (
    book_id  uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    based_on bigint NOT NULL, -- the version of the book that the editor started from
    draft    text NOT NULL, -- JSON
    saved_at bigint NOT NULL,
    PRIMARY KEY (book_id, user_id)
);
