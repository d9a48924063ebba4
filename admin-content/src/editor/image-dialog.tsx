// A picture of the library, or a new one, with what it shows in words. Without `words` only the picture
// is asked.
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Dialog } from "storefront/kit/dialog.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { findImage, listImages } from "#app/api/images.ts";
import type { DeskImage } from "#app/api/types.ts";
import { imageText as text } from "#app/et/editor.ts";
import { strings } from "#app/et/strings.ts";
import { ImageUpload } from "./image-upload.tsx";
import { useSearch } from "./use-search.ts";

export type Words = { alt: string; decorative: boolean };

export function ImageDialog({
  chosen: before,
  words,
  onSave,
  onClose,
}: {
  /** Id of the picture that is there now. */
  chosen: string | null;
  words: Words | null;
  onSave: (image: DeskImage, words: Words) => void;
  onClose: () => void;
}) {
  const form = useId();
  const [typed, setTyped] = useState("");
  const search = useSearch(typed, listImages);
  const [sent, setSent] = useState<DeskImage[]>([]);
  const [chosen, setChosen] = useState<DeskImage | null>(null);
  const [alt, setAlt] = useState(words?.alt ?? "");
  const [decorative, setDecorative] = useState(words?.decorative ?? false);
  /** Of the picture that was chosen before; words that are not its own are the writer's. */
  const own = useRef<Words | null>(null);
  const [errors, setErrors] = useState<{ image?: string; alt?: string }>({});

  useEffect(() => document.getElementById(`${form}-search`)?.focus(), [form]);
  useEffect(() => {
    if (!before) return;
    const stop = new AbortController();
    findImage(before, stop.signal).then(
      (found) => {
        own.current ??= found;
        setChosen((now) => now ?? found);
      },
      () => {},
    );
    return () => stop.abort();
  }, [before]);

  const choose = (image: DeskImage) => {
    setChosen(image);
    setErrors({});
    // The library's own words, as long as nobody has written others, also while the picture was on its way.
    const last = own.current ?? { alt: "", decorative: words?.decorative ?? false };
    own.current = image;
    setAlt((now) => (!now.trim() || now === last.alt ? image.alt : now));
    setDecorative((now) => (now === last.decorative ? image.decorative : now));
  };
  const found = search.state === "found" ? search.found : [];
  const images = [...sent, ...found.filter((each) => sent.every(({ id }) => id !== each.id))];
  const save = (event: FormEvent) => {
    event.preventDefault();
    const silent = words !== null && !decorative && !alt.trim();
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
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      closeLabel={strings.common.close}
      className="dialog--wide"
      actions={
        <>
          <Button type="submit" form={form} look="primary">
            {words === null ? text.use : before ? text.change : text.save}
          </Button>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
        </>
      }
    >
      <form id={form} className="image-form" noValidate onSubmit={save}>
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
            // The first Enter takes what was found, the next one sends the form.
            if (event.key !== "Enter" || isChosen) return;
            event.preventDefault();
            if (first && search.isCurrent) choose(first);
          }}
        />
        <div role="status">
          {search.state === "failed" && <p className="targets__note">{text.failed}</p>}
          {search.state === "found" && images.length === 0 && (
            <p className="targets__note">{text.none}</p>
          )}
        </div>
        {images.length > 0 && (
          <fieldset className="choices">
            <legend className="visually-hidden">{text.images}</legend>
            {images.map((image) => (
              <label key={image.id} className="choices__image">
                <input
                  type="radio"
                  className="choices__radio"
                  name={`${form}-image`}
                  checked={chosen?.id === image.id}
                  onChange={() => choose(image)}
                />
                <img className="choices__picture" src={image.url} alt="" loading="lazy" />
                <span className="choices__name">{image.name}</span>
              </label>
            ))}
          </fieldset>
        )}
        {words !== null && (
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
      </form>
    </Dialog>
  );
}
