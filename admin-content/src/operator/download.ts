// Files that the browser saves.
import { API_BASE, addressOf } from "storefront/api/client.ts";
import { ApiError, problemOf } from "storefront/api/errors.ts";
import { getSession } from "#app/session/session.ts";

/** Fetches a file of the API with the session's token. Throws ApiError. */
export async function fetchFile(path: string, query: Record<string, string>): Promise<Blob> {
  const token = getSession()?.token;
  try {
    const response = await fetch(API_BASE + addressOf(path, {}, query), {
      headers: token ? { "Api-Token": token, Authorization: `Bearer ${token}` } : {},
    });
    if (!response.ok) throw await problemOf(response);
    return await response.blob();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError({ type: "about:blank", title: String(cause), status: 0, code: "network" });
  }
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A CSV file for spreadsheets: the mark at its start says that it is UTF-8. */
export function csvFile(rows: string[][]): Blob {
  const lines = rows.map((row) => row.map(csvCell).join(","));
  return new Blob([`\ufeff${lines.join("\r\n")}\r\n`], { type: "text/csv;charset=utf-8" });
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
