-- The shelf, packages, orders, payments and discount codes.

CREATE TABLE packages (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    kind         text NOT NULL, -- 20H_LIMITED, UNLIMITED
    trial        boolean NOT NULL,
    period_start bigint NOT NULL, -- of the paid month that runs now
    expires_at   bigint NOT NULL,
    stopped_at   bigint,
    created_at   bigint NOT NULL,
    updated_at   bigint NOT NULL
);

CREATE TABLE orders (
    id               uuid PRIMARY KEY,
    number           text NOT NULL UNIQUE, -- what people and the provider see, at most 20 characters
    user_id          uuid NOT NULL REFERENCES users (id),
    status           text NOT NULL, -- open, paid, cancelled, failed, expired, refunded
    basket_key       text NOT NULL, -- digest of the books, the code and the prices: a second click finds the first order
    total_cents      bigint NOT NULL,
    discount_id      uuid,
    discount_code    text,
    discount_percent bigint NOT NULL DEFAULT 0,
    member_percent   bigint NOT NULL DEFAULT 0,
    receipt_number   bigint UNIQUE,
    created_at       bigint NOT NULL,
    expires_at       bigint NOT NULL,
    paid_at          bigint,
    updated_at       bigint NOT NULL
);
CREATE INDEX orders_by_user ON orders (user_id, created_at);
CREATE UNIQUE INDEX orders_one_open_basket ON orders (user_id, basket_key) WHERE status = 'open';

CREATE TABLE order_lines (
    order_id         uuid NOT NULL REFERENCES orders (id),
    position         bigint NOT NULL,
    book_id          uuid NOT NULL, -- kept when the book vanishes
    title            text NOT NULL,
    author           text NOT NULL,
    list_cents       bigint NOT NULL,
    price_cents      bigint NOT NULL, -- after the member price and the code
    vat_basis_points bigint NOT NULL, -- 900 = 9 %
    vat_cents        bigint NOT NULL, -- included in price_cents
    PRIMARY KEY (order_id, position)
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

CREATE TABLE transactions (
    id             text PRIMARY KEY, -- the provider's
    order_id       uuid REFERENCES orders (id),
    purpose        text NOT NULL, -- cart
    reference      text NOT NULL,
    amount_cents   bigint NOT NULL,
    status         text NOT NULL, -- the provider's: CREATED … COMPLETED, PART_REFUNDED, REFUNDED
    methods        text NOT NULL DEFAULT '{}', -- JSON of the payment methods offered at its creation
    created_at     bigint NOT NULL,
    updated_at     bigint NOT NULL,
    next_check_at  bigint, -- when reconciliation asks again; NULL: settled
    checks         bigint NOT NULL DEFAULT 0
);
CREATE INDEX transactions_by_order ON transactions (order_id);
CREATE INDEX transactions_to_check ON transactions (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE refunds (
    id             uuid PRIMARY KEY,
    transaction_id text NOT NULL REFERENCES transactions (id),
    amount_cents   bigint NOT NULL,
    provider_id    text,
    status         text NOT NULL, -- planned, CREATED, SENT, SETTLED, FAILED
    comment        text NOT NULL,
    created_at     bigint NOT NULL,
    updated_at     bigint NOT NULL
);

-- Append-only: what moved money or access, and why.
CREATE TABLE trade_events (
    id             uuid PRIMARY KEY,
    at             bigint NOT NULL,
    kind           text NOT NULL, -- order-created, message, order-paid, …
    user_id        uuid,
    order_id       uuid,
    transaction_id text,
    cause          text NOT NULL, -- return, notify, reconcile, checkout, cli, …
    detail         text NOT NULL -- JSON, no secrets
);
CREATE INDEX trade_events_by_order ON trade_events (order_id);

-- Money that a person must look at.
CREATE TABLE attention (
    id             uuid PRIMARY KEY,
    unique_key     text NOT NULL UNIQUE,
    kind           text NOT NULL, -- book-vanished, paid-twice, amount-differs, unknown-transaction, late-payment
    order_id       uuid,
    transaction_id text,
    amount_cents   bigint,
    detail         text NOT NULL,
    created_at     bigint NOT NULL,
    resolved_at    bigint
);

CREATE TABLE discounts (
    id            uuid PRIMARY KEY,
    code          text NOT NULL,
    code_key      text NOT NULL UNIQUE, -- folded
    percent       bigint NOT NULL,
    scope         text NOT NULL, -- cart, package, both
    valid_from    bigint,
    valid_until   bigint,
    max_uses      bigint,
    max_per_user  bigint,
    uses          bigint NOT NULL DEFAULT 0,
    created_at    bigint NOT NULL,
    revoked_at    bigint
);

-- A use is held by an open order and kept by a paid one.
CREATE TABLE discount_uses (
    discount_id uuid NOT NULL REFERENCES discounts (id),
    order_id    uuid NOT NULL REFERENCES orders (id),
    user_id     uuid NOT NULL REFERENCES users (id),
    used_at     bigint NOT NULL,
    PRIMARY KEY (discount_id, order_id)
);
