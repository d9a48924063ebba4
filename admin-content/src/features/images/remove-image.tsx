// Deletes an image. While a document shows it, the button says why it cannot be deleted.
import { useState } from "react";
import { api } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { DeskImage } from "#app/api/types.ts";
import { failureOf } from "#app/et/failure.ts";
import { imageStrings as text } from "#app/et/images.ts";
import { ConfirmDialog } from "#app/kit/confirm-dialog.tsx";
import { withLogin } from "#app/session/with-login.ts";

type Props = {
  image: DeskImage;
  isUsed: boolean;
  /** A document has started to show it meanwhile. */
  onRefused: () => Promise<void>;
  onRemoved: () => void;
};

export function RemoveImage({ image: { id, name }, isUsed: used, onRefused, onRemoved }: Props) {
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    try {
      await withLogin(() => api("DELETE /desk/images/{id}", { path: { id } }));
      onRemoved();
    } catch (error) {
      if (isApiError(error, 409)) {
        toast(text.removeRefused, { kind: "danger" });
        await onRefused().catch(() => {});
      } else toast(failureOf(error, text.removeFailed), { kind: "danger" });
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="desk-stack desk-image__remove">
      <Button
        look={used ? "secondary" : "danger"}
        aria-disabled={used || undefined}
        aria-describedby={used ? "image-remove-hint" : undefined}
        onClick={() => used || setAsking(true)}
      >
        {text.remove}
      </Button>
      {used && (
        <p className="field__hint" id="image-remove-hint">
          {text.removeHint}
        </p>
      )}
      {asking && (
        <ConfirmDialog
          title={text.removeTitle}
          confirm={text.remove}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{text.removeText(name)}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
