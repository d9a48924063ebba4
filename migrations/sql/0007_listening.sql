-- Positions of listeners and their listening reports.

CREATE TABLE positions (
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id       uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    chapter_index bigint NOT NULL,
    position_ms   bigint NOT NULL, -- from the start of the chapter
    revision      bigint NOT NULL,
    updated_at    bigint NOT NULL,
    PRIMARY KEY (user_id, book_id)
);

CREATE TABLE position_history (
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id       uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    revision      bigint NOT NULL,
    chapter_index bigint NOT NULL,
    position_ms   bigint NOT NULL,
    updated_at    bigint NOT NULL,
    PRIMARY KEY (user_id, book_id, revision)
);

-- What was listened to. The ranges of one listener and book never overlap, and only grow.
CREATE TABLE reading_logs (
    user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id       uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    started_at    bigint NOT NULL,
    ended_at      bigint NOT NULL,
    speed_percent bigint NOT NULL, -- 100 = as recorded
    source        text NOT NULL,
    recorded_at   bigint NOT NULL,
    PRIMARY KEY (user_id, book_id, started_at)
);
CREATE INDEX reading_logs_by_time ON reading_logs (started_at);

-- The sums of the ranges by billing period, kept in step with them.
CREATE TABLE reading_periods (
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    period_start bigint NOT NULL,
    listened_ms  bigint NOT NULL, -- by the clock
    book_ms      bigint NOT NULL, -- by the recording: the speed is counted in
    PRIMARY KEY (user_id, period_start)
);

-- The sums of the ranges by day in UTC, for listeners without a subscription.
CREATE TABLE reading_days (
    user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    day         bigint NOT NULL, -- its first moment
    listened_ms bigint NOT NULL,
    PRIMARY KEY (user_id, day)
);

-- The seconds of a book that the server has sent to a listener in a billing period.
CREATE TABLE served_sound (
    user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id      uuid NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    period_start bigint NOT NULL,
    seconds      bytea NOT NULL, -- a Roaring bitmap of seconds from the beginning of the book
    count        bigint NOT NULL, -- of the bits in it
    PRIMARY KEY (user_id, period_start, book_id)
);
