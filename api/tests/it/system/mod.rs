//! Jobs, email, operation, the command line, HTTP caching, the OpenAPI document and rendered pages.

mod closed_pipe;
mod database_faults;
mod email;
mod http_cache;
mod jobs;
mod openapi;
mod ops;
mod rendered;
mod slow;
mod web;
