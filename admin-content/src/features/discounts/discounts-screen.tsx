import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { Button, LinkButton } from "storefront/kit/button.tsx";
import { dayText } from "#app/et/day.ts";
import { discountStrings as text } from "#app/et/operator/codes.ts";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import { discountScopes, word } from "#app/et/operator/words.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { type listDiscounts, revokeDiscount } from "#app/operator/calls.ts";
import { type Column, Listing } from "#app/operator/listing.tsx";
import { Paging } from "#app/operator/paging.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import { Status } from "#app/operator/status.tsx";
import type { DiscountItem } from "#app/operator/types.ts";

export function DiscountsScreen() {
  const { discounts, hasMore } = useLoaderData<Awaited<ReturnType<typeof listDiscounts>>>();
  const [revoked, setRevoked] = useState<DiscountItem | null>(null);
  const columns: Column<DiscountItem>[] = [
    { label: text.code, cell: ({ code }) => <span className="op-code">{code}</span> },
    { label: text.percent, kind: "number", cell: ({ percent }) => text.percentOf(percent) },
    { label: text.scope, cell: ({ scope }) => word(discountScopes, scope) },
    { label: text.valid, cell: validityOf },
    {
      label: text.used,
      kind: "number",
      cell: ({ id, code, uses, maxUses }) => (
        <Link
          className="op-link"
          to={operatorPaths.discountUses(id)}
          state={{ code }}
          aria-label={`${text.usesOf(code)}: ${text.usedOf(uses, maxUses)}`}
        >
          {text.usedOf(uses, maxUses)}
        </Link>
      ),
    },
    { label: common.status, cell: (discount) => <DiscountStatus discount={discount} /> },
    {
      label: common.actions,
      kind: "actions",
      cell: (discount) =>
        !discount.revokedAt && (
          <Button
            size="small"
            aria-label={text.revokeOf(discount.code)}
            onClick={() => setRevoked(discount)}
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
  return (
    <div className="column">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        action={
          <LinkButton look="primary" icon="plus" to={operatorPaths.newDiscounts}>
            {text.create}
          </LinkButton>
        }
      />
      <Listing caption={text.title} columns={columns} rows={discounts} keyOf={({ id }) => id} />
      <Paging hasMore={hasMore} />
      {revoked && (
        <ReasonDialog
          title={text.revokeTitle}
          submit={text.revoke}
          lead={text.revokeText(revoked.code)}
          reason={text.revokeReason}
          send={(reason) => revokeDiscount(revoked.id, reason)}
          done={() => text.wasRevoked}
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  );
}

function validityOf({ validFrom, validUntil }: DiscountItem): string {
  const days = [
    validFrom && text.from(dayText(validFrom)),
    validUntil && text.until(dayText(validUntil)),
  ];
  return days.filter(Boolean).join(" ") || text.forever;
}

function DiscountStatus({ discount }: { discount: DiscountItem }) {
  const { revokedAt, validFrom, validUntil, uses, maxUses } = discount;
  const now = Date.now();
  if (revokedAt) return <Status state="refused" label={text.revoked} />;
  if (validUntil && Date.parse(validUntil) < now) return <Status state="" label={text.expired} />;
  if (maxUses !== null && uses >= maxUses) return <Status state="" label={text.usedUp} />;
  if (validFrom && Date.parse(validFrom) > now)
    return <Status state="planned" label={text.notYet} />;
  return <Status state="active" label={text.active} />;
}
