//! `heliriiul report …`: CSV on the standard output.

use std::io::Write as _;

use clap::Subcommand;
use time::Date;

use super::{Days, listening, listening_csv, sales, sales_csv};
use crate::{
    calendar::parse_day,
    error::{ApiError, ApiResult, Code},
    print::Output,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Report {
    /// Sales and refunds by day, book or plan, publisher and VAT rate.
    Sales {
        #[command(flatten)]
        days: ReportDays,
    },
    /// Minutes listened by month, publisher and book: by the clock, and of the recording.
    Listening {
        #[command(flatten)]
        days: ReportDays,
    },
}

#[derive(clap::Args)]
pub struct ReportDays {
    /// The first day, YYYY-MM-DD in Estonian time.
    #[arg(long, value_parser = parse_day)]
    from: Date,
    /// The last day, YYYY-MM-DD in Estonian time.
    #[arg(long, value_parser = parse_day)]
    until: Date,
}

impl ReportDays {
    fn days(&self) -> ApiResult<Days> {
        let days = Days::new(self.from, self.until);
        days.ok_or_else(|| ApiError::new(Code::Conflict, "--until is before --from."))
    }
}

pub async fn command(app: &AppState, report: Report) -> ApiResult<()> {
    let csv = match report {
        Report::Sales { days } => sales_csv(&sales(&app.db, days.days()?.time()).await?)?,
        Report::Listening { days } => listening_csv(&listening(&app.db, days.days()?).await?)?,
    };
    Output.write_all(csv.as_bytes()).map_err(ApiError::internal)
}
