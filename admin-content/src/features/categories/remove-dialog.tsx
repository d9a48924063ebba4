import { useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { siblings } from "#app/api/category-tree.ts";
import type { Category } from "#app/api/types.ts";
import { categoryStrings as text } from "#app/et/books.ts";
import { strings } from "#app/et/strings.ts";
import { ConfirmDialog } from "#app/kit/confirm-dialog.tsx";

/** The server refused the deletion. */
export type Refusal = {
  /** Sliders that show the category. If there are none, the category contains books or categories. */
  usedBy: string[];
};

type Props = {
  category: Category;
  categories: Category[];
  remove: () => Promise<Refusal | null>;
  onClose: () => void;
};

export function RemoveDialog({ category, categories, remove, onClose }: Props) {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const below = siblings(categories, category.id).length;
  const holds = category.bookCount > 0 || below > 0;
  if (holds || refused) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={text.refusedTitle}
        closeLabel={strings.common.close}
        actions={<Button onClick={onClose}>{strings.common.close}</Button>}
      >
        <p>
          {holds
            ? text.refused(category.name, category.bookCount, below)
            : text.refusedByServer(category.name, refused?.usedBy ?? [])}
        </p>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={text.removeTitle}
      confirm={text.removeShort}
      onConfirm={async () => setRefused(await remove())}
      onClose={onClose}
    >
      <p>{text.removeText(category.name)}</p>
    </ConfirmDialog>
  );
}
