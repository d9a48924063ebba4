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

-- One row for each report; a repeat with the same start replaces it.
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
CREATE INDEX reading_logs_by_user_time ON reading_logs (user_id, started_at);
