// The head of both reports: which one, of which days, and the file for bookkeeping.
import { type ReactNode, useState } from "react";
import { NavLink, useNavigate, useSearchParams } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { plainDay } from "#app/et/day.ts";
import { operatorStrings as common, fieldError } from "#app/et/operator/common.ts";
import { reportStrings as text } from "#app/et/operator/reports.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { usePending } from "#app/kit/use-pending.ts";
import { fetchFile, saveFile } from "#app/operator/download.ts";
import { operatorFailure } from "#app/operator/failure.ts";
import { fieldId } from "#app/operator/form-messages.tsx";
import { operatorPaths } from "#app/operator/paths.ts";
import { FROM, isDay, presets, type Range, rangeOf, UNTIL } from "#app/operator/range.ts";
import { withLogin } from "#app/session/with-login.ts";

const addressOf = ({ from, until }: Range) => `?${FROM}=${from}&${UNTIL}=${until}`;

export function ReportFrame({
  file,
  fileName,
  children,
}: {
  /** The path of the CSV file in the API. */
  file: string;
  fileName: (from: string, until: string) => string;
  children: ReactNode;
}) {
  const [query] = useSearchParams();
  const range = rangeOf(query);
  const [pending, download] = usePending(async () => {
    try {
      const content = await withLogin(() => fetchFile(file, range));
      saveFile(fileName(range.from, range.until), content);
    } catch (error) {
      toast(`${common.downloadFailed} ${operatorFailure(error)}`, { kind: "danger" });
    }
  });
  return (
    <div className="column">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        action={
          <Button pending={pending} onClick={download}>
            {common.downloadCsv}
          </Button>
        }
      />
      <nav className="op-filter" aria-label={text.kinds}>
        <NavLink
          className="op-filter__link"
          end
          to={{ pathname: operatorPaths.reports, search: addressOf(range) }}
        >
          {text.sales}
        </NavLink>
        <NavLink
          className="op-filter__link"
          to={{ pathname: operatorPaths.listening, search: addressOf(range) }}
        >
          {text.listening}
        </NavLink>
      </nav>
      <RangeForm key={addressOf(range)} range={range} />
      <h2 className="desk-title-3 desk-gap-4">
        {text.range(plainDay(range.from), plainDay(range.until))}
      </h2>
      {children}
    </div>
  );
}

function RangeForm({ range }: { range: Range }) {
  const navigate = useNavigate();
  const [{ from, until }, setDays] = useState(range);
  const [errors, setErrors] = useState<Partial<Range>>({});
  const show = () => {
    const wrong = {
      ...(!isDay(from) && { from: fieldError("from", "invalid") }),
      ...(!isDay(until) && { until: fieldError("until", "invalid") }),
      ...(isDay(from) &&
        isDay(until) &&
        until < from && { until: fieldError("until", "too-early") }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) navigate(addressOf({ from, until }));
  };
  return (
    <form
      className="op-range"
      aria-label={text.days}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <Field
        id={fieldId("from")}
        label={text.from}
        type="date"
        value={from}
        error={errors.from}
        onChange={({ target: { value } }) => setDays((now) => ({ ...now, from: value }))}
      />
      <Field
        id={fieldId("until")}
        label={text.until}
        type="date"
        value={until}
        error={errors.until}
        onChange={({ target: { value } }) => setDays((now) => ({ ...now, until: value }))}
      />
      <div className="op-range__buttons">
        <Button type="submit" look="primary">
          {text.show}
        </Button>
        {Object.entries(presets()).map(([name, days]) => (
          <Button key={name} look="quiet" onClick={() => navigate(addressOf(days))}>
            {text.presets[name as keyof typeof text.presets]}
          </Button>
        ))}
      </div>
    </form>
  );
}

export function Totals({ totals }: { totals: [label: string, value: string][] }) {
  return (
    <dl className="op-terms op-terms--row op-totals" aria-label={text.totals}>
      {totals.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The most rows of a table; the file has all. */
export const MOST_ROWS = 500;

export function CutNote({ of }: { of: number }) {
  if (of <= MOST_ROWS) return null;
  return <p className="desk-note desk-gap-3">{text.shown(MOST_ROWS, of)}</p>;
}
