import { expect } from "vitest";
import { startSession } from "#app/session/session.ts";
import { loginRequest } from "#app/session/with-login.ts";

export const ACCOUNT = {
  email: "toimetaja@heliriiul.test",
  firstName: "Tiina",
  lastName: "Toimetaja",
  apiToken: "t1",
  role: "editor",
};

/** The fake server must answer the login. */
export const signIn = () => startSession(ACCOUNT.email, "heliriiul");

/** Waits for the login dialog, and closes it without a login. */
export async function refuseLogin() {
  await expect.poll(() => loginRequest.isOpen()).toBe(true);
  loginRequest.complete(false);
}
