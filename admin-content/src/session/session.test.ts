import { fakeServer, problem } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { ACCOUNT } from "#app/testing/session.ts";
import { endSession, forgetSession, getSession, startSession } from "./session.ts";

it("begins for an editor and sends the token from then on", async () => {
  const server = fakeServer({ "POST /login": ACCOUNT, "POST /logout": undefined });
  expect(await startSession(ACCOUNT.email, "heliriiul")).toBe("in");
  expect(getSession()).toEqual({
    token: "t1",
    email: ACCOUNT.email,
    name: "Tiina Toimetaja",
    role: "editor",
  });
  endSession();
  expect(getSession()).toBeNull();
  expect(server.asked.at(-1)).toMatchObject({ call: "POST /logout" });
  expect(server.asked.at(-1)?.headers.get("Api-Token")).toBe("t1");
});

it("refuses a listener and revokes the session that the server had begun", async () => {
  const server = fakeServer({
    "POST /login": { ...ACCOUNT, role: "listener" },
    "POST /logout": undefined,
  });
  expect(await startSession(ACCOUNT.email, "heliriiul")).toBe("listener");
  expect(getSession()).toBeNull();
  expect(server.count("POST /logout")).toBe(1);
});

it.each([
  [problem(401, "invalid-credentials"), "wrong"],
  [problem(422, "validation"), "wrong"],
  [problem(429, "too-many-requests"), "tooMany"],
  [problem(500, "internal"), "failed"],
  [() => Promise.reject(new TypeError("network")), "offline"],
])("tells failures apart", async (answer, outcome) => {
  fakeServer({ "POST /login": answer });
  expect(await startSession("a@b.ee", "x")).toBe(outcome);
});

it("forgets only the session that has ended", async () => {
  fakeServer({ "POST /login": ACCOUNT });
  await startSession(ACCOUNT.email, "heliriiul");
  forgetSession("another");
  expect(getSession()).not.toBeNull();
  forgetSession("t1");
  expect(getSession()).toBeNull();
});

it.each(["{", "null", "7", '{"token":5}'])("takes %s in storage for no session", (text) => {
  localStorage.setItem("heliriiul.desk", text);
  expect(getSession()).toBeNull();
});
