import { api } from "storefront/api/client.ts";
import type { DeskImage, ImageValues } from "#app/api/types.ts";
import { imageStrings as text } from "#app/et/images.ts";
import { booleanField, type FieldTable, required, textField } from "#app/working-copy/fields.ts";
import type { Kind } from "#app/working-copy/types.ts";
import { WorkingCopy } from "#app/working-copy/working-copy.ts";

export type ImageCopy = WorkingCopy<ImageValues, DeskImage, "replace">;

export const imageFields: FieldTable<ImageValues> = {
  name: textField(text.name, { check: required }),
  alt: textField(text.alt),
  decorative: booleanField(text.decorativeShort),
};

const imageKind: Kind<ImageValues, DeskImage> = {
  prefix: "image",
  fields: imageFields,
  valuesOf: ({ name, alt, decorative }) => ({ name, alt, decorative }),
  versionOf: ({ version }) => version,
  save: ({ id }, values, { basedOn }) =>
    api("PUT /desk/images/{id}", { path: { id }, body: { basedOn, ...values } }),
  onConflict: "mine",
};

export const newImageCopy = (image: DeskImage): ImageCopy => new WorkingCopy(imageKind, image);
