import { operatorStrings as text } from "#app/et/operator/common.ts";
import { TextArea } from "#app/kit/text-area.tsx";
import { fieldId } from "./form-messages.tsx";

export function ReasonField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <TextArea
      id={fieldId("reason")}
      label={text.reason}
      hint={text.reasonHint}
      rows={2}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
