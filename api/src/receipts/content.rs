//! The content of a receipt, stored as JSON.

use std::collections::BTreeMap;

use heliriiul_db::{BookId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{config::Seller, money::Cents};

/// The content of a receipt or a credit note, as it was on the day of issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptContent {
    pub seller: Seller,
    pub buyer: Buyer,
    /// The number of the order or of the payment for the subscription.
    #[schema(example = "H10001")]
    pub reference: String,
    pub discount_code: Option<String>,
    /// The receipt that a credit note credits.
    pub credited: Option<CreditedReceipt>,
    pub lines: Vec<ReceiptLine>,
    /// One row for each VAT rate.
    pub vat: Vec<VatTotal>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    pub name: String,
    pub email: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreditedReceipt {
    pub number: i64,
    pub issued_at: Timestamp,
}

/// A line. The amounts of credit notes are negative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptLine {
    /// The line of the receipt, from 1; null for a credited amount that is no line.
    pub position: Option<i64>,
    #[schema(example = "Oskar Luts - Kevade")]
    pub text: String,
    pub book_id: Option<BookId>,
    pub list_price: Cents,
    pub price: Cents,
    /// Percent, included in the price. Basis points and cents are both hundredths, so they print alike.
    pub vat_rate: Cents,
    pub vat: Cents,
}

impl ReceiptLine {
    /// The line of a credit note that takes this line back. What it gives back is the price, not the list price.
    #[must_use]
    pub fn negated(&self) -> Self {
        let negate = |amount: Cents| Cents::new(-amount.get());
        let (price, vat) = (negate(self.price), negate(self.vat));
        Self { list_price: price, price, vat, ..self.clone() }
    }
}

/// The sums of the lines with one VAT rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VatTotal {
    /// Percent.
    pub rate: Cents,
    /// Without VAT.
    pub net: Cents,
    pub vat: Cents,
}

impl VatTotal {
    pub fn gross(&self) -> Cents {
        self.net.plus(self.vat)
    }
}

/// The lines added up by VAT rate, the lowest rate first.
pub fn vat_totals(lines: &[ReceiptLine]) -> Vec<VatTotal> {
    let mut by_rate: BTreeMap<Cents, VatTotal> = BTreeMap::new();
    for line in lines {
        let empty = VatTotal { rate: line.vat_rate, net: Cents::ZERO, vat: Cents::ZERO };
        let total = by_rate.entry(line.vat_rate).or_insert(empty);
        total.net = total.net.plus(Cents::new(line.price.get() - line.vat.get()));
        total.vat = total.vat.plus(line.vat);
    }
    by_rate.into_values().collect()
}
