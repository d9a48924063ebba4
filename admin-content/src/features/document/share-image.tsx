import { useEffect, useState, useSyncExternalStore } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { findImage } from "#app/api/calls.ts";
import { type Refs, refOfImage } from "#app/editor/refs.ts";
import { documentText as text } from "#app/et/document.ts";
import { imageText } from "#app/et/editor.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { Loadable } from "#app/kit/loadable.tsx";

const loadImageDialog = async () => (await import("#app/editor/image-dialog.tsx")).ImageDialog;

type Props = {
  id: string;
  label: string;
  image: string | null;
  refs: Refs;
  error?: string | undefined;
  onChange: (image: string | null) => void;
};

export function ShareImage({ id, label, image, refs, error, onChange }: Props) {
  const [choosing, setChoosing] = useState(false);
  const known = useSyncExternalStore(refs.subscribe, () =>
    image ? refs.find(`image/${image}`) : undefined,
  );
  useEffect(() => {
    if (!image || refs.find(`image/${image}`)) return;
    const stop = new AbortController();
    findImage(image, stop.signal).then(
      (found) => refs.add([refOfImage(found)]),
      (failure) => {
        if (!stop.signal.aborted && !isApiError(failure)) throw failure;
      },
    );
    return () => stop.abort();
  }, [image, refs]);
  return (
    <section className="desk-stack desk-share" aria-labelledby={`${id}-label`}>
      <h2 className="desk-title-4" id={`${id}-label`}>
        {label}
      </h2>
      <p className="field__hint">{text.shareImageHint}</p>
      {image &&
        (known?.imageUrl ? (
          <img className="desk-share__image" src={known.imageUrl} alt={known.title} />
        ) : (
          <p className="field__hint">{imageText.unknown}</p>
        ))}
      <div className="desk-buttons">
        <Button
          id={id}
          size="small"
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => setChoosing(true)}
        >
          {image ? text.changeImage : text.chooseImage}
        </Button>
        {image && (
          <Button
            size="small"
            onClick={() => {
              onChange(null);
              focusSoon(id);
            }}
          >
            {text.removeImage}
          </Button>
        )}
      </div>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
      {choosing && (
        <Loadable
          load={loadImageDialog}
          props={{
            chosen: image,
            description: null,
            onClose: () => setChoosing(false),
            onSave: (chosen) => {
              refs.add([refOfImage(chosen)]);
              onChange(chosen.id);
              setChoosing(false);
            },
          }}
        />
      )}
    </section>
  );
}
