import { startSession } from "#app/session/session.ts";

export const ACCOUNT = {
  email: "toimetaja@heliriiul.test",
  firstName: "Tiina",
  lastName: "Toimetaja",
  apiToken: "t1",
  role: "editor",
};

/** The fake server must answer the login. */
export const signIn = () => startSession(ACCOUNT.email, "heliriiul");
