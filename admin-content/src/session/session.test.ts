import { fakeServer, problem } from "storefront/testing/server.ts";
import { beforeEach, expect, it } from "vitest";
import { begin, end, forget, getSession } from "./session.ts";

const account = {
  email: "toimetaja@heliriiul.test",
  firstName: "Tiina",
  lastName: "Toimetaja",
  apiToken: "t1",
  role: "editor",
};

beforeEach(() => localStorage.clear());

it("begins for an editor and sends the token from then on", async () => {
  const server = fakeServer({ "POST /login": account, "POST /logout": undefined });
  expect(await begin(account.email, "heliriiul")).toBe("in");
  expect(getSession()).toEqual({
    token: "t1",
    email: account.email,
    name: "Tiina Toimetaja",
    role: "editor",
  });
  end();
  expect(getSession()).toBeNull();
  expect(server.asked.at(-1)).toMatchObject({ call: "POST /logout" });
  expect(server.asked.at(-1)?.headers.get("Api-Token")).toBe("t1");
});

it("refuses a listener and revokes the session that the server had begun", async () => {
  const server = fakeServer({
    "POST /login": { ...account, role: "listener" },
    "POST /logout": undefined,
  });
  expect(await begin(account.email, "heliriiul")).toBe("listener");
  expect(getSession()).toBeNull();
  expect(server.count("POST /logout")).toBe(1);
});

it.each([
  [401, "invalid-credentials", "wrong"],
  [422, "validation", "wrong"],
  [429, "too-many-requests", "tooMany"],
  [500, "internal", "failed"],
])("tells a %i from the others", async (status, code, outcome) => {
  fakeServer({ "POST /login": problem(status, code) });
  expect(await begin("a@b.ee", "x")).toBe(outcome);
});

it("tells a network that is away", async () => {
  fakeServer({});
  expect(await begin("a@b.ee", "x")).toBe("offline");
});

it("forgets only the session that has ended", async () => {
  fakeServer({ "POST /login": account });
  await begin(account.email, "heliriiul");
  forget("another");
  expect(getSession()).not.toBeNull();
  forget("t1");
  expect(getSession()).toBeNull();
});

it.each(["{", "null", "7", '{"token":5}'])("takes %s in storage for no session", (text) => {
  localStorage.setItem("heliriiul.desk", text);
  expect(getSession()).toBeNull();
});
