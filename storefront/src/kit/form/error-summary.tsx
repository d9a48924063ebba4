// The list of a form's errors above the form. Each line links to its field. Takes focus when it appears.
import { useEffect, useRef } from "react";

export type FieldError = { id: string; message: string };

/** `attempt` grows with each try to send, so the same errors take focus again. */
export function ErrorSummary({
  title,
  errors,
  attempt,
}: {
  title: string;
  errors: FieldError[];
  attempt?: number | string;
}) {
  const box = useRef<HTMLElement>(null);
  const any = errors.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt takes focus again
  useEffect(() => {
    if (any) box.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <section className="error-summary" ref={box} tabIndex={-1} aria-label={title}>
      <h2 className="error-summary__title">{title}</h2>
      <ul className="error-summary__list">
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              className="error-summary__link"
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(id);
                document.querySelector(`label[for="${id}"]`)?.scrollIntoView({ block: "nearest" });
                field?.focus({ preventScroll: true });
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
