-- The provider's transactions, refunds, the ledger and payment incidents.

CREATE TABLE transactions (
    id                      text PRIMARY KEY, -- the provider's
    order_id                uuid REFERENCES orders (id),
    subscription_payment_id uuid REFERENCES subscription_payments (id),
    reference               text NOT NULL,
    amount_cents            bigint NOT NULL,
    status                  text NOT NULL, -- the provider's: CREATED … COMPLETED, PART_REFUNDED, REFUNDED
    methods                 text NOT NULL DEFAULT '{}', -- JSON of the payment methods offered at its creation
    created_at              bigint NOT NULL,
    updated_at              bigint NOT NULL,
    next_check_at           bigint, -- when reconciliation asks again; NULL: settled
    checks                  bigint NOT NULL DEFAULT 0,
    CHECK ((order_id IS NULL) <> (subscription_payment_id IS NULL))
);
CREATE INDEX transactions_by_order ON transactions (order_id);
CREATE INDEX transactions_by_subscription_payment ON transactions (subscription_payment_id);
CREATE INDEX transactions_to_check ON transactions (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE refunds (
    id             uuid PRIMARY KEY,
    transaction_id text NOT NULL REFERENCES transactions (id),
    amount_cents   bigint NOT NULL,
    provider_id    text,
    status         text NOT NULL, -- planned, sending, refused, lost, covered, or the provider's: CREATED, PENDING, SENT, SETTLED, FAILED
    comment        text NOT NULL,
    book_id        uuid, -- the book of the order that is given back; NULL: an amount
    created_at     bigint NOT NULL,
    updated_at     bigint NOT NULL
);

-- Receipts and credit notes as they were issued. Rows are kept when an account would be deleted; only cancelled_at changes.
CREATE TABLE receipts (
    id                      uuid PRIMARY KEY,
    kind                    text NOT NULL, -- receipt, credit-note
    number                  bigint NOT NULL, -- each kind has its own series without gaps
    issued_at               bigint NOT NULL,
    cancelled_at            bigint, -- of a credit note whose refund failed; it keeps its number
    user_id                 uuid NOT NULL REFERENCES users (id),
    order_id                uuid REFERENCES orders (id),
    subscription_payment_id uuid REFERENCES subscription_payments (id),
    refund_id               uuid UNIQUE REFERENCES refunds (id), -- of a credit note
    total_cents             bigint NOT NULL, -- negative for credit notes
    content                 text NOT NULL, -- JSON: seller, buyer, lines, VAT
    UNIQUE (kind, number),
    CHECK ((order_id IS NULL) <> (subscription_payment_id IS NULL)),
    CHECK ((kind = 'credit-note') = (refund_id IS NOT NULL))
);
CREATE INDEX receipts_by_user ON receipts (user_id, issued_at);
CREATE INDEX receipts_by_order ON receipts (order_id);
CREATE INDEX receipts_by_subscription_payment ON receipts (subscription_payment_id);
-- What is paid has one receipt.
CREATE UNIQUE INDEX receipts_one_for_order ON receipts (order_id) WHERE kind = 'receipt';
CREATE UNIQUE INDEX receipts_one_for_payment ON receipts (subscription_payment_id) WHERE kind = 'receipt';

-- Withdrawals within 14 days. A row never changes: it is what the buyer has got a receipt of.
CREATE TABLE withdrawals (
    id                      uuid PRIMARY KEY,
    number                  text NOT NULL UNIQUE, -- of the order or the subscription payment
    user_id                 uuid NOT NULL REFERENCES users (id),
    order_id                uuid REFERENCES orders (id),
    subscription_payment_id uuid REFERENCES subscription_payments (id),
    name                    text NOT NULL, -- as the buyer wrote it
    email                   text NOT NULL,
    amount_cents            bigint NOT NULL, -- to be refunded
    withdrawn_at            bigint NOT NULL,
    CHECK ((order_id IS NULL) <> (subscription_payment_id IS NULL))
);

-- Append-only: what moved money or access, and why.
CREATE TABLE ledger_events (
    id             uuid PRIMARY KEY,
    at             bigint NOT NULL,
    kind           text NOT NULL, -- order-created, order-paid, charge-declined, …
    user_id        uuid,
    order_id       uuid,
    transaction_id text,
    cause          text NOT NULL, -- return, notify, reconcile, checkout, cli, admin, …
    actor_id       uuid, -- the admin who caused it
    detail         text NOT NULL -- JSON, no secrets
);
CREATE INDEX ledger_events_by_order ON ledger_events (order_id);
CREATE INDEX ledger_events_by_user ON ledger_events (user_id, at);

-- Money that a person must look at.
CREATE TABLE payment_incidents (
    id             uuid PRIMARY KEY,
    unique_key     text NOT NULL UNIQUE,
    kind           text NOT NULL, -- book-vanished, paid-twice, amount-differs, unknown-transaction, late-payment, …
    order_id       uuid,
    transaction_id text,
    amount_cents   bigint,
    detail         text NOT NULL,
    created_at     bigint NOT NULL,
    resolved_at    bigint
);
