// Makes gift cards. Their codes are shown once, right after they are made.
import { useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { today } from "#app/et/day.ts";
import { giftCardStrings as text } from "#app/et/operator/codes.ts";
import { planOptions } from "#app/et/operator/words.ts";
import { BackLink, ScreenHead } from "#app/kit/screen-head.tsx";
import { createGiftCards } from "#app/operator/calls.ts";
import { FormMessages, fieldId } from "#app/operator/form-messages.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import { ReasonField } from "#app/operator/reason-field.tsx";
import type { GiftCardBatch, Plan } from "#app/operator/types.ts";
import {
  type Codes,
  reasonCode,
  useOperatorForm,
  wholeNumber,
} from "#app/operator/use-operator-form.ts";
import { MadeGiftCards } from "./made-gift-cards.tsx";

const EMPTY = {
  plan: "UNLIMITED" as Plan,
  months: "1",
  count: "10",
  validUntil: "",
  note: "",
  reason: text.reason as string,
};
type Values = typeof EMPTY;

export function NewGiftCardsScreen() {
  const [values, setValues] = useState(EMPTY);
  const [made, setMade] = useState<{ batch: GiftCardBatch; codes: string[] } | null>(null);
  const batch = batchOf(values);
  const form = useOperatorForm({
    check: () => codesOf(values),
    send: () => createGiftCards(batch),
    onDone: ({ codes }) => setMade({ batch, codes }),
  });
  const control = (name: keyof Values) => ({
    id: fieldId(name),
    value: values[name],
    error: form.errors[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setValues((now) => ({ ...now, [name]: value })),
  });
  return (
    <div className="column">
      <div className="op-screen-only">
        <BackLink to={operatorPaths.giftCards}>{text.back}</BackLink>
      </div>
      <ScreenHead title={text.newTitle} lead={made ? undefined : text.newLead} />
      {made ? (
        <MadeGiftCards {...made} />
      ) : (
        <form
          className="desk-fields op-form desk-gap-4"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <FormMessages form={form} />
          <div className="desk-pair">
            <Select label={text.plan} options={planOptions} {...control("plan")} />
            <Field label={text.months} inputMode="numeric" {...control("months")} />
          </div>
          <div className="desk-pair">
            <Field label={text.count} inputMode="numeric" {...control("count")} />
            <Field
              label={`${text.lastDay} (${text.lastDayHint})`}
              type="date"
              {...control("validUntil")}
            />
          </div>
          <Field label={text.note} hint={text.noteHint} {...control("note")} />
          <ReasonField
            value={values.reason}
            error={form.errors.reason}
            onChange={(reason) => setValues((now) => ({ ...now, reason }))}
          />
          <div>
            <Button type="submit" look="primary" pending={form.pending}>
              {text.submit}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

function codesOf({ months, count, validUntil, note, reason }: Values): Codes {
  return {
    months: wholeNumber(months, 1, 36) === null && "out-of-range",
    count: wholeNumber(count, 1, 1000) === null && "out-of-range",
    validUntil: validUntil !== "" && validUntil < today() && "too-early",
    note: [...note].length > 200 && "too-long",
    reason: reasonCode(reason),
  };
}

const batchOf = ({ plan, months, count, validUntil, note, reason }: Values): GiftCardBatch => ({
  plan,
  months: Number(months),
  count: Number(count),
  validUntil: validUntil || null,
  note: note.trim(),
  reason: reason.trim(),
});
