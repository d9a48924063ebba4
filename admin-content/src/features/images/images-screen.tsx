import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { DeskImage } from "#app/api/types.ts";
import { sentText, imageStrings as text } from "#app/et/images.ts";
import { FileButton, UploadProgress } from "#app/kit/file-button.tsx";
import { MoveButton } from "#app/kit/move-button.tsx";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { SearchField } from "#app/kit/search-field.tsx";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";
import { paths } from "#app/paths.ts";
import { type Upload, Uploads } from "./uploads.ts";

const MOST = 200;

export function ImagesScreen() {
  const loaded = useLoaderData<DeskImage[]>();
  const [query] = useSearchParams();
  const [added, setAdded] = useState<DeskImage[]>([]);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const [uploads] = useState(
    () =>
      new Uploads(
        (image) => setAdded((now) => [image, ...now]),
        (count) => toast(text.added(count), { kind: "success" }),
        // Another screen does not show the list of uploads.
        (file, failure) =>
          isMounted.current || toast(`${file.name}: ${failure}`, { kind: "danger", ms: 0 }),
      ),
  );
  const uploading = useSyncExternalStore(uploads.subscribe, uploads.getSnapshot);
  useUnloadQuestion(uploading.some(({ failure }) => failure === null));
  const known = new Set(loaded.map(({ id }) => id));
  // A search shows only the server's results; a new upload may not match it.
  const fresh = query.get("q") ? [] : added;
  const images = [...fresh.filter(({ id }) => !known.has(id)), ...loaded];
  return (
    <div className="column">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        action={
          <FileButton
            look="primary"
            icon="plus"
            label={text.uploadInput}
            accept="image/*"
            multiple
            onFiles={(files) => uploads.add(files)}
          >
            {text.upload}
          </FileButton>
        }
      />
      {uploading.length > 0 && <UploadList list={uploading} uploads={uploads} />}
      <SearchField label={text.search} />
      <p className="desk-note desk-gap-3" role="status">
        {images.length > 0 ? text.found(images.length) : query.get("q") ? text.nothing : text.none}
        {loaded.length >= MOST && ` ${text.limit}`}
      </p>
      <ul className="desk-plain-list desk-image-grid">
        {images.map((image) => (
          <ImageCard key={image.id} image={image} />
        ))}
      </ul>
    </div>
  );
}

function UploadList({ list, uploads }: { list: Upload[]; uploads: Uploads }) {
  return (
    <ul className="desk-rows desk-gap-4" aria-label={text.uploads}>
      {list.map(({ key, file, share, failure }) => (
        <li key={key} className="desk-row desk-upload">
          <span className="desk-strong desk-upload__name">{file.name}</span>
          {failure ? (
            <>
              <span className="desk-error" role="alert">
                {failure}
              </span>
              <Button size="small" onClick={() => uploads.retry(key)}>
                {text.retry}
              </Button>
              <MoveButton
                icon="remove"
                name={`dismiss-${key}`}
                label={text.dismiss(file.name)}
                onClick={() => uploads.dismiss(key)}
              />
            </>
          ) : share === null ? (
            <span className="desk-note">{text.waiting}</span>
          ) : (
            <UploadProgress share={share} label={sentText(share)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ImageCard({ image: { id, name, alt, decorative, url, uses } }: { image: DeskImage }) {
  return (
    <li className="desk-image-card">
      <img className="desk-thumb" src={url} alt="" loading="lazy" />
      <Link className="desk-row__link" to={paths.image(id)}>
        {name}
      </Link>
      <span className="desk-muted desk-image-card__more">
        {decorative ? text.decorativeShort : alt || <strong>{text.altMissing}</strong>}
      </span>
      <span className="desk-muted desk-image-card__more">{text.uses(uses)}</span>
    </li>
  );
}
