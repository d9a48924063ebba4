-- What the payment provider would hold. Only the simulator inside the server reads and writes it.

CREATE TABLE sandbox_transactions (
    id         text PRIMARY KEY,
    request    text NOT NULL, -- JSON of the request that made it
    status     text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
