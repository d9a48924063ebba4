// The lists of all orders, transactions, subscribers and refunds. Each row leads to its person.
import type { ReactNode } from "react";
import { useLoaderData } from "react-router";
import { euro } from "storefront/et/format.ts";
import { dayText } from "#app/et/day.ts";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import {
  orderStrings,
  refundStrings,
  subscriberStrings,
  transactionStrings,
} from "#app/et/operator/lists.ts";
import {
  orderStatuses,
  plans,
  refundStatuses,
  subscriptionStatuses,
  transactionStatuses,
  word,
} from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import type {
  listOrders,
  listRefunds,
  listSubscribers,
  listTransactions,
} from "#app/operator/calls.ts";
import { type Column, Listing, personColumn } from "#app/operator/listing.tsx";
import { FilterLinks, Paging } from "#app/operator/paging.tsx";
import { Status } from "#app/operator/status.tsx";
import type { OrderItem, RefundItem, Subscriber, TransactionItem } from "#app/operator/types.ts";

type Loaded<Call extends (...parameters: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>;

function SalesScreen({
  text: { title, lead, filters },
  hasMore,
  children,
}: {
  text: { title: string; lead: string; filters: { value: string; label: string }[] };
  hasMore: boolean;
  children: ReactNode;
}) {
  return (
    <div className="column">
      <ScreenHead title={title} lead={lead} />
      <FilterLinks options={filters} />
      {children}
      <Paging hasMore={hasMore} />
    </div>
  );
}

const created = {
  label: common.created,
  cell: (row: { createdAt: string }) => moment(row.createdAt),
};
const number = {
  label: common.number,
  cell: (row: { number: string }) => <span className="op-number">{row.number}</span>,
};
const amount = {
  label: common.amount,
  kind: "number" as const,
  cell: (row: { amount: number }) => euro(row.amount),
};

const ORDERS: Column<OrderItem>[] = [
  number,
  personColumn,
  {
    label: common.status,
    cell: ({ status }) => <Status state={status} label={word(orderStatuses, status)} />,
  },
  { label: common.amount, kind: "number", cell: ({ total }) => euro(total) },
  created,
  { label: orderStrings.paid, cell: ({ paidAt }) => (paidAt ? moment(paidAt) : "–") },
];

export function OrdersScreen() {
  const { orders, hasMore } = useLoaderData<Loaded<typeof listOrders>>();
  return (
    <SalesScreen text={orderStrings} hasMore={hasMore}>
      <Listing caption={orderStrings.title} columns={ORDERS} rows={orders} keyOf={({ id }) => id} />
    </SalesScreen>
  );
}

const TRANSACTIONS: Column<TransactionItem>[] = [
  number,
  personColumn,
  {
    label: common.status,
    cell: ({ status }) => <Status state={status} label={word(transactionStatuses, status)} />,
  },
  amount,
  created,
  {
    label: transactionStrings.id,
    cell: ({ id }) => <span className="op-code">{id}</span>,
  },
];

export function TransactionsScreen() {
  const { transactions, hasMore } = useLoaderData<Loaded<typeof listTransactions>>();
  return (
    <SalesScreen text={transactionStrings} hasMore={hasMore}>
      <Listing
        caption={transactionStrings.title}
        columns={TRANSACTIONS}
        rows={transactions}
        keyOf={({ id }) => id}
      />
    </SalesScreen>
  );
}

const SUBSCRIBERS: Column<Subscriber>[] = [
  personColumn,
  {
    label: common.status,
    cell: ({ status, failedAttempts }) => (
      <span className="op-stack">
        <Status state={status} label={word(subscriptionStatuses, status)} />
        {failedAttempts > 0 && (
          <span className="desk-muted">{subscriberStrings.failed(failedAttempts)}</span>
        )}
      </span>
    ),
  },
  { label: subscriberStrings.plan, cell: ({ plan }) => word(plans, plan) },
  { label: subscriberStrings.paidUntil, cell: ({ paidUntil }) => dayText(paidUntil) },
  {
    label: subscriberStrings.renewal,
    cell: ({ renews }) => (renews ? subscriberStrings.renews : subscriberStrings.stays),
  },
];

export function SubscribersScreen() {
  const { subscribers, hasMore } = useLoaderData<Loaded<typeof listSubscribers>>();
  return (
    <SalesScreen text={subscriberStrings} hasMore={hasMore}>
      <Listing
        caption={subscriberStrings.title}
        columns={SUBSCRIBERS}
        rows={subscribers}
        keyOf={({ userId }) => userId}
      />
    </SalesScreen>
  );
}

const REFUNDS: Column<RefundItem>[] = [
  number,
  personColumn,
  {
    label: common.status,
    cell: ({ status }) => <Status state={status} label={word(refundStatuses, status)} />,
  },
  amount,
  created,
  { label: refundStrings.comment, cell: ({ comment }) => comment || "–" },
];

export function RefundsScreen() {
  const { refunds, hasMore } = useLoaderData<Loaded<typeof listRefunds>>();
  return (
    <SalesScreen text={refundStrings} hasMore={hasMore}>
      <Listing
        caption={refundStrings.title}
        columns={REFUNDS}
        rows={refunds}
        keyOf={({ id }) => id}
      />
    </SalesScreen>
  );
}
