import { useLayoutEffect, useRef } from "react";
import type { FetcherWithComponents } from "react-router";
import { Button, type ButtonLook } from "#app/kit/button.tsx";
import { Field } from "./field.tsx";

/** What the route's action returns: `error` is null on success. */
export type CodeResult = { error: string | null };

/** Submits `code` to the route's action by `fetcher`. The error disappears when the person types again. */
export function CodeForm({
  fetcher,
  id,
  label,
  hint,
  disabled,
  button,
  look,
}: {
  fetcher: FetcherWithComponents<CodeResult>;
  id: string;
  label: string;
  hint?: string | undefined;
  disabled: boolean;
  button: string;
} & Pick<ButtonLook, "look">) {
  const form = useRef<HTMLFormElement>(null);
  const { data, state } = fetcher;
  const pending = state !== "idle";
  useLayoutEffect(() => {
    if (data?.error === null) form.current?.reset();
  }, [data]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      className="code-form"
      noValidate
      onSubmit={(event) => {
        const code = new FormData(event.currentTarget).get("code");
        if (disabled || pending || !String(code ?? "").trim()) event.preventDefault();
      }}
    >
      <Field
        id={id}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        label={label}
        hint={hint}
        error={data?.error}
        disabled={disabled}
        onChange={() => data?.error && fetcher.reset()}
      />
      <Button type="submit" look={look} pending={pending} disabled={disabled}>
        {button}
      </Button>
    </fetcher.Form>
  );
}

/** The code of a submitted CodeForm. */
export async function codeOf(request: Request): Promise<string> {
  return String((await request.formData()).get("code") ?? "").trim();
}
