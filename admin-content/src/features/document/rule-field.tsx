import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import { treeOptions } from "#app/api/category-tree.ts";
import type { Category, SliderRule } from "#app/api/types.ts";
import { ruleStrings as text } from "#app/et/rule.ts";
import { MAX_BOOKS } from "./book-picker.tsx";

type RuleErrors = { rule?: string; "rule.categoryId"?: string; "rule.count"?: string };

const KINDS = ["own", "newest", "popular", "category"] as const;
const USUAL_COUNT = 12;

type Props = {
  /** The controls of its parts are `${id}-categoryId` and `${id}-count`. */
  id: string;
  /** Null: the books are chosen by hand. */
  value: SliderRule | null;
  categories: Category[];
  errors?: RuleErrors;
  onChange: (value: SliderRule | null) => void;
};

export function RuleField({ id, value, categories, errors = {}, onChange }: Props) {
  const kind = value?.kind ?? "own";
  const choose = (next: (typeof KINDS)[number]) =>
    onChange(
      next === "own"
        ? null
        : {
            kind: next,
            categoryId: next === "category" ? (value?.categoryId ?? null) : null,
            count: value?.count || USUAL_COUNT,
          },
    );
  return (
    <fieldset
      className="desk-group desk-rule"
      id={id}
      tabIndex={-1}
      aria-describedby={errors.rule ? `${id}-error` : undefined}
    >
      <legend className="desk-group__label">{text.legend}</legend>
      <div>
        {KINDS.map((each) => (
          <div key={each} className="checkbox desk-check">
            <input
              className="checkbox__input"
              type="radio"
              name={id}
              id={`${id}-${each}`}
              checked={kind === each}
              onChange={() => choose(each)}
            />
            <label className="checkbox__label" htmlFor={`${id}-${each}`}>
              {text[each]}
            </label>
          </div>
        ))}
      </div>
      {value && (
        <div className="desk-form">
          {value.kind === "category" && (
            <Select
              id={`${id}-categoryId`}
              label={text.chooseCategory}
              value={value.categoryId ?? ""}
              options={[{ value: "", label: text.noCategory }, ...treeOptions(categories)]}
              error={errors["rule.categoryId"]}
              onChange={(event) => onChange({ ...value, categoryId: event.target.value || null })}
            />
          )}
          <Field
            id={`${id}-count`}
            error={errors["rule.count"]}
            label={text.count}
            hint={text.countHint(MAX_BOOKS)}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_BOOKS}
            value={value.count || ""}
            onChange={(event) => onChange({ ...value, count: countOf(event.target.value) })}
          />
        </div>
      )}
      <p className="field__error" id={`${id}-error`}>
        {errors.rule}
      </p>
    </fieldset>
  );
}

function countOf(text: string): number {
  const count = Math.trunc(Number(text));
  return count >= 1 ? Math.min(count, MAX_BOOKS) : 0;
}
