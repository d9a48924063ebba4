// A new image for the library, from a file.

import { useId, useState } from "react";
import type { DeskImage } from "#app/api/types.ts";
import { sendFile } from "#app/api/upload.ts";
import { imageText as text } from "#app/et/editor.ts";
import { imageFailure } from "#app/et/upload-failure.ts";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { withLogin } from "#app/session/with-login.ts";

export function ImageUpload({ onSent }: { onSent: (image: DeskImage) => void }) {
  const id = useId();
  const [announcement, setAnnouncement] = useState("");
  const [error, setError] = useState<string>();
  const [pending, send] = usePending(async (file: File) => {
    setAnnouncement(text.uploading);
    setError(undefined);
    try {
      const image = await withLogin(() =>
        sendFile("POST /desk/images", { query: { name: file.name }, body: file }),
      );
      setAnnouncement(text.uploaded(image.name));
      onSent(image);
    } catch (failure) {
      setAnnouncement("");
      setError(imageFailure(failure));
    }
  });
  useUnloadQuestion(pending);
  return (
    <div className={error ? "field field--error" : "field"}>
      <label className="field__label" htmlFor={id}>
        {text.upload}
      </label>
      <input
        id={id}
        type="file"
        className="field__input"
        accept="image/*"
        disabled={pending}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void send(file);
        }}
      />
      <p className="field__hint" role="status">
        {announcement}
      </p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    </div>
  );
}
