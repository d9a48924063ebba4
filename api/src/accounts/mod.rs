//! User accounts: registration, login, email verification, password reset and sessions.

pub mod cli;
mod email_address;
mod fields;
mod login;
mod one_time_tokens;
pub mod passwords;
mod register;
mod reset;
mod role;
pub mod sessions;
mod user;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub use email_address::{EmailAddress, fold as email_key};
pub use fields::Faults;
pub use register::{Account, create, set_verified};
pub use role::Role;
pub use sessions::CurrentUser;
pub use user::{User, view as user_view};

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(register::register_user))
        .routes(routes!(register::verify_email))
        .routes(routes!(register::resend_verification))
        .routes(routes!(login::login_user))
        .routes(routes!(login::logout_user))
        .routes(routes!(reset::forgot_password))
        .routes(routes!(reset::reset_password))
        .routes(routes!(user::get_user))
}
