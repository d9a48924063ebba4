// How a row gets its books: chosen by hand, or by a rule that keeps it fresh by itself.
import { Field } from "storefront/kit/form/field.tsx";
import { Select } from "storefront/kit/form/select.tsx";
import type { Category } from "#app/api/books.ts";
import type { DeskSliderRule } from "#app/api/types.ts";
import { ruleStrings as text } from "#app/et/rule.ts";
import { treeOptions } from "#app/features/categories/tree.ts";
import { MAX_BOOKS } from "./order.ts";

/** What has an id and a message of its own. */
type Part = "rule" | "category" | "count";

const KINDS = ["own", "newest", "popular", "category"] as const;
const USUAL_COUNT = 12;

export function RuleField({
  ids,
  value,
  categories,
  errors = {},
  onChange,
}: {
  ids: Record<Part, string>;
  /** Null: the books are chosen by hand. */
  value: DeskSliderRule | null;
  categories: Category[];
  errors?: Partial<Record<Part, string | undefined>>;
  onChange: (value: DeskSliderRule | null) => void;
}) {
  const { rule: id } = ids;
  const kind = value?.kind ?? "own";
  const categoryError = `${ids.category}-error`;
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
      aria-describedby={errors.rule ? `${id}-error` : undefined}
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
            <>
              <Select
                id={ids.category}
                label={text.chooseCategory}
                value={value.categoryId ?? ""}
                options={[{ value: "", label: text.noCategory }, ...treeOptions(categories)]}
                aria-invalid={errors.category ? true : undefined}
                aria-describedby={errors.category ? categoryError : undefined}
                onChange={(event) => onChange({ ...value, categoryId: event.target.value || null })}
              />
              <p className="field__error" id={categoryError}>
                {errors.category}
              </p>
            </>
          )}
          <Field
            id={ids.count}
            error={errors.count}
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
