import { useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { discountStrings as text } from "#app/et/operator/codes.ts";
import { discountScopes } from "#app/et/operator/words.ts";
import { BackLink, ScreenHead } from "#app/kit/screen-head.tsx";
import { createDiscounts } from "#app/operator/calls.ts";
import { CodeList } from "#app/operator/code-list.tsx";
import { FormMessages, fieldId } from "#app/operator/form-messages.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import { ReasonField } from "#app/operator/reason-field.tsx";
import type { DiscountScope } from "#app/operator/types.ts";
import {
  type Codes,
  reasonCode,
  useOperatorForm,
  wholeNumber,
} from "#app/operator/use-operator-form.ts";

const MOST = 999_999_999;

const EMPTY = {
  code: "",
  count: "1",
  percent: "10",
  scope: "cart" as DiscountScope,
  validFrom: "",
  validUntil: "",
  maxUses: "",
  maxPerUser: "1",
  reason: text.reason as string,
};
type Values = typeof EMPTY;

const SCOPES = Object.entries(discountScopes).map(([value, label]) => ({ value, label }));

export function NewDiscountsScreen() {
  const [values, setValues] = useState(EMPTY);
  const [made, setMade] = useState<string[] | null>(null);
  const form = useOperatorForm({
    check: () => codesOf(values),
    send: () => createDiscounts(batchOf(values)),
    onDone: ({ codes }) => setMade(codes),
    conflict: ["code", "taken"],
  });
  const control = (name: keyof Values) => ({
    id: fieldId(name),
    autoComplete: "off",
    value: values[name],
    error: form.errors[name],
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setValues((now) => ({ ...now, [name]: value })),
  });
  return (
    <div className="column">
      <BackLink to={operatorPaths.discounts}>{text.back}</BackLink>
      <ScreenHead title={text.newTitle} lead={made ? undefined : text.newLead} />
      {made ? (
        <CodeList
          title={text.madeTitle(made.length)}
          label={text.codes}
          codes={made}
          fileName={text.file}
          rows={[[text.code], ...made.map((code) => [code])]}
          note={<p className="desk-note desk-gap-3">{text.madeText}</p>}
        />
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
          <Field label={text.code} hint={text.codeHint} {...control("code")} />
          <div className="desk-pair">
            <Field label={text.count} inputMode="numeric" {...control("count")} />
            <Field label={text.percentLabel} inputMode="numeric" {...control("percent")} />
          </div>
          <Select label={text.scope} options={SCOPES} {...control("scope")} />
          <div className="desk-pair">
            <Field
              label={text.firstDay}
              hint={text.dayHint}
              type="date"
              {...control("validFrom")}
            />
            <Field
              label={text.lastDay}
              hint={text.dayHint}
              type="date"
              {...control("validUntil")}
            />
          </div>
          <div className="desk-pair">
            <Field
              label={text.maxUses}
              hint={text.limitHint}
              inputMode="numeric"
              {...control("maxUses")}
            />
            <Field
              label={text.maxPerUser}
              hint={text.limitHint}
              inputMode="numeric"
              {...control("maxPerUser")}
            />
          </div>
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

/** An empty limit is none. */
const isLimitWrong = (limit: string): boolean =>
  limit.trim() !== "" && wholeNumber(limit, 1, MOST) === null;

function codesOf(values: Values): Codes {
  const { code, validFrom, validUntil } = values;
  return {
    code: code.trim() === "" ? "required" : [...code.trim()].length > 30 && "too-long",
    count: wholeNumber(values.count, 1, 1000) === null && "out-of-range",
    percent: wholeNumber(values.percent, 1, 100) === null && "out-of-range",
    validUntil: validFrom !== "" && validUntil !== "" && validUntil < validFrom && "too-early",
    maxUses: isLimitWrong(values.maxUses) && "out-of-range",
    maxPerUser: isLimitWrong(values.maxPerUser) && "out-of-range",
    reason: reasonCode(values.reason),
  };
}

const limitOf = (text: string): number | null => (text.trim() ? Number(text) : null);

const batchOf = (values: Values) => ({
  code: values.code.trim(),
  count: Number(values.count),
  percent: Number(values.percent),
  scope: values.scope,
  validFrom: values.validFrom || null,
  validUntil: values.validUntil || null,
  maxUses: limitOf(values.maxUses),
  maxPerUser: limitOf(values.maxPerUser),
  reason: values.reason.trim(),
});
