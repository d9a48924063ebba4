// Form fields: a label, an optional hint, and an error row whose room is kept so nothing moves.
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Icon, type IconName } from "#app/kit/icon.tsx";

type FieldShell = {
  label: ReactNode;
  hint?: ReactNode;
  /** The message shown under the field; also marks it invalid. */
  error?: ReactNode;
  icon?: IconName;
  /** Below the input, inside the field: a suggestion, for one. */
  after?: ReactNode;
};

function describedBy(id: string, hint: ReactNode, error: ReactNode): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

function Shell({
  id,
  label,
  hint,
  error,
  icon,
  after,
  children,
  end,
}: FieldShell & { id: string; children: ReactNode; end?: ReactNode }) {
  return (
    <div className={error ? "field field--error" : "field"}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="field__box">
        {icon && <Icon name={icon} className="field__icon" />}
        {children}
        {end}
      </div>
      {after}
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}

export function Field({
  label,
  hint,
  error,
  icon,
  after,
  id: given,
  ...input
}: FieldShell & ComponentProps<"input">) {
  const made = useId();
  const id = given ?? made;
  return (
    <Shell id={id} label={label} hint={hint} error={error} icon={icon} after={after}>
      <input
        {...input}
        id={id}
        className="field__input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Shell>
  );
}

export type PasswordLabels = { show: string; hide: string; shown: string; hidden: string };

/** A password with a show/hide button that tells screen readers what happened. */
export function PasswordField({
  label,
  hint,
  error,
  icon,
  after,
  id: given,
  labels,
  ...input
}: FieldShell & { labels: PasswordLabels } & Omit<ComponentProps<"input">, "type">) {
  const made = useId();
  const id = given ?? made;
  const [shown, setShown] = useState(false);
  const [touched, setTouched] = useState(false);
  const toggle = (
    <>
      <button
        type="button"
        className="field__toggle"
        aria-controls={id}
        aria-label={shown ? labels.hide : labels.show}
        onClick={() => {
          setShown(!shown);
          setTouched(true);
        }}
      >
        <Icon name={shown ? "eye-off" : "eye"} />
      </button>
      <span className="visually-hidden" aria-live="polite">
        {touched && (shown ? labels.shown : labels.hidden)}
      </span>
    </>
  );
  return (
    <Shell id={id} label={label} hint={hint} error={error} icon={icon} after={after} end={toggle}>
      <input
        spellCheck={false}
        autoCapitalize="none"
        {...input}
        id={id}
        type={shown ? "text" : "password"}
        className="field__input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </Shell>
  );
}

export function Checkbox({
  label,
  error,
  id: given,
  ...input
}: { label: ReactNode; error?: ReactNode } & Omit<ComponentProps<"input">, "type">) {
  const made = useId();
  const id = given ?? made;
  return (
    <div className={error ? "field field--error" : "field"}>
      <div className="checkbox">
        <input
          {...input}
          id={id}
          type="checkbox"
          className="checkbox__input"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <label className="checkbox__label" htmlFor={id}>
          {label}
        </label>
      </div>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
