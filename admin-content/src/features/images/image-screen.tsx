// One picture: its name and description, another file in its place, and the texts that show it.
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { isApiError } from "storefront/api/errors.ts";
import { Button } from "storefront/kit/button.tsx";
import { ErrorSummary } from "storefront/kit/form/error-summary.tsx";
import { Checkbox, Field } from "storefront/kit/form/field.tsx";
import { Icon } from "storefront/kit/icon.tsx";
import { toast } from "storefront/kit/toast.tsx";
import {
  findImage,
  type ImageValues,
  type ImageWithUses,
  listImageAudit,
  replaceImage,
  saveImage,
} from "#app/api/images.ts";
import type { DeskAudit, DeskImage } from "#app/api/types.ts";
import { bytesText, sentText, imageStrings as text } from "#app/et/images.ts";
import { strings } from "#app/et/strings.ts";
import { moment } from "#app/et/time.ts";
import { Changes, changesIn } from "#app/features/changes/changes.tsx";
import { LeaveGuard } from "#app/features/document/leave-guard.tsx";
import { useUnloadQuestion } from "#app/features/document/unload-question.ts";
import { merged } from "#app/features/merge/merged.ts";
import { ask } from "#app/features/session/ask.ts";
import { failureOf } from "#app/features/session/failure.ts";
import { pictureFault } from "#app/features/upload/faults.ts";
import { FileButton, Sending } from "#app/features/upload/file-button.tsx";
import { ReplaceDialog } from "#app/features/upload/replace-dialog.tsx";
import { paths } from "#app/paths.ts";
import { RemoveImage } from "./remove-image.tsx";

type Errors = { name?: string; alt?: string };

const valuesOf = ({ name, alt, decorative }: DeskImage): ImageValues => ({ name, alt, decorative });

