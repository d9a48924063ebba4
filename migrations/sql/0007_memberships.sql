-- Memberships: paid months, the payments for them, cards, gift cards and codes for packages.

CREATE TABLE memberships (
    user_id         uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    plan            text NOT NULL, -- 20H_LIMITED, UNLIMITED: what the next renewal pays for
    anchor_at       bigint NOT NULL, -- months are counted from here, so that a short one shifts nothing
    renews          boolean NOT NULL,
    stopped_at      bigint,
    trial_used_at   bigint,
    grace_until     bigint, -- access beyond what is paid, while a declined charge is tried again
    failed_attempts bigint NOT NULL DEFAULT 0,
    created_at      bigint NOT NULL,
    updated_at      bigint NOT NULL
);

CREATE TABLE package_payments (
    id               uuid PRIMARY KEY,
    number           text NOT NULL UNIQUE, -- the reference at the provider, at most 20 characters
    user_id          uuid NOT NULL REFERENCES users (id),
    purpose          text NOT NULL, -- trial, join, renewal, upgrade, card
    kind             text, -- the package that it pays for; NULL: none
    list_cents       bigint NOT NULL,
    discount_id      uuid REFERENCES discounts (id),
    discount_percent bigint NOT NULL DEFAULT 0,
    amount_cents     bigint NOT NULL,
    vat_basis_points bigint NOT NULL,
    vat_cents        bigint NOT NULL, -- included in amount_cents
    period_start     bigint, -- of renewals and upgrades: the first moment of what is paid
    status           text NOT NULL, -- open, charging, declined, paid, failed, cancelled, expired, refunded
    token_sealed     text, -- of the card that the buyer showed for this payment
    card_valid_until text, -- YYYY-MM-DD
    receipt_number   bigint UNIQUE,
    created_at       bigint NOT NULL,
    updated_at       bigint NOT NULL,
    paid_at          bigint
);
CREATE INDEX package_payments_by_user ON package_payments (user_id, created_at);
-- A second click or a second tab finds the first one's payment.
CREATE UNIQUE INDEX package_payments_one_open ON package_payments (user_id, purpose)
    WHERE status IN ('open', 'charging', 'declined');
-- A period is charged for once.
CREATE UNIQUE INDEX package_payments_one_renewal ON package_payments (user_id, period_start)
    WHERE purpose = 'renewal';

CREATE TABLE gift_cards (
    id           uuid PRIMARY KEY,
    code_hash    text NOT NULL UNIQUE, -- SHA-256 of the code without its hyphens, hex
    hint         text NOT NULL, -- its last four characters
    plan         text NOT NULL,
    months       bigint NOT NULL,
    note         text NOT NULL DEFAULT '',
    created_at   bigint NOT NULL,
    valid_until  bigint,
    revoked_at   bigint,
    activated_at bigint,
    activated_by uuid REFERENCES users (id)
);

-- What a membership consists of: a row a paid month. They follow one another without gaps until one has ended.
CREATE TABLE package_periods (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind         text NOT NULL, -- 20H_LIMITED, UNLIMITED
    source       text NOT NULL, -- trial, payment, gift, grant
    starts_at    bigint NOT NULL,
    ends_at      bigint NOT NULL,
    payment_id   uuid REFERENCES package_payments (id),
    gift_card_id uuid REFERENCES gift_cards (id),
    created_at   bigint NOT NULL
);
CREATE INDEX package_periods_by_user ON package_periods (user_id, ends_at);

INSERT INTO memberships (user_id, plan, anchor_at, renews, stopped_at, created_at, updated_at)
SELECT user_id, kind, period_start, FALSE, stopped_at, created_at, updated_at FROM packages;
INSERT INTO package_periods (id, user_id, kind, source, starts_at, ends_at, created_at)
SELECT id, user_id, kind, CASE WHEN trial THEN 'trial' ELSE 'grant' END, period_start, expires_at, created_at
FROM packages;
DROP TABLE packages;

-- The card that renewals are charged to. The token is sealed: the database alone charges nobody.
CREATE TABLE payment_cards (
    user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token_sealed text NOT NULL,
    valid_until  text, -- YYYY-MM-DD
    created_at   bigint NOT NULL,
    updated_at   bigint NOT NULL
);

-- A code that a member has activated. It holds one of the code's uses until a payment has taken it.
CREATE TABLE package_discounts (
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    discount_id  uuid NOT NULL REFERENCES discounts (id),
    activated_at bigint NOT NULL,
    held         boolean NOT NULL,
    payments     bigint NOT NULL DEFAULT 0,
    ended_at     bigint, -- given up for another code, or used up
    PRIMARY KEY (user_id, discount_id)
);

ALTER TABLE transactions ADD COLUMN package_payment_id uuid REFERENCES package_payments (id);
CREATE INDEX transactions_by_package_payment ON transactions (package_payment_id);
CREATE INDEX trade_events_by_user ON trade_events (user_id, at);
INSERT INTO counters (name, value) VALUES ('package-payment-number', 10000);
