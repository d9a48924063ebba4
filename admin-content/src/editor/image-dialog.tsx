// Chooses an image of the library or uploads one. Without `description` it asks for no description.
import { useEffect, useId, useRef, useState } from "react";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { findImage, listImages } from "#app/api/calls.ts";
import type { DeskImage } from "#app/api/types.ts";
import { sendFile } from "#app/api/upload.ts";
import { imageText as text } from "#app/et/editor.ts";
import { imageFailure } from "#app/et/upload-failure.ts";
import { FormDialog } from "#app/kit/form-dialog.tsx";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { useSearch } from "#app/kit/use-search.ts";
import { withLogin } from "#app/session/with-login.ts";

export type ImageDescription = { alt: string; decorative: boolean };

type Props = {
  chosen: string | null;
  description: ImageDescription | null;
  onSave: (image: DeskImage, description: ImageDescription) => void;
  onClose: () => void;
};

export function ImageDialog({ chosen: before, description, onSave, onClose }: Props) {
  const form = useId();
  const [typed, setTyped] = useState("");
  const search = useSearch(typed, listImages);
  const [sent, setSent] = useState<DeskImage[]>([]);
  const [chosen, setChosen] = useState<DeskImage | null>(null);
  const [alt, setAlt] = useState(description?.alt ?? "");
  const [decorative, setDecorative] = useState(description?.decorative ?? false);
  /** The default description of the last chosen image. If `description` differs, the editor has typed it. */
  const defaultDescription = useRef<ImageDescription | null>(null);
  const [errors, setErrors] = useState<{ image?: string; alt?: string }>({});

  useEffect(() => {
    if (!before) return;
    const stop = new AbortController();
    findImage(before, stop.signal).then(
      (found) => {
        defaultDescription.current ??= found;
        setChosen((now) => now ?? found);
      },
      () => {},
    );
    return () => stop.abort();
  }, [before]);

  const choose = (image: DeskImage) => {
    setChosen(image);
    setErrors({});
    // Use the library's description, unless the editor has typed another one.
    const last = defaultDescription.current ?? {
      alt: "",
      decorative: description?.decorative ?? false,
    };
    defaultDescription.current = image;
    setAlt((now) => (!now.trim() || now === last.alt ? image.alt : now));
    setDecorative((now) => (now === last.decorative ? image.decorative : now));
  };
  const found = search.state === "found" ? search.found : [];
  const images = [...sent, ...found.filter((each) => sent.every(({ id }) => id !== each.id))];
  const save = () => {
    const silent = description !== null && !decorative && !alt.trim();
    if (!chosen || silent) {
      setErrors({
        ...(!chosen && { image: text.choose }),
        ...(silent && { alt: text.altRequired }),
      });
      document.getElementById(`${form}-${chosen ? "alt" : "search"}`)?.focus();
      return;
    }
    onSave(chosen, { alt: decorative ? "" : alt.trim(), decorative });
  };
  return (
    <FormDialog
      id={form}
      title={text.title}
      submit={description === null ? text.use : before ? text.change : text.save}
      className="desk-dialog-wide"
      focusId={`${form}-search`}
      onSubmit={save}
      onClose={onClose}
    >
      <ImageUpload
        onSent={(image) => {
          setSent((all) => [image, ...all]);
          choose(image);
        }}
      />
      <Field
        id={`${form}-search`}
        type="search"
        icon="search"
        label={text.search}
        value={typed}
        error={errors.image}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          const [first] = images;
          const isChosen = images.some(({ id }) => id === chosen?.id);
          // The first Enter chooses the first result, the next one submits the form.
          if (event.key !== "Enter" || isChosen) return;
          event.preventDefault();
          if (first && search.isCurrent) choose(first);
        }}
      />
      <div role="status">
        {search.state === "failed" && <p className="desk-note">{text.failed}</p>}
        {search.state === "found" && images.length === 0 && (
          <p className="desk-note">{text.none}</p>
        )}
      </div>
      {images.length > 0 && (
        <fieldset className="desk-scroller desk-images">
          <legend className="visually-hidden">{text.images}</legend>
          {images.map((image) => (
            <label key={image.id} className="desk-images__choice">
              <input
                type="radio"
                className="desk-radio"
                name={`${form}-image`}
                checked={chosen?.id === image.id}
                onChange={() => choose(image)}
              />
              <img className="desk-thumb" src={image.url} alt="" loading="lazy" />
              <span className="desk-images__name">{image.name}</span>
            </label>
          ))}
        </fieldset>
      )}
      {description !== null && (
        <>
          <Field
            id={`${form}-alt`}
            label={text.alt}
            hint={text.altHint}
            value={alt}
            maxLength={300}
            disabled={decorative}
            error={errors.alt}
            onChange={(event) => setAlt(event.target.value)}
          />
          <Checkbox
            label={text.decorative}
            checked={decorative}
            onChange={(event) => {
              setDecorative(event.target.checked);
              setErrors({});
            }}
          />
        </>
      )}
    </FormDialog>
  );
}

function ImageUpload({ onSent }: { onSent: (image: DeskImage) => void }) {
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
    <Field
      type="file"
      label={text.upload}
      accept="image/*"
      disabled={pending}
      error={error}
      after={
        <p className="field__hint" role="status">
          {announcement}
        </p>
      }
      onChange={(event) => {
        const [file] = event.target.files ?? [];
        event.target.value = "";
        if (file) void send(file);
      }}
    />
  );
}
