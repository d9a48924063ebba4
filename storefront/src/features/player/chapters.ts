// Places in a book (chapter and seconds within it) and their book time.
import type { Chapter } from "#app/api/types.ts";

export type { Chapter };

/** `index` counts chapters from 0; `position` is seconds from the start of the chapter. */
export type Place = { index: number; position: number };

export const START: Place = { index: 0, position: 0 };

/** A jump of more than this many seconds of book time can be undone. */
export const LEAP_S = 60;

export function chapterLength(chapter: Chapter | undefined): number {
  return chapter ? Math.max(0, chapter.end - chapter.start) : 0;
}

/** Seconds from the start of the book. */
export function bookTime(chapters: readonly Chapter[], place: Place): number {
  let time = place.position;
  for (let i = 0; i < place.index; i++) time += chapterLength(chapters[i]);
  return time;
}

export function bookLength(chapters: readonly Chapter[]): number {
  return bookTime(chapters, { index: chapters.length, position: 0 });
}

/** The place `time` seconds from the start of the book, limited to the book. */
export function placeAt(chapters: readonly Chapter[], time: number): Place {
  let rest = Math.max(0, time);
  for (let index = 0; index < chapters.length; index++) {
    const length = chapterLength(chapters[index]);
    if (rest < length || index === chapters.length - 1) {
      return { index, position: Math.min(rest, length) };
    }
    rest -= length;
  }
  return START;
}

/** `place` limited to the book: a stored place may be of an earlier edition. */
export function clampPlace(chapters: readonly Chapter[], place: Place): Place {
  const last = chapters.length - 1;
  if (!Number.isFinite(place.position) || !Number.isInteger(place.index) || last < 0) return START;
  if (place.index < 0) return START;
  if (place.index > last) return { index: last, position: chapterLength(chapters[last]) };
  const position = Math.min(Math.max(0, place.position), chapterLength(chapters[place.index]));
  return { index: place.index, position };
}

export function isLeap(chapters: readonly Chapter[], from: Place, to: Place): boolean {
  return Math.abs(bookTime(chapters, from) - bookTime(chapters, to)) > LEAP_S;
}

/** True within a second of the end, where nothing is left to hear. */
export function isBookEnd(chapters: readonly Chapter[], place: Place): boolean {
  return bookLength(chapters) - bookTime(chapters, place) < 1;
}

/** True when the sound continues from one chapter to the next: same file, no gap. */
export function runsOn(from: Chapter, to: Chapter): boolean {
  return from.file === to.file && Math.abs(to.start - from.end) < 0.5;
}

/**
 * The chapter at second `time` of `file`, preferably `near`, since chapters may overlap by rounding; -1 when
 * there is none.
 */
export function chapterAt(
  chapters: readonly Chapter[],
  file: string,
  time: number,
  near: number,
): number {
  const holds = (chapter: Chapter | undefined) =>
    chapter?.file === file && time >= chapter.start - 0.01 && time < chapter.end;
  if (holds(chapters[near])) return near;
  return chapters.findIndex(holds);
}
