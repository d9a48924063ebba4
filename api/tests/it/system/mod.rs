//! Jobs, email, operation, the OpenAPI document and rendered pages.

mod email;
mod jobs;
mod openapi;
mod ops;
mod slow;
mod web;
