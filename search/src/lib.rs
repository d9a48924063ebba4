//! The full-text index.
