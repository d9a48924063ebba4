import { Button } from "storefront/kit/button.tsx";
import { plainDay } from "#app/et/day.ts";
import { giftCardStrings as text } from "#app/et/operator/codes.ts";
import { plans, word } from "#app/et/operator/words.ts";
import { CodeList } from "#app/operator/code-list.tsx";
import { LeaveQuestion } from "#app/operator/leave-question.tsx";
import type { GiftCardBatch } from "#app/operator/types.ts";

type Props = { batch: GiftCardBatch; codes: string[] };

const leave = {
  title: text.leaveTitle,
  text: text.leaveText,
  leave: text.leave,
  stay: text.stay,
};

export function MadeGiftCards({ batch, codes }: Props) {
  const { plan, months, validUntil } = batch;
  const rows = [
    [text.code, text.plan, text.months, text.validUntil],
    ...codes.map((code) => [
      code,
      word(plans, plan),
      String(months),
      validUntil ? plainDay(validUntil) : text.forever,
    ]),
  ];
  return (
    <>
      <div className="op-screen-only">
        <CodeList
          title={text.madeTitle(codes.length)}
          label={text.codes}
          codes={codes}
          fileName={text.file}
          rows={rows}
          note={
            <section className="desk-warning desk-gap-4" aria-label={text.warning}>
              <strong>{text.warning}</strong>
              <p>{text.warningText}</p>
            </section>
          }
          actions={<Button onClick={() => window.print()}>{text.print}</Button>}
        />
      </div>
      <PrintedCards batch={batch} codes={codes} />
      <LeaveQuestion texts={leave} />
    </>
  );
}

/** Only on paper: one card per code. */
export function PrintedCards({ batch: { plan, months, validUntil }, codes }: Props) {
  return (
    <ul className="op-print">
      {codes.map((code) => (
        <li key={code} className="op-print__card">
          <strong className="op-print__title">{text.cardTitle}</strong>
          <span>{text.cardPlan(word(plans, plan), text.monthsOf(months))}</span>
          <span className="op-print__code">{code}</span>
          <span>{text.howTo(`${location.host}/kingitus`)}</span>
          {validUntil && <span>{text.cardUntil(plainDay(validUntil))}</span>}
        </li>
      ))}
    </ul>
  );
}
