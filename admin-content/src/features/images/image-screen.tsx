// One image: its name and description, the replacement of its file, and the documents that show it.
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { api } from "storefront/api/client.ts";
import { Button } from "storefront/kit/button.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { findImage } from "#app/api/calls.ts";
import type { DeskAudit, ImageWithUses, Kind } from "#app/api/types.ts";
import { sendFile } from "#app/api/upload.ts";
import { bytesText, imageRecoveryStrings, sentText, imageStrings as text } from "#app/et/images.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { imageFailure } from "#app/et/upload-failure.ts";
import { FileButton, UploadProgress } from "#app/kit/file-button.tsx";
import { ReplaceDialog } from "#app/kit/replace-dialog.tsx";
import { BackLink } from "#app/kit/screen-head.tsx";
import { useUnloadQuestion } from "#app/kit/unload-question.ts";
import { paths } from "#app/paths.ts";
import { withLogin } from "#app/session/with-login.ts";
import { Changes, changesIn } from "#app/working-copy/changes.tsx";
import { namesOf } from "#app/working-copy/fields.ts";
import { formPropsOf } from "#app/working-copy/form-props.tsx";
import { LeaveGuard } from "#app/working-copy/leave-guard.tsx";
import { RecoveryNotice } from "#app/working-copy/recovery-notice.tsx";
import { useBackups, useSave, useWorkingCopy } from "#app/working-copy/use-working-copy.ts";
import { imageFields, newImageCopy } from "./image-copy.ts";
import { RemoveImage } from "./remove-image.tsx";

const savedText = () => text.saved;

type Props = { image: ImageWithUses };

export function ImageScreen({ image: { usedBy: loadedUses, ...loaded } }: Props) {
  const { copy, state } = useWorkingCopy(() => newImageCopy(loaded));
  const backups = useBackups(loaded.id, copy);
  const [usedBy, setUsedBy] = useState(loadedUses);
  /** The sent share of the file, 0 to 1. */
  const [sent, setSent] = useState(0);
  const [fileError, setFileError] = useState("");
  /** A replaced image may have the old address. A new query makes the browser fetch it again. */
  const [replaced, setReplaced] = useState(0);
  const navigate = useNavigate();
  const [isRemoved, setRemoved] = useState(false);
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const { remote: image, values, busy } = state;
  // The unsaved description is deleted with the image.
  const dirty = state.dirty && !isRemoved;
  const live = usedBy.filter((each) => each.live).length;
  useUnloadQuestion(busy === "replace");
  useEffect(() => {
    if (!isRemoved) return;
    backups.discard();
    toast(text.removed, { kind: "success" });
    void navigate(paths.images, { replace: true });
  }, [isRemoved, backups, navigate]);

  const save = useSave(copy, savedText);
  const replace = async (file: File) => {
    setFileError("");
    const outcome = await copy.run("replace", async () => {
      setSent(0);
      return copy.receive(
        await withLogin(() =>
          sendFile("PUT /desk/images/{id}/file", { path: { id: image.id }, body: file }, setSent),
        ),
      );
    });
    const { error } = copy.getSnapshot();
    if (outcome === "busy") return;
    if (error) setFileError(imageFailure(error));
    else {
      setReplaced((count) => count + 1);
      toast(text.replaced, { kind: "success" });
    }
  };

  const shown = replaced > 0 ? `${image.url}?${replaced}` : image.url;
  const { summary, text: textOf, checkbox } = formPropsOf(copy, state);
  return (
    <div className="column">
      <title>{`${image.name} | ${strings.common.product}`}</title>
      <BackLink to={paths.images}>{text.back}</BackLink>
      <h1 className="desk-title">{image.name}</h1>
      <RecoveryNotice
        copy={copy}
        backups={backups}
        strings={imageRecoveryStrings}
        focusId="image-name"
      />
      <div className="desk-split desk-image">
        <div className="desk-stack">
          <img className="desk-image__image" src={shown} alt={image.alt} />
          <p className="field__hint">
            {text.size(image.width, image.height)} · {bytesText(image.bytes)}
          </p>
          <p className="field__hint">{text.addedBy(image.createdBy, moment(image.createdAt))}</p>
          <FileButton
            label={text.replaceInput}
            accept="image/*"
            pending={busy !== null}
            onFiles={([file]) => file && (live > 0 ? setChosenFile(file) : void replace(file))}
          >
            {text.replace}
          </FileButton>
          <p className="field__hint">{text.replaceHint}</p>
          {busy === "replace" && <UploadProgress share={sent} label={sentText(sent)} />}
          <p className="field__error" role="alert">
            {fileError}
          </p>
        </div>
        <div className="desk-stack desk-image__main">
          <form
            className="desk-stack desk-image__form"
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              void save();
            }}
          >
            {summary}
            <Field {...textOf("name")} maxLength={200} />
            <Field
              {...textOf("alt")}
              hint={text.altHint}
              maxLength={500}
              disabled={values.decorative}
            />
            <Checkbox {...checkbox("decorative")} label={text.decorative} />
            <p className="field__hint" role="status">
              {dirty ? strings.common.unsaved : strings.common.allSaved}
            </p>
            <Button type="submit" look="primary" pending={busy === "save"}>
              {busy === "save" ? strings.common.saving : strings.common.save}
            </Button>
          </form>
          <Uses usedBy={usedBy} />
          <Changes load={() => api("GET /desk/images/{id}/audit", { path: { id: image.id } })}>
            {changeOf}
          </Changes>
          <RemoveImage
            image={image}
            isUsed={usedBy.length > 0}
            onRefused={async () => setUsedBy((await withLogin(() => findImage(image.id))).usedBy)}
            onRemoved={() => setRemoved(true)}
          />
        </div>
      </div>
      {chosenFile && (
        <ReplaceDialog
          file={chosenFile}
          title={text.replaceTitle}
          lead={text.replaceText(live)}
          before={<img className="desk-replaced__image" src={shown} alt={image.alt} />}
          onReplace={() => {
            setChosenFile(null);
            void replace(chosenFile);
          }}
          onClose={() => setChosenFile(null)}
        />
      )}
      <LeaveGuard dirty={dirty} saving={busy !== null} save={save} onDiscard={backups.discard} />
    </div>
  );
}

function Uses({ usedBy }: Pick<ImageWithUses, "usedBy">) {
  return (
    <section aria-labelledby="image-uses">
      <h2 className="desk-title-3" id="image-uses">
        {text.usedBy}
      </h2>
      {usedBy.length === 0 && <p className="field__hint">{text.unused}</p>}
      <ul className="desk-plain-list">
        {usedBy.map(({ id, kind, title, live }) => (
          <li key={id}>
            <Link to={paths.document(id)}>{title}</Link> · {strings.kinds[kind as Kind]}
            {live && ` · ${text.live}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The entry of a replaced file has no changed fields. */
function changeOf(entry: DeskAudit): ReactNode {
  return changesIn(entry).map(([member, { from, to }]) => {
    const name = namesOf(imageFields).find((each) => each === member);
    return (
      name && (
        <p key={name}>{`${imageFields[name].label}: ${valueText(from)} → ${valueText(to)}`}</p>
      )
    );
  });
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? text.yes : text.no;
  return value ? `„${value}“` : text.empty;
}