export function ImageScreen({ image: loaded }: { image: ImageWithUses }) {
  const [image, setImage] = useState(loaded);
  const [values, setValues] = useState(() => valuesOf(loaded));
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState<"save" | "replace" | null>(null);
  const [sent, setSent] = useState(0);
  const [fault, setFault] = useState("");
  /** The address of a replaced picture may be the old one's: the browser is made to fetch it again. */
  const [replaced, setReplaced] = useState(0);
  const navigate = useNavigate();
  const [gone, setGone] = useState(false);
  /** Goes in the picture's place when it is said so. */
  const [asked, setAsked] = useState<File | null>(null);
  useUnloadQuestion(busy === "replace");
  const live = image.usedBy.filter((each) => each.live).length;
  useEffect(() => {
    if (!gone) return;
    toast(text.removed, { kind: "success" });
    void navigate(paths.images, { replace: true });
  }, [gone, navigate]);
  // With the picture its unsaved description is gone too.
  const dirty =
    !gone &&
    (values.name !== image.name ||
      values.alt !== image.alt ||
      values.decorative !== image.decorative);
  const change = (patch: Partial<ImageValues>) => setValues((now) => ({ ...now, ...patch }));
  const show = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const save = async (): Promise<boolean> => {
    if (busy) return false;
    const missing = values.name.trim() ? {} : { name: strings.common.required };
    show(missing);
    if (missing.name) return false;
    setBusy("save");
    try {
      const now = await ask(() => findImage(image.id));
      const together = merged(valuesOf(image), values, valuesOf(now));
      if (together.both.length > 0) {
        setImage(now);
        setValues(together.values);
        const theirs = { name: now.name, alt: now.alt };
        const told = (["name", "alt"] as const).filter((each) => together.both.includes(each));
        show(
          Object.fromEntries(told.map((each) => [each, strings.common.meanwhile(theirs[each])])),
        );
        return false;
      }
      const saved = await ask(() => saveImage(image.id, together.values));
      setImage((now) => ({ ...now, ...saved }));
      // What was typed meanwhile stays.
      setValues((now) => (now === values ? valuesOf(saved) : now));
      toast(text.saved, { kind: "success" });
      return true;
    } catch (error) {
      const refused = isApiError(error, 422) ? refusals(error.problem.errors ?? []) : {};
      if (Object.keys(refused).length > 0) show(refused);
      else toast(failureOf(error, text.saveFailed), { kind: "danger", ms: 0 });
      return false;
    } finally {
      setBusy(null);
    }
  };
  const replace = async (file: File) => {
    if (busy) return;
    setFault("");
    setSent(0);
    setBusy("replace");
    try {
      const saved = await ask(() => replaceImage(image.id, file, setSent));
      setImage((now) => ({ ...now, ...saved }));
      setReplaced((count) => count + 1);
      toast(text.replaced, { kind: "success" });
    } catch (error) {
      setFault(pictureFault(error));
    } finally {
      setBusy(null);
    }
  };

  const shown = replaced > 0 ? `${image.url}?${replaced}` : image.url;
  const list = (["name", "alt"] as const).flatMap((name) =>
    errors[name] ? [{ id: `image-${name}`, message: `${text[name]}: ${errors[name]}` }] : [],
  );
  return (
    <div className="image column">
      <title>{`${image.name} | ${strings.common.product}`}</title>
      <Link className="back" to={paths.images}>
        <Icon name="arrow-left" />
        {text.back}
      </Link>
      <h1 className="book__title">{image.name}</h1>
      <div className="image__parts">
        <div className="image__side">
          <img className="image__picture" src={shown} alt={image.alt} />
          <p className="field__hint">
            {text.size(image.width, image.height)} · {bytesText(image.bytes)}
          </p>
          <p className="field__hint">{text.addedBy(image.createdBy, moment(image.createdAt))}</p>
          <FileButton
            label={text.replaceInput}
            accept="image/*"
            pending={busy !== null}
            onFiles={([file]) => file && (live > 0 ? setAsked(file) : void replace(file))}
          >
            {text.replace}
          </FileButton>
          <p className="field__hint">{text.replaceHint}</p>
          {busy === "replace" && <Sending share={sent} label={sentText(sent)} />}
          <p className="field__error" role="alert">
            {fault}
          </p>
        </div>
        <div className="image__main">
          <form
            className="image__form"
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              void save();
            }}
          >
            <ErrorSummary title={strings.common.errorSummary} errors={list} attempt={attempt} />
            <Field
              id="image-name"
              label={text.name}
              value={values.name}
              maxLength={200}
              error={errors.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <Field
              id="image-alt"
              label={text.alt}
              hint={text.altHint}
              value={values.alt}
              maxLength={500}
              disabled={values.decorative}
              error={errors.alt}
              onChange={(event) => change({ alt: event.target.value })}
            />
            <Checkbox
              label={text.decorative}
              checked={values.decorative}
              onChange={(event) => change({ decorative: event.target.checked })}
            />
            <p className="field__hint" role="status">
              {dirty ? text.unsaved : text.allSaved}
            </p>
            <Button type="submit" look="primary" pending={busy === "save"}>
              {busy === "save" ? text.saving : text.save}
            </Button>
          </form>
          <Uses image={image} />
          <Changes load={() => listImageAudit(image.id)}>{changeOf}</Changes>
          <RemoveImage
            image={image}
            onRefused={async () => setImage(await ask(() => findImage(image.id)))}
            onRemoved={() => setGone(true)}
          />
        </div>
      </div>
      {asked && (
        <ReplaceDialog
          file={asked}
          title={text.replaceTitle}
          lead={text.replaceText(live)}
          before={<img className="replaced__picture" src={shown} alt={image.alt} />}
          onReplace={() => {
            setAsked(null);
            void replace(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
      <LeaveGuard dirty={dirty} saving={busy !== null} save={save} onLeave={() => {}} />
    </div>
  );
}

function Uses({ image: { usedBy } }: { image: ImageWithUses }) {
  return (
    <section aria-labelledby="image-uses">
      <h2 className="files__title" id="image-uses">
        {text.usedBy}
      </h2>
      {usedBy.length === 0 && <p className="field__hint">{text.unused}</p>}
      <ul className="image__uses">
        {usedBy.map(({ id, kind, title, live }) => (
          <li key={id}>
            <Link to={paths.item(id)}>{title}</Link> · {strings.kinds[kind]}
            {live && ` · ${text.live}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

const NAMES: Record<string, string> = {
  name: text.name,
  alt: text.alt,
  decorative: text.decorativeShort,
};

/** Another file is told by the act itself. */
function changeOf(entry: DeskAudit): ReactNode {
  return changesIn(entry).map(([member, { from, to }]) => {
    const name = NAMES[member];
    return name && <p key={member}>{`${name}: ${valueText(from)} → ${valueText(to)}`}</p>;
  });
}

function valueText(value: unknown): string {
  if (typeof value === "boolean") return value ? text.yes : text.no;
  return value ? `„${value}“` : text.empty;
}

function refusals(faults: { field: string; code: string }[]): Errors {
  const errors: Errors = {};
  for (const { field, code } of faults) {
    const message =
      code === "too-long"
        ? text.tooLong
        : code === "required"
          ? strings.common.required
          : text.invalid;
    if (field === "name" || field === "alt") errors[field] = message;
  }
  return errors;
}
