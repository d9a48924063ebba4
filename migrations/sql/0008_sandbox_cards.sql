-- Cards and refunds as the payment provider would hold them. Only the simulator reads and writes them.

CREATE TABLE sandbox_cards (
    token          text PRIMARY KEY,
    transaction_id text NOT NULL REFERENCES sandbox_transactions (id), -- in whose dialog it was shown
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
