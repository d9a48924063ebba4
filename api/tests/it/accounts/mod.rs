//! Accounts, their sessions and roles.

mod registration_and_login;
mod roles;
mod sessions;
