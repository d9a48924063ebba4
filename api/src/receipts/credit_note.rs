//! The credit note of a refund.
//!
//! A credit note takes back what the buyer has been charged by the receipt and does not pay any more. When an order was
//! paid twice, the refund of the surplus takes nothing of the receipt back, so it has no credit note.

use heliriiul_db::{DbResult, Timestamp, Tx};

use super::{
    content::{CreditedReceipt, ReceiptContent, ReceiptLine, vat_totals},
    email,
    issue::{Receipt, ReceiptKind, ReceiptRow, insert},
};
use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    ledger::{PaidFor, Refund, RefundStatus},
    money::Cents,
};

/// Issues the credit note of a refund that the provider has accepted, or cancels that of a refund that has failed. The
/// refund's row has its new status. Safe to repeat.
pub async fn follow_refund(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    refund: &Refund,
    status: RefundStatus,
    now: Timestamp,
) -> ApiResult<()> {
    if status.is_accepted() {
        issue(shop, mailer, tx, refund, now).await
    } else if status == RefundStatus::Failed {
        cancel(mailer, tx, refund, now).await
    } else {
        Ok(())
    }
}

async fn issue(shop: &Shop, mailer: &Mailer, tx: &mut Tx, refund: &Refund, now: Timestamp) -> ApiResult<()> {
    let Some((receipt, paid_for)) = lock_receipt(tx, refund).await? else { return Ok(()) };
    if find_note(tx, refund).await?.is_some() {
        return Ok(());
    }
    let notes = notes(tx, paid_for).await?;
    let credited: Cents = notes.iter().map(|note| note.total).sum();
    let charged = receipt.total.plus(credited).get();
    let surplus = money_kept(tx, paid_for).await?.get() - charged;
    let amount = Cents::new(refund.amount_cents.get().min(-surplus));
    if amount <= Cents::ZERO {
        return Ok(());
    }
    let lines = credited_lines(&receipt, &notes, refund, amount);
    let Receipt { number, issued_at, user_id, content, .. } = receipt;
    let content = ReceiptContent {
        seller: shop.seller.clone(),
        credited: Some(CreditedReceipt { number, issued_at }),
        vat: vat_totals(&lines),
        lines,
        ..content
    };
    let note = insert(tx, ReceiptKind::CreditNote, user_id, paid_for, Some(refund.id), content, now).await?;
    email::queue(mailer, tx, &note, "credit-note", note.id, now).await
}

/// A cancelled credit note keeps its number, so that the series has no gaps.
async fn cancel(mailer: &Mailer, tx: &mut Tx, refund: &Refund, now: Timestamp) -> ApiResult<()> {
    let sql =
        "UPDATE receipts SET cancelled_at = $2 WHERE refund_id = $1 AND cancelled_at IS NULL RETURNING *";
    let row: Option<ReceiptRow> = tx.optional(sql, (refund.id, now)).await?;
    let Some(row) = row else { return Ok(()) };
    let note = Receipt::try_from(row)?;
    email::queue(mailer, tx, &note, "credit-note-cancelled", note.id, now).await
}

