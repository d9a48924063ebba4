-- Users, their sessions, one-time tokens and rate limits.
-- All files are one SQL text for SQLite and PostgreSQL. Times are milliseconds UTC, money is integer cents.

CREATE TABLE counters (
    name  text PRIMARY KEY,
    value bigint NOT NULL
);
INSERT INTO counters (name, value)
VALUES ('changes', 0), ('order-number', 10000), ('receipt-number', 0), ('credit-note-number', 0), ('subscription-payment-number', 10000);

CREATE TABLE users (
    id                uuid PRIMARY KEY,
    email             text NOT NULL,
    email_key         text NOT NULL UNIQUE, -- folded, to compare without regard to case
    first_name        text NOT NULL,
    last_name         text NOT NULL,
    password_hash     text NOT NULL,
    role              text NOT NULL DEFAULT 'listener', -- listener, editor, admin
    demo              boolean NOT NULL DEFAULT false,
    created_at        bigint NOT NULL,
    email_verified_at bigint,
    last_login_at     bigint
);

-- A revoked session is deleted.
CREATE TABLE sessions (
    token_hash   text PRIMARY KEY, -- SHA-256 of the api token, hex
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   bigint NOT NULL,
    last_used_at bigint NOT NULL -- to the hour
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE one_time_tokens (
    token_hash text PRIMARY KEY,
    user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose    text NOT NULL, -- verify, reset
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at    bigint
);
CREATE INDEX one_time_tokens_by_user ON one_time_tokens (user_id, purpose);

CREATE TABLE rate_counters (
    key          text NOT NULL, -- rule and subject, such as login:address:203.0.113.5
    window_start bigint NOT NULL,
    hits         bigint NOT NULL,
    PRIMARY KEY (key, window_start)
);
