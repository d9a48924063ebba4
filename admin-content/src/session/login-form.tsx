import { useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { ErrorSummary, type FieldError } from "storefront/kit/form/error-summary.tsx";
import { Field, PasswordField } from "storefront/kit/form/field.tsx";
import { strings } from "#app/et/strings.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { type LoginOutcome, startSession } from "./session.ts";

const text = strings.login;
const passwordLabels = {
  show: text.showPassword,
  hide: text.hidePassword,
  shown: text.passwordShown,
  hidden: text.passwordHidden,
};

const MESSAGES: Record<Exclude<LoginOutcome, "in" | "listener">, string> = {
  wrong: text.wrong,
  tooMany: strings.common.tooManyRequests,
  offline: strings.common.offline,
  failed: text.failed,
};

type Errors = { email?: string; password?: string };

type Props = {
  /** The email address of the editor who was logged in before. */
  email?: string;
  onIn: () => void;
  onListener: () => void;
};

export function LoginForm({ email: known = "", onIn, onListener }: Props) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);

  const [pending, submit] = usePending(async () => {
    const missing: Errors = {
      ...(!email.trim() && { email: strings.common.required }),
      ...(!password && { password: strings.common.required }),
    };
    setErrors(missing);
    setAttempt((count) => count + 1);
    if (missing.email || missing.password) return;
    const outcome = await startSession(email.trim(), password);
    if (outcome === "in") onIn();
    else if (outcome === "listener") onListener();
    else {
      setErrors({ password: MESSAGES[outcome] });
      setAttempt((count) => count + 1);
    }
  });

  const list: FieldError[] = [
    ...(errors.email ? [{ id: "login-email", message: `${text.email}: ${errors.email}` }] : []),
    ...(errors.password ? [{ id: "login-password", message: errors.password }] : []),
  ];
  return (
    <form
      className="desk-fields"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending) void submit();
      }}
    >
      <ErrorSummary title={strings.common.errorSummary} errors={list} attempt={attempt} />
      <Field
        id="login-email"
        type="email"
        autoComplete="username"
        icon="envelope"
        label={text.email}
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        id="login-password"
        autoComplete="current-password"
        icon="lock"
        label={text.password}
        labels={passwordLabels}
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" look="primary" size="large" wide pending={pending}>
        {pending ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
