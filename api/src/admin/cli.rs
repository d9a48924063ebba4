//! `heliriiul people …`.

use clap::Subcommand;

use super::{people, person};
use crate::{
    error::{ApiError, ApiResult},
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum People {
    /// Find people by a part of an email address or a name, the number of an order, payment or receipt, a transaction's
    /// id, or the code of a gift card.
    Find { q: String },
    /// Show the one person whom such a search finds.
    Show { q: String },
}

pub async fn command(app: &AppState, command: People) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let json = match command {
        People::Find { q } => serde_json::to_string_pretty(&people::search(&mut tx, &q).await?),
        People::Show { q } => {
            let found = people::search(&mut tx, &q).await?;
            let [one] = &found[..] else {
                let detail = format!("{} people are found, not one.", found.len());
                return Err(ApiError::new(crate::error::Code::Conflict, detail));
            };
            serde_json::to_string_pretty(&person::read(app, &mut tx, one.id, app.clock.now()).await?)
        }
    };
    print_line!("{}", json.map_err(ApiError::internal)?);
    Ok(())
}
