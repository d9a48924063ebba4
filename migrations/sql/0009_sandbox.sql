-- What the payment provider would store. Only the simulator reads and writes it.

CREATE TABLE sandbox_transactions (
    id         text PRIMARY KEY,
    request    text NOT NULL, -- JSON of the request that created it
    status     text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE sandbox_cards (
    token          text PRIMARY KEY,
    transaction_id text NOT NULL REFERENCES sandbox_transactions (id), -- in whose dialog the card was entered
    multiuse       boolean NOT NULL,
    valid_until    text NOT NULL, -- YYYY-MM-DD
    created_at     bigint NOT NULL
);

CREATE TABLE sandbox_refunds (
    id             text PRIMARY KEY,
    transaction_id text NOT NULL REFERENCES sandbox_transactions (id),
    amount_cents   bigint NOT NULL,
    status         text NOT NULL, -- SETTLED, FAILED
    comment        text NOT NULL,
    created_at     bigint NOT NULL
);
