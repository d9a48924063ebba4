// Files go to the API as they are, not as JSON. Fails as every other call does.
import { API_BASE } from "storefront/api/client.ts";
import { ApiError, problemOf } from "storefront/api/errors.ts";
import type { DeskImage } from "./types.ts";

export async function sendFile<T>(
  path: string,
  file: File,
  token: string,
  method: "POST" | "PUT" = "POST",
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(API_BASE + path, {
      method,
      headers: {
        Accept: "application/json",
        "Content-Type": file.type || "application/octet-stream",
        "Api-Token": token,
        Authorization: `Bearer ${token}`,
      },
      credentials: "same-origin",
      body: file,
    });
  } catch (cause) {
    throw new ApiError({ type: "about:blank", title: String(cause), status: 0, code: "network" });
  }
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}

export const sendImage = (file: File, token: string) =>
  sendFile<DeskImage>(`/desk/images?name=${encodeURIComponent(file.name)}`, file, token);
