import { useRef, useState } from "react";
import { authStrings } from "#app/et/screens/auth.ts";
import { Field } from "#app/kit/form/field.tsx";

export function EmailField({
  suggest = false,
  ...field
}: {
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  suggest?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const look = async (typed: string) => {
    // The form works without suggestions.
    const found = await import("./email-suggestion.ts").catch(() => null);
    const input = box.current?.querySelector("input");
    if (found && input?.value === typed) setSuggestion(found.suggestEmail(typed));
  };
  const accept = () => {
    const input = box.current?.querySelector("input");
    if (!input || !suggestion) return;
    input.value = suggestion;
    setSuggestion(null);
    input.focus();
  };
  return (
    <div ref={box}>
      <Field
        {...field}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        icon="envelope"
        onChange={() => setSuggestion(null)}
        onBlur={suggest ? (event) => look(event.target.value) : undefined}
        after={
          suggest && (
            <p className="auth__suggestion" aria-live="polite">
              {suggestion && (
                <>
                  {authStrings.didYouMean}{" "}
                  <button type="button" className="auth__suggested" onClick={accept}>
                    {suggestion}
                  </button>
                  ?
                </>
              )}
            </p>
          )
        }
      />
    </div>
  );
}
