// Form fields: a label, an optional hint, and an error row whose room is reserved so that nothing moves.
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { Icon, type IconName } from "#app/kit/icon.tsx";

type FrameProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The message below the field; also marks it invalid. */
  error?: ReactNode;
  icon?: IconName;
  /** Below the input, inside the field; a suggestion, for example. */
  after?: ReactNode;
  /** Content next to the input, inside its box. */
  end?: ReactNode;
};

/** The attributes that connect an input with the frame around it. */
export function fieldAttributes(id: string, { hint, error }: Pick<FrameProps, "hint" | "error">) {
  return {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby":
      [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
  };
}

/** Label, hint and error row around one input with `fieldAttributes`. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  icon,
  after,
  end,
  children,
}: FrameProps & { id: string; children: ReactNode }) {
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
  end,
  id: given,
  ...input
}: FrameProps & ComponentProps<"input">) {
  const made = useId();
  const id = given ?? made;
  return (
    <FieldFrame {...{ id, label, hint, error, icon, after, end }}>
      <input {...input} {...fieldAttributes(id, { hint, error })} className="field__input" />
    </FieldFrame>
  );
}

export type PasswordLabels = { show: string; hide: string; shown: string; hidden: string };

/** A password with a button that shows and hides it, and announces the change to screen readers. */
export function PasswordField({
  labels,
  id: given,
  ...field
}: { labels: PasswordLabels } & Omit<ComponentProps<typeof Field>, "type" | "end">) {
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
    <Field
      spellCheck={false}
      autoCapitalize="none"
      {...field}
      id={id}
      type={shown ? "text" : "password"}
      end={toggle}
    />
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
          {...fieldAttributes(id, { error })}
          type="checkbox"
          className="checkbox__input"
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
