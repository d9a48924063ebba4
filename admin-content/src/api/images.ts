// The calls of pictures.
import { request as api } from "storefront/api/client.ts";
import type { DeskAudit, DeskImage, Kind } from "./types.ts";
import { type OnSent, sendFile } from "./upload.ts";

export type ImageValues = { name: string; alt: string; decorative: boolean };

export type ImageUse = { id: string; kind: Kind; title: string; live: boolean };
export type ImageWithUses = DeskImage & { usedBy: ImageUse[] };

export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Newest first, at most 200. */
export const listImages = (search: string, signal?: AbortSignal) =>
  api<DeskImage[]>(`/desk/images?q=${encodeURIComponent(search)}`, { signal });

export const findImage = (id: string, signal?: AbortSignal) =>
  api<ImageWithUses>(`/desk/images/${encodeURIComponent(id)}`, { signal });

export const addImage = (file: File, onSent?: OnSent) =>
  sendFile<DeskImage>("POST", `/desk/images?name=${encodeURIComponent(file.name)}`, file, onSent);

export const listImageAudit = (id: string, signal?: AbortSignal) =>
  api<DeskAudit[]>(`/desk/images/${encodeURIComponent(id)}/audit`, { signal });

/** A stale save finds the current picture in `problem.current`. */
export const saveImage = (id: string, basedOn: number, values: ImageValues) =>
  api<DeskImage>(`/desk/images/${id}`, { method: "PUT", body: { basedOn, ...values } });

/** All documents show the new picture. */
export const replaceImage = (id: string, file: File, onSent?: OnSent) =>
  sendFile<DeskImage>("PUT", `/desk/images/${id}/file`, file, onSent);

export const deleteImage = (id: string) => api<void>(`/desk/images/${id}`, { method: "DELETE" });
