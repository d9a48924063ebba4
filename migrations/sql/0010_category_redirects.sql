-- Addresses that categories had before: each leads to its category.

CREATE TABLE category_redirects (
    old_path    text PRIMARY KEY,
    category_id uuid NOT NULL REFERENCES categories (id) ON DELETE CASCADE
);
CREATE INDEX category_redirects_by_category ON category_redirects (category_id);
