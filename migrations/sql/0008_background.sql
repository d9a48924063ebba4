-- Durable jobs and outgoing email.

-- A job is claimed by one node at a time through a conditional update.
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
    failed_at    bigint, -- after the last attempt
    last_error   text
);
CREATE INDEX jobs_due ON jobs (run_at) WHERE done_at IS NULL AND failed_at IS NULL;

-- An email is written in the transaction of its cause and sent by a job.
CREATE TABLE emails (
    id         uuid PRIMARY KEY,
    dedupe_key text NOT NULL UNIQUE, -- one email for each cause, however often the cause is reported
    recipient  text NOT NULL,
    subject    text NOT NULL,
    text_body  text NOT NULL, -- both bodies are wiped once a mail server has accepted the email
    html_body  text NOT NULL,
    created_at bigint NOT NULL,
    sent_at    bigint
);
CREATE INDEX emails_by_time ON emails (created_at);
