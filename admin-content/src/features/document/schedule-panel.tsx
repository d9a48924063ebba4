import { type FormEvent, useEffect, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import type { Document } from "#app/api/types.ts";
import { scheduleText as text } from "#app/et/document.ts";
import { momentOf, wallTime } from "#app/et/tallinn.ts";
import { focusSoon } from "#app/kit/focus.ts";
import type { Invalid } from "#app/working-copy/fields.ts";
import type { Outcome } from "#app/working-copy/types.ts";
import type { DocumentState } from "./document-copy.ts";

type Name = "publishAt" | "takeDownAt";
type Errors = Partial<Record<Name, string>>;

const CODES: Record<string, string> = {
  "in-past": text.inPast,
  "out-of-range": text.notAfter,
  "not-live": text.notLive,
};

function errorsOf(invalid: Invalid[]): Errors {
  const errors: Errors = {};
  for (const { field, code } of invalid) {
    if (field === "publishAt" || field === "takeDownAt")
      errors[field] = CODES[code] ?? text.invalid;
  }
  return errors;
}

const TITLE_ID = "plan-title";
const SET_ID = "plan-set";

const isHalf = (name: Name) => {
  const field = document.getElementById(`plan-${name}`);
  return field instanceof HTMLInputElement && field.validity.badInput;
};

const focus = (name: Name) => document.getElementById(`plan-${name}`)?.focus();

const shown = (at: string | null) => (at ? wallTime(at) : "");

export function SchedulePanel({
  state: { remote: document, busy, invalid },
  onSchedule,
}: {
  state: DocumentState;
  onSchedule: (publishAt: string | null, takeDownAt: string | null) => Promise<Outcome>;
}) {
  const { publishAt, takeDownAt } = document;
  return (
    <details
      className="desk-section desk-plan"
      open={publishAt !== null || takeDownAt !== null || undefined}
    >
      <summary className="desk-summary" id={TITLE_ID}>
        {text.title}
      </summary>
      {/* The key resets the fields when the plan changes, here or elsewhere. */}
      <Plan
        key={`${publishAt} ${takeDownAt}`}
        document={document}
        pending={busy === "schedule"}
        refused={errorsOf(invalid)}
        onSchedule={onSchedule}
      />
    </details>
  );
}

type PlanProps = {
  document: Document;
  pending: boolean;
  refused: Errors;
  onSchedule: (publishAt: string | null, takeDownAt: string | null) => Promise<Outcome>;
};

function Plan({ document, pending, refused, onSchedule }: PlanProps) {
  const [typed, setTyped] = useState({
    publishAt: shown(document.publishAt),
    takeDownAt: shown(document.takeDownAt),
  });
  const [own, setOwn] = useState<Errors>({});
  const errors = { ...refused, ...own };
  const wrong = (["publishAt", "takeDownAt"] as const).find((name) => refused[name]);
  useEffect(() => {
    if (wrong) focus(wrong);
  }, [wrong]);
  const isPlanned = document.publishAt !== null || document.takeDownAt !== null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Errors = {};
    const read = (name: Name): string | null => {
      // The browser returns "" for a partly typed date.
      if (isHalf(name)) found[name] = text.invalid;
      if (!typed[name]) return null;
      const moment = momentOf(typed[name]);
      if (typeof moment === "object") return moment.at;
      found[name] = moment === "skipped" ? text.noSuchTime : text.invalid;
      return null;
    };
    const [publishAt, takeDownAt] = [read("publishAt"), read("takeDownAt")];
    const isEmpty = !typed.publishAt && !typed.takeDownAt;
    if (isEmpty && !found.publishAt && !found.takeDownAt) found.publishAt = text.required;
    if (publishAt && takeDownAt && takeDownAt <= publishAt) found.takeDownAt = text.notAfter;
    setOwn(found);
    if (found.publishAt || found.takeDownAt) {
      focus(found.publishAt ? "publishAt" : "takeDownAt");
    } else void plan(publishAt, takeDownAt);
  };
  const plan = async (publishAt: string | null, takeDownAt: string | null) => {
    // The form is rendered again with the plan, and is closed when there is none.
    const isDone = (await onSchedule(publishAt, takeDownAt)) === "done";
    if (isDone) focusSoon(publishAt || takeDownAt ? SET_ID : TITLE_ID);
  };
  const field = (name: Name) => (
    <Field
      id={`plan-${name}`}
      type="datetime-local"
      label={text[name]}
      value={typed[name]}
      error={errors[name]}
      onChange={(event) => {
        setTyped({ ...typed, [name]: event.target.value });
        setOwn({});
      }}
    />
  );
  return (
    <form className="desk-fields" noValidate onSubmit={submit}>
      <p className="field__hint">{text.hint}</p>
      {field("publishAt")}
      {field("takeDownAt")}
      <div className="desk-buttons">
        <Button id={SET_ID} type="submit" size="small" pending={pending}>
          {pending ? text.setting : text.set}
        </Button>
        {isPlanned && (
          <Button size="small" pending={pending} onClick={() => void plan(null, null)}>
            {text.clear}
          </Button>
        )}
      </div>
    </form>
  );
}
