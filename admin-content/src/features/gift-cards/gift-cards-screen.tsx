import { useState } from "react";
import { useLoaderData } from "react-router";
import { Button, LinkButton } from "storefront/kit/button.tsx";
import { dayText } from "#app/et/day.ts";
import { giftCardStrings as text } from "#app/et/operator/codes.ts";
import { operatorStrings as common } from "#app/et/operator/common.ts";
import { plans, word } from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { type listGiftCards, revokeGiftCard } from "#app/operator/calls.ts";
import { type Column, Listing, PersonLink } from "#app/operator/listing.tsx";
import { FilterLinks, Paging } from "#app/operator/paging.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import { Status } from "#app/operator/status.tsx";
import type { GiftCardItem } from "#app/operator/types.ts";

export function GiftCardsScreen() {
  const { giftCards, hasMore } = useLoaderData<Awaited<ReturnType<typeof listGiftCards>>>();
  const [revoked, setRevoked] = useState<GiftCardItem | null>(null);
  const columns: Column<GiftCardItem>[] = [
    { label: text.code, cell: ({ hint }) => <span className="op-code">…{hint}</span> },
    {
      label: text.plan,
      cell: ({ plan, months }) => `${word(plans, plan)}, ${text.monthsOf(months)}`,
    },
    { label: text.note, cell: ({ note }) => note || "–" },
    { label: common.created, cell: ({ createdAt }) => moment(createdAt) },
    {
      label: text.validUntil,
      cell: ({ validUntil }) => (validUntil ? dayText(validUntil) : text.forever),
    },
    {
      label: common.status,
      cell: (card) => (
        <span className="op-stack">
          <CardStatus card={card} />
          {card.userId && card.email && <PersonLink userId={card.userId} email={card.email} />}
        </span>
      ),
    },
    {
      label: common.actions,
      kind: "actions",
      cell: (card) =>
        !card.activatedAt &&
        !card.revokedAt && (
          <Button
            size="small"
            aria-label={text.revokeOf(card.hint)}
            onClick={() => setRevoked(card)}
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
          <LinkButton look="primary" icon="plus" to={operatorPaths.newGiftCards}>
            {text.create}
          </LinkButton>
        }
      />
      <FilterLinks options={text.filters} />
      <Listing caption={text.title} columns={columns} rows={giftCards} keyOf={({ id }) => id} />
      <Paging hasMore={hasMore} />
      {revoked && (
        <ReasonDialog
          title={text.revokeTitle}
          submit={text.revoke}
          lead={text.revokeText(revoked.hint)}
          reason={text.revokeReason}
          send={(reason) => revokeGiftCard(revoked.id, reason)}
          done={() => text.wasRevoked}
          onClose={() => setRevoked(null)}
        />
      )}
    </div>
  );
}

function CardStatus({ card: { activatedAt, revokedAt, validUntil } }: { card: GiftCardItem }) {
  if (activatedAt) return <Status state="" label={text.activated(dayText(activatedAt))} />;
  if (revokedAt) return <Status state="refused" label={text.revoked(dayText(revokedAt))} />;
  if (validUntil && Date.parse(validUntil) < Date.now()) {
    return <Status state="" label={text.expired} />;
  }
  return <Status state="unused" label={text.unused} />;
}
