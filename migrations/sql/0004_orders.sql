-- Orders of the cart, discount codes and the listener's library.

CREATE TABLE discounts (
    id           uuid PRIMARY KEY,
    code         text NOT NULL,
    code_key     text NOT NULL UNIQUE, -- folded
    percent      bigint NOT NULL,
    scope        text NOT NULL, -- cart, subscription, both
    valid_from   bigint,
    valid_until  bigint,
    max_uses     bigint,
    max_per_user bigint,
    uses         bigint NOT NULL DEFAULT 0,
    created_at   bigint NOT NULL,
    revoked_at   bigint
);

CREATE TABLE orders (
    id                 uuid PRIMARY KEY,
    number             text NOT NULL UNIQUE, -- what people and the provider see, at most 20 characters
    user_id            uuid NOT NULL REFERENCES users (id),
    status             text NOT NULL, -- open, paid, cancelled, failed, expired, refunded
    cart_key           text NOT NULL, -- hash of the books, the code and the prices: a second click finds the first order
    total_cents        bigint NOT NULL,
    discount_id        uuid,
    discount_code      text,
    discount_percent   bigint NOT NULL DEFAULT 0,
    subscriber_percent bigint NOT NULL DEFAULT 0,
    immediate_access_consent_at bigint, -- when the buyer agreed to get access at once and to lose the right of withdrawal
    created_at         bigint NOT NULL,
    expires_at         bigint NOT NULL,
    paid_at            bigint,
    updated_at         bigint NOT NULL
);
CREATE INDEX orders_by_user ON orders (user_id, created_at);
CREATE UNIQUE INDEX orders_one_open_cart ON orders (user_id, cart_key) WHERE status = 'open';

CREATE TABLE order_lines (
    order_id         uuid NOT NULL REFERENCES orders (id),
    position         bigint NOT NULL,
    book_id          uuid NOT NULL, -- stays when the book is deleted
    title            text NOT NULL,
    author           text NOT NULL,
    list_cents       bigint NOT NULL,
    price_cents      bigint NOT NULL, -- after the subscriber's reduction and the code
    vat_basis_points bigint NOT NULL, -- 900 = 9 %
    vat_cents        bigint NOT NULL, -- included in price_cents
    PRIMARY KEY (order_id, position)
);

-- An open order reserves a use. The use of a paid order is final.
CREATE TABLE discount_uses (
    discount_id uuid NOT NULL REFERENCES discounts (id),
    order_id    uuid NOT NULL REFERENCES orders (id),
    user_id     uuid NOT NULL REFERENCES users (id),
    used_at     bigint NOT NULL,
    PRIMARY KEY (discount_id, order_id)
);

CREATE TABLE library (
    user_id  uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id  uuid NOT NULL REFERENCES books (id),
    source   text NOT NULL, -- subscription, purchase, free
    order_id uuid REFERENCES orders (id),
    added_at bigint NOT NULL,
    PRIMARY KEY (user_id, book_id)
);
CREATE INDEX library_by_book ON library (book_id);
