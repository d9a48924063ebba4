import { type Branch, treeOf } from "#app/api/category-tree.ts";
import type { Category } from "#app/api/types.ts";
import { bookStrings as text } from "#app/et/books.ts";

type Choice = { id: string; chosen: string[]; onToggle: (categoryId: string) => void };

type Props = Choice & { label: string; categories: Category[]; error?: string };

export function CategoryBoxes({ label, categories, error, ...choice }: Props) {
  const { id } = choice;
  return (
    <fieldset
      className="desk-group"
      id={id}
      tabIndex={-1}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="desk-group__label">{label}</legend>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
      {categories.length === 0 ? (
        <p className="field__hint">{text.noCategories}</p>
      ) : (
        <div className="desk-boxes__scroller">
          <Boxes branches={treeOf(categories)} {...choice} />
        </div>
      )}
    </fieldset>
  );
}

function Boxes({ branches, ...choice }: Choice & { branches: Branch[] }) {
  const { id, chosen, onToggle } = choice;
  return (
    <ul className="desk-boxes__list">
      {branches.map(({ category, below }) => (
        <li key={category.id}>
          <div className="checkbox desk-check">
            <input
              className="checkbox__input"
              type="checkbox"
              id={`${id}-${category.id}`}
              checked={chosen.includes(category.id)}
              onChange={() => onToggle(category.id)}
            />
            <label className="checkbox__label" htmlFor={`${id}-${category.id}`}>
              {category.name}
            </label>
          </div>
          {below.length > 0 && <Boxes branches={below} {...choice} />}
        </li>
      ))}
    </ul>
  );
}
