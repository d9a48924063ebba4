// The email field of the account forms; on registration it suggests a correction for a typo.
import { useRef, useState } from "react";
import { authStrings } from "#app/et/screens/auth.ts";
import { Field } from "#app/kit/form/field.tsx";

export function EmailField({
  id,
  error,
  suggest = false,
  autoComplete = "username",
}: {
  id: string;
  error?: string | undefined;
  suggest?: boolean;
  autoComplete?: string;
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
        id={id}
        name="email"
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        icon="envelope"
        label={authStrings.email}
        error={error}
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
