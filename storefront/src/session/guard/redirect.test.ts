import { expect, it } from "vitest";
import { ownPath, redirectOf } from "./redirect.ts";

const own = (wanted: unknown) => ownPath(wanted, "https://heliriiul.test");

it.each([
  "/",
  "/maksmine",
  "/raamatud/kategooria/romaanid/ajaloolised",
  "/kaardimakse/start-trial/web",
  "/makse-sooritatud?tellimus=1#kokku",
  "/raamatud?otsi=https://evil.example",
])("keeps %s", (path) => {
  expect(own(path)).toBe(path);
});

it.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "maksmine",
  " /maksmine",
  "",
  "/login",
  "/login/?x=1",
  "/registreerumine",
  null,
  undefined,
  7,
  {},
  ["/maksmine"],
])("answers / for %j", (path) => {
  expect(own(path)).toBe("/");
});

it("redirectOf reads navigation state of any shape", () => {
  expect(redirectOf({ redirect: "/ostukorv" })).toBe("/ostukorv");
  for (const state of [null, undefined, "x", {}, { redirect: 3 }]) {
    expect(redirectOf(state)).toBe("/");
  }
});
