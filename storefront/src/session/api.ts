// The calls of a session. Each throws ApiError.
import { api } from "#app/api/client.ts";

export const fetchUser = (signal?: AbortSignal) => api("GET /user", { signal });

/** The token is an argument because the browser has forgotten it before this is sent. */
export const revokeToken = (token: string) => api("POST /logout", { token, keepalive: true });
