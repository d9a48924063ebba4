// The calls of the account forms. Each throws ApiError.
import { api } from "#app/api/client.ts";
import type { Schemas } from "#app/api/types.ts";

export const logIn = (email: string, password: string) =>
  api("POST /login", { body: { email, password } });

export const register = (body: Schemas["NewAccount"]) => api("POST /register", { body });

export const forgotPassword = (email: string) => api("POST /forgot-password", { body: { email } });

/** Returns a new session; every other session of the account ends. */
export const resetPassword = (token: string, password: string) =>
  api("POST /reset-password", { body: { token, password } });

export const verifyEmail = (token: string) => api("POST /verify", { body: { token } });
