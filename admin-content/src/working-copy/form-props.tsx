// Connects the controls of a form with the fields of a working copy.
import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { strings } from "#app/et/strings.ts";
import { controlId, type Errors, errorsOf, summaryOf } from "./fields.ts";
import type { WorkingState } from "./types.ts";
import type { WorkingCopy } from "./working-copy.ts";

type NamesWith<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

type Changed = { target: { value: string } };
type Toggled = { target: { checked: boolean } };

export function formPropsOf<Values extends object, Remote, Action extends string>(
  copy: WorkingCopy<Values, Remote, Action>,
  { values, invalid, overwritten, attempt }: WorkingState<Values, Remote, Action>,
  textOf: (value: unknown, name: string) => string = String,
) {
  const { prefix, fields } = copy.kind;
  const meanwhile = Object.entries(overwritten).map(([name, value]) => [
    name,
    strings.common.meanwhile(textOf(value, name)),
  ]);
  const errors: Errors<Values> = {
    ...Object.fromEntries(meanwhile),
    ...errorsOf(fields, invalid),
  };
  const control = <Name extends keyof Values & string>(name: Name) => ({
    id: controlId(prefix, name),
    label: fields[name].label,
    error: (errors as Record<string, string | undefined>)[name],
  });
  const edit = (name: string, value: unknown) => copy.edit({ [name]: value } as Partial<Values>);
  return {
    errors,
    summary: (
      <ErrorSummary
        title={strings.common.errorSummary}
        errors={summaryOf(fields, prefix, errors)}
        attempt={attempt}
      />
    ),
    /** Props of a control that is neither text nor a checkbox; the caller adds `value` and `onChange`. */
    control,
    text: <Name extends NamesWith<Values, string>>(name: Name) => ({
      ...control(name),
      value: values[name] as string,
      onChange: (event: Changed) => edit(name, event.target.value),
    }),
    checkbox: (name: NamesWith<Values, boolean>) => ({
      ...control(name),
      checked: values[name] as boolean,
      onChange: (event: Toggled) => edit(name, event.target.checked),
    }),
  };
}
