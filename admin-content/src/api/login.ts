// The calls of the desk's sessions.
import { request as api } from "storefront/api/client.ts";
import type { Role } from "./types.ts";

type Account = {
  email: string;
  firstName: string;
  lastName: string;
  apiToken: string;
  role: Role;
};

export const logIn = (email: string, password: string) =>
  api<Account>("/login", { method: "POST", body: { email, password } });

export const logOut = (token: string) =>
  api<void>("/logout", { method: "POST", token, keepalive: true });
