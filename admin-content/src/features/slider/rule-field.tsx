// How a row gets its books: chosen by hand, or by a rule that keeps it fresh by itself.
import { Field } from "storefront/kit/field.tsx";
import { Select } from "storefront/kit/select.tsx";
import type { Category } from "#app/api/books.ts";
import { ruleStrings as text } from "#app/et/books.ts";
import { treeOptions } from "#app/features/categories/tree.ts";
import { MAX_BOOKS } from "./order.ts";

export type SliderRule = {
  kind: "newest" | "popular" | "category";
  /** Of the kind `category` alone. */
  categoryId: string | null;
  /** 0 while nothing usable is typed. */
  count: number;
};

const KINDS = ["own", "newest", "popular", "category"] as const;
const USUAL_COUNT = 12;

export function RuleField({
  id = "slider-rule",
  value,
  categories,
  error,
  onChange,
}: {
  id?: string;
  /** Null: the books are chosen by hand. */
  value: SliderRule | null;
  categories: Category[];
  error?: string | undefined;
  onChange: (value: SliderRule | null) => void;
}) {
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
      className="rule"
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="people__label">{text.legend}</legend>
      <div>
        {KINDS.map((each) => (
          <div key={each} className="checkbox boxes__box">
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
        <div className="rule__more">
          {value.kind === "category" && (
            <Select
              label={text.chooseCategory}
              value={value.categoryId ?? ""}
              options={[{ value: "", label: text.noCategory }, ...treeOptions(categories)]}
              onChange={(event) => onChange({ ...value, categoryId: event.target.value || null })}
            />
          )}
          <Field
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
        {error}
      </p>
    </fieldset>
  );
}

function countOf(text: string): number {
  const count = Math.trunc(Number(text));
  return count >= 1 ? Math.min(count, MAX_BOOKS) : 0;
}