/// Finds and locks the receipt of what the refunded transaction has paid for.
async fn lock_receipt(tx: &mut Tx, refund: &Refund) -> ApiResult<Option<(Receipt, PaidFor)>> {
    let row: Option<ReceiptRow> = tx
        .optional(
            "UPDATE receipts SET kind = kind WHERE id = (SELECT r.id FROM receipts r JOIN transactions t \
             ON t.order_id = r.order_id OR t.subscription_payment_id = r.subscription_payment_id \
             WHERE t.id = $1 AND r.kind = 'receipt') RETURNING *",
            (&refund.transaction_id,),
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    let receipt = Receipt::try_from(row)?;
    let paid_for = match (receipt.order_id, receipt.subscription_payment_id) {
        (Some(id), _) => PaidFor::Order(id),
        (None, Some(id)) => PaidFor::Subscription(id),
        (None, None) => return Ok(None),
    };
    Ok(Some((receipt, paid_for)))
}

async fn find_note(tx: &mut Tx, refund: &Refund) -> DbResult<Option<i64>> {
    tx.optional_scalar("SELECT number FROM receipts WHERE refund_id = $1", (refund.id,)).await
}

/// The credit notes of an order or a payment that are not cancelled.
async fn notes(tx: &mut Tx, paid_for: PaidFor) -> ApiResult<Vec<Receipt>> {
    let rows: Vec<ReceiptRow> = tx
        .all(
            "SELECT * FROM receipts WHERE (order_id = $1 OR subscription_payment_id = $2) \
             AND kind = 'credit-note' AND cancelled_at IS NULL ORDER BY number",
            paid_for.ids(),
        )
        .await?;
    rows.into_iter().map(Receipt::try_from).collect()
}

/// What was paid for an order or a payment, less what the provider pays back.
async fn money_kept(tx: &mut Tx, paid_for: PaidFor) -> DbResult<Cents> {
    tx.scalar(
        "SELECT CAST(COALESCE(SUM(t.amount_cents - (SELECT COALESCE(SUM(r.amount_cents), 0) FROM refunds r \
         WHERE r.transaction_id = t.id AND r.status IN ('CREATED', 'PENDING', 'SENT', 'SETTLED'))), 0) AS BIGINT) \
         FROM transactions t WHERE (t.order_id = $1 OR t.subscription_payment_id = $2) \
         AND t.status IN ('COMPLETED', 'PART_REFUNDED', 'REFUNDED')",
        paid_for.ids(),
    )
    .await
}

/// The lines of a credit note: the lines of the receipt that are left, if the amount is theirs; else the line of the
/// refunded book; else the amount, divided by VAT rate as the rest of the receipt is.
fn credited_lines(receipt: &Receipt, notes: &[Receipt], refund: &Refund, amount: Cents) -> Vec<ReceiptLine> {
    let earlier: Vec<&ReceiptLine> = notes.iter().flat_map(|note| &note.content.lines).collect();
    let is_left = |line: &&ReceiptLine| earlier.iter().all(|earlier| earlier.position != line.position);
    let left: Vec<&ReceiptLine> = receipt.content.lines.iter().filter(is_left).collect();
    let sum: Cents = left.iter().map(|line| line.price).sum();
    if sum == amount && earlier.iter().all(|line| line.position.is_some()) {
        return left.into_iter().map(ReceiptLine::negated).collect();
    }
    let is_book = |line: &&&ReceiptLine| {
        refund.book_id.is_some() && line.book_id == refund.book_id && line.price == amount
    };
    if let Some(line) = left.iter().find(is_book) {
        return vec![line.negated()];
    }
    let mut lines = receipt.content.lines.clone();
    lines.extend(earlier.into_iter().cloned());
    divide_by_rate(&lines, amount)
}

/// Divides an amount among the VAT rates of the lines that are left. The last part of a receipt takes the VAT that is
/// left, so that no cent of VAT remains.
fn divide_by_rate(left: &[ReceiptLine], amount: Cents) -> Vec<ReceiptLine> {
    let totals = vat_totals(left);
    let whole: i64 = totals.iter().map(|total| total.gross().get()).sum();
    let (mut amount_left, mut whole_left) = (amount.get(), whole);
    let mut lines = Vec::new();
    for total in totals {
        let gross = total.gross().get();
        if gross <= 0 || whole_left <= 0 {
            continue;
        }
        let part = i128::from(amount_left) * i128::from(gross) / i128::from(whole_left);
        let part = i64::try_from(part).unwrap_or(amount_left).min(amount_left);
        amount_left -= part;
        whole_left -= gross;
        let price = Cents::new(part);
        let vat = if part == gross { total.vat } else { price.vat_included(total.rate.get()) };
        let line = ReceiptLine {
            position: None,
            text: "Osaline tagasimakse".to_owned(),
            book_id: None,
            list_price: price,
            price,
            vat_rate: total.rate,
            vat,
        };
        if part > 0 {
            lines.push(line.negated());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(position: i64, price: i64, rate: i64) -> ReceiptLine {
        let price = Cents::new(price);
        ReceiptLine {
            position: Some(position),
            text: String::new(),
            book_id: None,
            list_price: price,
            price,
            vat_rate: Cents::new(rate),
            vat: price.vat_included(rate),
        }
    }

    fn parts(lines: &[ReceiptLine]) -> Vec<(i64, i64, i64)> {
        lines.iter().map(|line| (line.vat_rate.get(), line.price.get(), line.vat.get())).collect()
    }

    #[test]
    fn an_amount_has_the_vat_rates_of_the_receipt() {
        let mut left = vec![line(1, 1_000, 900), line(2, 2_000, 2_400), line(3, 1, 900)];
        let first = divide_by_rate(&left, Cents::new(1_500));
        assert_eq!(parts(&first), [(900, -500, -41), (2_400, -1_000, -194)]);
        left.extend(first);
        // The rest takes the rest of the VAT: 83 + 0 − 41, and 387 − 194.
        let rest = divide_by_rate(&left, Cents::new(1_501));
        assert_eq!(parts(&rest), [(900, -501, -42), (2_400, -1_000, -193)]);
        left.extend(rest);
        assert!(vat_totals(&left).iter().all(|total| total.net.is_zero() && total.vat.is_zero()));
    }
}
