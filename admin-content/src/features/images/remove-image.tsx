// Deletes a picture that no text shows. While one does, the button tells why it cannot.
import { useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { deleteImage } from "#app/api/images.ts";
import type { DeskImage } from "#app/api/types.ts";
import { failureOf } from "#app/et/failure.ts";
import { imageStrings as text } from "#app/et/images.ts";
import { strings } from "#app/et/strings.ts";
import { withLogin } from "#app/session/with-login.ts";

export function RemoveImage({
  image: { id, name },
  isUsed: used,
  onRefused,
  onRemoved,
}: {
  image: DeskImage;
  /** A text shows it. */
  isUsed: boolean;
  /** A text has begun to show it meanwhile. */
  onRefused: () => Promise<void>;
  onRemoved: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    try {
      await withLogin(() => deleteImage(id));
      onRemoved();
    } catch (error) {
      if (isApiError(error, 409)) {
        toast(text.removeRefused, { kind: "danger" });
        await onRefused().catch(() => {});
      } else toast(failureOf(error, text.removeFailed), { kind: "danger" });
    } finally {
      setPending(false);
      setAsking(false);
    }
  };
  return (
    <div className="image__remove">
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
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.removeTitle}
        closeLabel={strings.common.close}
        actions={
          <>
            <Button look="danger" pending={pending} onClick={remove}>
              {text.remove}
            </Button>
            <Button onClick={() => setAsking(false)}>{strings.common.cancel}</Button>
          </>
        }
      >
        <p>{text.removeText(name)}</p>
      </Dialog>
    </div>
  );
}
