//! `GET /config`: the settings that the front ends need.

use heliriiul_db::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    config::{Config, Environment, SocialLink, WithdrawalRule},
    money::{Cents, Percent},
    subscriptions::{Plan, prices_at},
};

/// Accounts created before this day keep the partner's older address (spec §1).
const PARTNER_CUTOFF: &str = "2025-10-13";

/// The settings of the store that a browser may know.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Config)]
pub struct ConfigView {
    /// Percent off single books for subscribers.
    #[schema(value_type = i64)]
    pub subscriber_discount: Percent,
    /// The prefix of media addresses.
    #[schema(example = "/media")]
    pub dl_url: &'static str,
    pub error_reporting_url: Option<String>,
    /// development, staging or production.
    #[schema(value_type = String)]
    pub environment: Environment,
    /// `web`, or `app` inside the wrapper of the mobile apps.
    pub platform: &'static str,
    pub public_url: String,
    pub partner_url: Option<String>,
    pub partner_url_legacy: Option<String>,
    #[schema(example = "2025-10-13")]
    pub partner_cutoff: &'static str,
    pub booking_url: Option<String>,
    pub app_store_url: Option<String>,
    pub play_store_url: Option<String>,
    pub support_email: String,
    pub analytics_url: Option<String>,
    pub analytics_id: Option<String>,
    pub ad_pixel_url: Option<String>,
    pub ad_pixel_id: Option<String>,
    pub social: Vec<SocialLink>,
    pub packages: Vec<PlanPrice>,
    /// Name, registry code, VAT number and address of the seller, on one line.
    pub seller: String,
    /// Who may withdraw from a purchase within 14 days.
    pub withdrawal: WithdrawalRule,
}

/// A plan and its price a month.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanPrice {
    #[serde(rename = "type")]
    #[schema(example = "20H_LIMITED")]
    pub kind: Plan,
    pub price: Cents,
    /// Hours a month; null: unlimited.
    pub listening_hours: Option<i64>,
}

impl ConfigView {
    pub fn of(config: &Config, now: Timestamp) -> Self {
        let set = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let site = &config.site;
        Self {
            subscriber_discount: config.shop.subscriber_discount,
            dl_url: "/media",
            error_reporting_url: set(&site.error_reporting_url),
            environment: config.environment,
            platform: "web",
            public_url: config.public_base(),
            partner_url: set(&site.partner_url),
            partner_url_legacy: set(&site.partner_url_legacy),
            partner_cutoff: PARTNER_CUTOFF,
            booking_url: set(&site.booking_url),
            app_store_url: set(&site.app_store_url),
            play_store_url: set(&site.play_store_url),
            support_email: site.support_email.clone(),
            analytics_url: set(&site.analytics_url),
            analytics_id: set(&site.analytics_id),
            ad_pixel_url: set(&site.ad_pixel_url),
            ad_pixel_id: set(&site.ad_pixel_id),
            social: site.social.clone(),
            packages: Plan::ALL
                .into_iter()
                .map(|kind| PlanPrice {
                    kind,
                    price: prices_at(&config.shop, now).of(kind),
                    listening_hours: kind.listening_hours(),
                })
                .collect(),
            seller: config.shop.seller.to_string(),
            withdrawal: config.shop.withdrawal,
        }
    }
}
