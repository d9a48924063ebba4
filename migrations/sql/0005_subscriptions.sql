-- Subscriptions: paid months, the payments for them, cards, gift cards and discount codes.

CREATE TABLE subscriptions (
    user_id         uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    next_plan       text NOT NULL, -- 20H_LIMITED, UNLIMITED: what the next renewal pays for
    anchor_at       bigint NOT NULL, -- months are counted from here, so that a short month shifts nothing
    renews          boolean NOT NULL,
    stopped_at      bigint,
    trial_used_at   bigint,
    grace_until     bigint, -- access after the paid period, while a declined charge is retried
    failed_attempts bigint NOT NULL DEFAULT 0,
    prices_from     text, -- the first day (YYYY-MM-DD) of the newest prices that the subscriber has accepted
    price_notice_from text, -- of the newest prices that were announced
    price_notice_at bigint,
    next_attempt_at bigint, -- when the charge of the next period is tried
    created_at      bigint NOT NULL,
    updated_at      bigint NOT NULL
);

CREATE TABLE subscription_payments (
    id               uuid PRIMARY KEY,
    number           text NOT NULL UNIQUE, -- the reference at the provider, at most 20 characters
    user_id          uuid NOT NULL REFERENCES users (id),
    purpose          text NOT NULL, -- trial, join, renewal, upgrade, card
    plan             text NOT NULL, -- what it pays for
    list_cents       bigint NOT NULL,
    discount_id      uuid REFERENCES discounts (id),
    discount_percent bigint NOT NULL DEFAULT 0,
    amount_cents     bigint NOT NULL,
    vat_basis_points bigint NOT NULL,
    vat_cents        bigint NOT NULL, -- included in amount_cents
    period_start     bigint, -- of renewals and upgrades: the first moment of the paid period
    status           text NOT NULL, -- open, charging, declined, paid, failed, cancelled, expired, refunded
    charging_until   bigint, -- while `charging`: until then the call to the provider may still run
    encrypted_token  text, -- of the card that the buyer presented for this payment
    card_valid_until text, -- YYYY-MM-DD
    immediate_access_consent_at bigint, -- as in orders; renewals and upgrades have that of the trial or the first month
    created_at       bigint NOT NULL,
    updated_at       bigint NOT NULL,
    paid_at          bigint
);
CREATE INDEX subscription_payments_by_user ON subscription_payments (user_id, created_at);
-- A second click or a second tab finds the payment of the first.
CREATE UNIQUE INDEX subscription_payments_one_open ON subscription_payments (user_id, purpose)
    WHERE status IN ('open', 'charging', 'declined');
-- A period is charged once.
CREATE UNIQUE INDEX subscription_payments_one_renewal ON subscription_payments (user_id, period_start)
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

-- One row for each paid month. Periods follow one another without gaps until one has ended.
CREATE TABLE billing_periods (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    plan         text NOT NULL, -- 20H_LIMITED, UNLIMITED
    source       text NOT NULL, -- trial, payment, gift, grant
    starts_at    bigint NOT NULL,
    ends_at      bigint NOT NULL,
    payment_id   uuid REFERENCES subscription_payments (id),
    gift_card_id uuid REFERENCES gift_cards (id),
    created_at   bigint NOT NULL
);
CREATE INDEX billing_periods_by_user ON billing_periods (user_id, ends_at);

-- The card that renewals are charged to. The token is encrypted: the database alone cannot charge it.
CREATE TABLE payment_cards (
    user_id      uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    encrypted_token text NOT NULL,
    valid_until  text, -- YYYY-MM-DD
    created_at   bigint NOT NULL,
    updated_at   bigint NOT NULL
);

-- A code that a subscriber has activated. It reserves one use of the code until a payment has taken the use.
CREATE TABLE subscription_discounts (
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    discount_id  uuid NOT NULL REFERENCES discounts (id),
    activated_at bigint NOT NULL,
    reserved     boolean NOT NULL,
    payments     bigint NOT NULL DEFAULT 0,
    ended_at     bigint, -- replaced by another code, or used up
    PRIMARY KEY (user_id, discount_id)
);
