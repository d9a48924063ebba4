import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { dateAndTime } from "#app/et/date-and-time.ts";
import { date, euro } from "#app/et/format.ts";
import { withdrawalStrings as text } from "#app/et/screens/withdrawal.ts";
import { Button } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { Field } from "#app/kit/form/field.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";
import { useSession } from "#app/session/session.ts";
import {
  FIELDS,
  type FieldName,
  type Values,
  type Withdrawal,
  type WithdrawalResult,
  type withdrawalAction,
} from "./withdrawal-action.ts";

const idOf = (name: FieldName) => `withdrawal-${name}`;

export function WithdrawalScreen({ number, support }: { number: string; support: string }) {
  const fetcher = useFetcher<typeof withdrawalAction>();
  const pending = fetcher.state !== "idle";
  const user = useSession()?.user;
  const [values, setValues] = useState<Values>({
    name: user ? `${user.firstName} ${user.lastName}` : "",
    number,
    email: user?.email ?? "",
  });
  const result = fetcher.data;
  return (
    <Screen title={text.title} narrow>
      <h1>{text.title}</h1>
      {result?.step === "done" ? (
        <Done withdrawal={result.withdrawal} />
      ) : result?.step === "confirm" ? (
        <Confirm
          values={result.values}
          withdrawal={result.withdrawal}
          pending={pending}
          onConfirm={() =>
            fetcher.submit({ ...result.values, intent: "confirm" }, { method: "post" })
          }
          onBack={() => fetcher.reset()}
        />
      ) : (
        <>
          <p>{text.lead}</p>
          <DataForm
            fetcher={fetcher}
            values={values}
            onChange={(name, value) => setValues({ ...values, [name]: value })}
            result={result}
          />
          <p className="note">
            {text.byEmail}
            <a href={`mailto:${support}`}>{support}</a>
          </p>
        </>
      )}
    </Screen>
  );
}

function DataForm({
  fetcher,
  values,
  onChange,
  result,
}: {
  fetcher: ReturnType<typeof useFetcher<typeof withdrawalAction>>;
  values: Values;
  onChange: (name: FieldName, value: string) => void;
  result: Extract<WithdrawalResult, { step: "form" }> | undefined;
}) {
  const errors = result?.errors ?? {};
  const field = (name: FieldName) => ({
    id: idOf(name),
    name,
    label: text[name],
    error: errors[name],
    value: values[name],
    maxLength: 200,
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  // The first wrong field takes focus, again at each attempt.
  useEffect(() => {
    const wrong = FIELDS.find((name) => result?.errors[name]);
    if (wrong) document.getElementById(idOf(wrong))?.focus();
  }, [result]);
  return (
    <fetcher.Form method="post" className="stack" noValidate>
      {result?.failure && (
        <Notice look="danger" role="alert">
          <p>{result.failure}</p>
        </Notice>
      )}
      <Field {...field("name")} autoComplete="name" />
      <Field
        {...field("number")}
        hint={text.numberHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field {...field("email")} hint={text.emailHint} type="email" autoComplete="email" />
      <Button type="submit" look="primary" size="large" pending={fetcher.state !== "idle"}>
        {text.next}
      </Button>
    </fetcher.Form>
  );
}

/** A heading that takes focus, since the step before it has gone. */
function StepTitle({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h2 className="panel__title" ref={title} tabIndex={-1}>
      {children}
    </h2>
  );
}

function Confirm({
  values,
  withdrawal: { kind, number, items, paid, refund, withdrawableUntil },
  pending,
  onConfirm,
  onBack,
}: {
  values: Values;
  withdrawal: Withdrawal;
  pending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}) {
  const isOrder = kind === "order";
  return (
    <>
      <section className="panel">
        <StepTitle>{text.confirmTitle}</StepTitle>
        <p className="note">
          {text.applicant}: {values.name}, {values.email}
        </p>
        <p>{isOrder ? text.order(number) : text.payment(number)}</p>
        <ul className="line-items">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
          <li>
            <span>{text.paid}</span>
            <span className="amount">{euro(paid)}</span>
          </li>
        </ul>
        <p className="line-total">
          <span>{text.refund}</span>
          <strong className="amount">{euro(refund)}</strong>
        </p>
        <p>{isOrder ? text.orderEffect : text.subscriptionEffect}</p>
        {withdrawableUntil && <p className="note">{text.until(date(withdrawableUntil))}</p>}
      </section>
      <div className="button-group">
        <Button look="primary" size="large" pending={pending} onClick={onConfirm}>
          {text.confirm}
        </Button>
        <Button size="large" disabled={pending} onClick={onBack}>
          {text.back}
        </Button>
      </div>
    </>
  );
}

function Done({ withdrawal: { number, refund, withdrawnAt } }: { withdrawal: Withdrawal }) {
  return (
    <section className="panel">
      <StepTitle>{text.doneTitle}</StepTitle>
      {withdrawnAt && <p>{text.doneText(dateAndTime(withdrawnAt), number)}</p>}
      <p>{refund > 0 ? text.refunded(euro(refund)) : text.nothingToRefund}</p>
    </section>
  );
}
