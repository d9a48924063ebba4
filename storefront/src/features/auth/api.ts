// The calls about accounts. Each throws ApiError; what it means to a person is the caller's matter.
import { api } from "#app/api/client.ts";
import type { User } from "#app/api/types.ts";

export type NewAccount = {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  /** The mailed link then leads on to the trial. */
  trial?: boolean;
};

export const login = (email: string, password: string) =>
  api<User>("/login", { method: "POST", body: { email, password } });

export const register = (account: NewAccount) =>
  api<User>("/register", { method: "POST", body: account });

export const forgotPassword = (email: string) =>
  api<void>("/forgot-password", { method: "POST", body: { email } });

/** Answers a new session; every other session of the account is over. */
export const resetPassword = (token: string, password: string) =>
  api<User>("/reset-password", { method: "POST", body: { token, password } });

export const verifyEmail = (token: string) =>
  api<{ emailVerifiedAt: string }>("/verify", { method: "POST", body: { token } });

export const resendVerification = (trial: boolean) =>
  api<void>("/verify/resend", { method: "POST", ...(trial && { body: { trial } }) });

export const fetchUser = (signal?: AbortSignal) => api<User>("/user", { signal });

/** The token is given: by the time this is sent the browser has forgotten it. */
export const revoke = (token: string) =>
  api<void>("/logout", { method: "POST", token, keepalive: true });
