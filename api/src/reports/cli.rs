//! `heliriiul report …`: CSV on the standard output.

use std::ops::Range;

use clap::Subcommand;
use heliriiul_db::Timestamp;
use serde::Serialize;
use time::Date;

use super::{listening, sales};
use crate::{
    calendar::{end_of_day, parse_day, start_of_day},
    error::{ApiError, ApiResult, Code},
    print::Output,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Report {
    /// Sales and refunds by day, book or plan, publisher and VAT rate.
    Sales {
        #[command(flatten)]
        days: Days,
    },
    /// Minutes listened by publisher and book: by the clock, and of the recording.
    Listening {
        #[command(flatten)]
        days: Days,
    },
}

#[derive(clap::Args)]
pub struct Days {
    /// The first day, YYYY-MM-DD in Estonian time.
    #[arg(long, value_parser = parse_day)]
    from: Date,
    /// The last day, YYYY-MM-DD in Estonian time.
    #[arg(long, value_parser = parse_day)]
    until: Date,
}

impl Days {
    fn time(&self) -> ApiResult<Range<Timestamp>> {
        let bounds = start_of_day(self.from).zip(end_of_day(self.until));
        let (from, until) = bounds
            .filter(|(from, until)| from < until)
            .ok_or_else(|| ApiError::new(Code::Conflict, "--until is before --from."))?;
        Ok(from..until)
    }
}

pub async fn command(app: &AppState, report: Report) -> ApiResult<()> {
    match report {
        Report::Sales { days } => print(&sales(&app.db, days.time()?).await?),
        Report::Listening { days } => print(&listening(&app.db, days.time()?).await?),
    }
}

fn print<T: Serialize>(rows: &[T]) -> ApiResult<()> {
    let mut writer = csv::Writer::from_writer(Output);
    for row in rows {
        writer.serialize(row).map_err(ApiError::internal)?;
    }
    writer.flush().map_err(ApiError::internal)
}
