//! HTTP caching and negotiation (RFC 9110 §12 to §14): which encodings a client accepts, which version of a body it has,
//! and which part of the body it requests.

mod accept_encoding;
mod conditional;
mod range;

pub use self::{
    accept_encoding::{Encoding, preferred_encoding},
    conditional::{if_none_match, is_not_modified, range_applies, strong_etag},
    range::{RequestedRange, requested_range},
};
