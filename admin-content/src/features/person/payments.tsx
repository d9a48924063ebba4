// The payments of the subscription, and the provider's transactions with their refunds.
import { useState } from "react";
import { euro } from "storefront/et/format.ts";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { dayText } from "#app/et/day.ts";
import { parsePrice, priceText } from "#app/et/money.ts";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import { personStrings } from "#app/et/operator/person.ts";
import {
  paymentPurposes,
  paymentStatuses,
  plans,
  refundStatuses,
  transactionStatuses,
  word,
} from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { refundTransaction } from "#app/operator/calls.ts";
import { fieldId } from "#app/operator/form-messages.tsx";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import { Status } from "#app/operator/status.tsx";
import type { Person, PersonTransaction } from "#app/operator/types.ts";
import { Part, useFirst } from "./part.tsx";
import { amountCode, refundNotice } from "./refunds.ts";

export function Payments({ person: { payments } }: { person: Person }) {
  const text = personStrings.payments;
  const [shown, more] = useFirst(payments, 10);
  if (payments.length === 0) return null;
  return (
    <Part title={text.title}>
      <ul className="op-lines op-card">
        {shown.map((payment) => (
          <li key={payment.id}>
            <span className="op-lines__main">
              <span>
                <span className="op-number">{payment.number}</span>{" "}
                {word(paymentPurposes, payment.purpose)}, {euro(payment.amount)}
              </span>
              <span className="desk-muted">
                {word(plans, payment.plan)}, {moment(payment.createdAt)}
                {payment.withdrawnAt &&
                  `, ${personStrings.orders.withdrawn(dayText(payment.withdrawnAt))}`}
              </span>
            </span>
            <Status state={payment.status} label={word(paymentStatuses, payment.status)} />
          </li>
        ))}
      </ul>
      {more}
    </Part>
  );
}

const TRANSACTIONS = "op-transactions";

export function Transactions({ person: { transactions } }: { person: Person }) {
  const text = personStrings.transactions;
  const [asking, setAsking] = useState<PersonTransaction | null>(null);
  const [shown, more] = useFirst(transactions, 10);
  return (
    <Part title={text.title} id={TRANSACTIONS}>
      {transactions.length === 0 && <p className="desk-note">{text.none}</p>}
      {shown.map((transaction) => (
        <article className="op-card" key={transaction.id}>
          <h3 className="op-card__head">
            <span className="op-number">{transaction.number}</span>
            <span>{euro(transaction.amount)}</span>
            <Status
              state={transaction.status}
              label={word(transactionStatuses, transaction.status)}
            />
          </h3>
          <p className="desk-muted">
            {moment(transaction.createdAt)}, <span className="op-code">{transaction.id}</span>
          </p>
          {transaction.refunds.length > 0 && (
            <ul className="op-lines">
              {transaction.refunds.map(({ id, amount, status, comment, createdAt }) => (
                <li key={id} className="op-lines__main">
                  {text.refundLine(euro(amount), word(refundStatuses, status).toLowerCase())}
                  <span className="desk-muted">
                    {moment(createdAt)}
                    {comment && `, ${comment}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {transaction.refundable > 0 && (
            <div>
              <Button
                size="small"
                aria-label={text.refundTitle(transaction.number)}
                onClick={() => setAsking(transaction)}
              >
                {text.refund}
              </Button>
            </div>
          )}
        </article>
      ))}
      {more}
      {asking && <RefundDialog transaction={asking} onClose={() => setAsking(null)} />}
    </Part>
  );
}

function RefundDialog({
  transaction: { id, number, refundable },
  onClose,
}: {
  transaction: PersonTransaction;
  onClose: () => void;
}) {
  const text = personStrings.transactions;
  const [amount, setAmount] = useState(priceText(refundable));
  return (
    <ReasonDialog
      title={text.refundTitle(number)}
      submit={common.refund}
      lead={text.refundText(euro(refundable))}
      reason={text.reason}
      focusId={fieldId("amount")}
      check={() => ({ amount: amountCode(amount, refundable) })}
      fields={(errors) => (
        <Field
          id={fieldId("amount")}
          label={text.amount}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={errors.amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      send={(reason) => refundTransaction(id, parsePrice(amount) ?? null, reason)}
      done={refundNotice}
      onDone={() => focusSoon(TRANSACTIONS)}
      onClose={onClose}
    />
  );
}
