import { useLoaderData, useLocation } from "react-router";
import { euro } from "storefront/et/format.ts";
import { discountStrings as text } from "#app/et/operator/codes.ts";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import { moment } from "#app/et/time.ts";
import { BackLink, ScreenHead } from "#app/kit/screen-head.tsx";
import type { listDiscountUses } from "#app/operator/calls.ts";
import { type Column, Listing, personColumn } from "#app/operator/listing.tsx";
import { Paging } from "#app/operator/paging.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import type { DiscountUse } from "#app/operator/types.ts";

const COLUMNS: Column<DiscountUse>[] = [
  { label: common.number, cell: ({ number }) => <span className="op-number">{number}</span> },
  personColumn,
  { label: common.amount, kind: "number", cell: ({ amount }) => euro(amount) },
  { label: text.at, cell: ({ at }) => moment(at) },
];

export function DiscountUsesScreen() {
  const { uses, hasMore } = useLoaderData<Awaited<ReturnType<typeof listDiscountUses>>>();
  // The list of codes gives it along; the call has no code.
  const code = (useLocation().state as { code?: string } | null)?.code;
  const title = code ? text.usesOf(code) : text.usesTitle;
  return (
    <div className="column">
      <BackLink to={operatorPaths.discounts}>{text.back}</BackLink>
      <ScreenHead title={title} lead={text.usesLead} />
      <Listing caption={title} columns={COLUMNS} rows={uses} keyOf={({ number }) => number} />
      <Paging hasMore={hasMore} />
    </div>
  );
}
