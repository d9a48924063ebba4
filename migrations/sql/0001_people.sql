-- People, their sessions, and the counters that guard sign-in.
-- One SQL text for SQLite and PostgreSQL. Times are milliseconds UTC, money is integer cents.

CREATE TABLE counters (
    name  text PRIMARY KEY,
    value bigint NOT NULL
);
INSERT INTO counters (name, value) VALUES ('changes', 0), ('order-number', 10000), ('receipt-number', 0);

CREATE TABLE users (
    id                uuid PRIMARY KEY,
    email             text NOT NULL,
    email_key         text NOT NULL UNIQUE, -- folded, for comparing without regard to case
    first_name        text NOT NULL,
    last_name         text NOT NULL,
    password_hash     text NOT NULL,
    role              text NOT NULL DEFAULT 'listener', -- listener, editor, admin
    demo              boolean NOT NULL DEFAULT false,
    created_at        bigint NOT NULL,
    email_verified_at bigint,
    last_login_at     bigint
);

-- A session that is revoked is deleted.
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

-- Letters are written in the transaction of their cause and sent by a job.
CREATE TABLE mails (
    id         uuid PRIMARY KEY,
    dedupe_key text NOT NULL UNIQUE, -- one letter a cause, however often the cause is told
    recipient  text NOT NULL,
    subject    text NOT NULL,
    text_body  text NOT NULL, -- both bodies are wiped once a mail server has the letter
    html_body  text NOT NULL,
    created_at bigint NOT NULL,
    sent_at    bigint
);
CREATE INDEX mails_by_time ON mails (created_at);

-- Durable work, claimed by one node at a time through a conditional write.
CREATE TABLE jobs (
    id           uuid PRIMARY KEY,
    kind         text NOT NULL,
    unique_key   text NOT NULL UNIQUE,
    payload      text NOT NULL, -- JSON
    run_at       bigint NOT NULL,
    attempts     bigint NOT NULL DEFAULT 0,
    leased_until bigint,
    lease_id     uuid,
    created_at   bigint NOT NULL,
    done_at      bigint,
    failed_at    bigint, -- given up
    last_error   text
);
CREATE INDEX jobs_due ON jobs (run_at) WHERE done_at IS NULL AND failed_at IS NULL;
