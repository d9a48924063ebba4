import { useState } from "react";
import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { type ChangeKind, changeEffects, changeWords } from "#app/et/operator/changes.ts";
import { personStrings } from "#app/et/operator/person.ts";
import { planOptions } from "#app/et/operator/words.ts";
import { wallTime } from "#app/et/tallinn.ts";
import { changeSubscription } from "#app/operator/calls.ts";
import { fieldId } from "#app/operator/form-messages.tsx";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import type { Person, Plan, SubscriptionChange } from "#app/operator/types.ts";
import { type Codes, wholeNumber } from "#app/operator/use-operator-form.ts";

const text = personStrings.subscription;

type Values = { days: string; months: string; day: string; plan: Plan };

const FIELDS: Record<ChangeKind, (keyof Values)[]> = {
  extend: ["days"],
  "give-months": ["plan", "months"],
  "move-renewal": ["day"],
  "change-plan": ["plan"],
  "change-next-plan": ["plan"],
  "end-at-period-end": [],
  "end-now": [],
};

export function SubscriptionDialog({
  kind,
  person: { id, subscription },
  onClose,
}: {
  kind: ChangeKind;
  person: Person;
  onClose: () => void;
}) {
  const other = subscription?.plan === "UNLIMITED" ? "20H_LIMITED" : "UNLIMITED";
  const [values, setValues] = useState<Values>({
    days: "3",
    months: "1",
    day: "",
    plan: kind === "give-months" ? (subscription?.plan ?? "UNLIMITED") : other,
  });
  const [focus] = FIELDS[kind];
  const set = (name: keyof Values) => (event: { target: { value: string } }) =>
    setValues((now) => ({ ...now, [name]: event.target.value }));
  const dates = {
    paidUntil: subscription?.paidUntil ?? null,
    renewsAt: subscription?.renewsAt ?? null,
  };
  const earliest = subscription?.renewsAt ?? subscription?.paidUntil;
  return (
    <ReasonDialog
      title={changeWords[kind].action}
      submit={changeWords[kind].submit}
      lead={changeEffects[kind](dates)}
      reason={changeWords[kind].reason}
      focusId={fieldId(focus ?? "reason")}
      check={() => codesOf(kind, values, earliest)}
      send={(reason) => changeSubscription(id, changeOf(kind, values), reason)}
      done={() => text.changed}
      onClose={onClose}
      fields={(errors) =>
        FIELDS[kind].map((name) =>
          name === "plan" ? (
            <Select
              key={name}
              id={fieldId(name)}
              label={text.newPlan}
              options={planOptions}
              value={values.plan}
              onChange={set("plan")}
            />
          ) : (
            <Field
              key={name}
              id={fieldId(name)}
              label={text[name]}
              type={name === "day" ? "date" : "text"}
              inputMode={name === "day" ? undefined : "numeric"}
              autoComplete="off"
              value={values[name]}
              error={errors[name]}
              onChange={set(name)}
            />
          ),
        )
      }
    />
  );
}

/** `earliest` is the present renewal: the new day must be later. */
export function codesOf(kind: ChangeKind, values: Values, earliest: string | undefined): Codes {
  if (kind === "extend") return { days: !wholeNumber(values.days, 1, 366) && "out-of-range" };
  if (kind === "give-months") {
    return { months: !wholeNumber(values.months, 1, 36) && "out-of-range" };
  }
  if (kind !== "move-renewal") return {};
  if (!values.day) return { day: "required" };
  return {
    day: earliest && values.day <= wallTime(earliest).slice(0, 10) ? "too-early" : undefined,
  };
}

function changeOf(kind: ChangeKind, { days, months, day, plan }: Values): SubscriptionChange {
  switch (kind) {
    case "extend":
      return { change: kind, days: Number(days) };
    case "give-months":
      return { change: kind, plan, months: Number(months) };
    case "move-renewal":
      return { change: kind, day };
    case "change-plan":
    case "change-next-plan":
      return { change: kind, plan };
    default:
      return { change: kind };
  }
}
