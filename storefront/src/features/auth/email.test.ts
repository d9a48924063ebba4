import { describe, expect, it } from "vitest";
import { EMAIL_PATTERN } from "./email-pattern.ts";
import { suggestEmail } from "./email-suggestion.ts";

describe("EMAIL_PATTERN", () => {
  it.each([
    "mari@mail.ee",
    "mari.maasikas+raamat@alam.firma.co.uk",
    "o'brien@näide.ee",
    "jüri@jõgeva.ee",
    '"kaks sõna"@mail.ee',
    "mari@[192.168.0.1]",
    "a@b.ee",
  ])("takes %s", (address) => {
    expect(EMAIL_PATTERN.test(address)).toBe(true);
  });

  it.each([
    "",
    "mari",
    "mari@",
    "@mail.ee",
    "mari@mail",
    "mari@mail.e",
    "mari@mail.12",
    "mari@mail..ee",
    "mari@-mail.ee",
    "mari@mail-.ee",
    ".mari@mail.ee",
    "mari.@mail.ee",
    "ma..ri@mail.ee",
    "ma ri@mail.ee",
    "mari@mail.ee ",
    "mari@@mail.ee",
    "mari@[300.1.1.1]",
    "mari@[1.2.3]",
    "mari@1.2.3.4",
    "mari@mail.ee\nBcc: x@y.ee",
    "mari<x@mail.ee",
  ])("refuses %j", (address) => {
    expect(EMAIL_PATTERN.test(address)).toBe(false);
  });

  it("answers at once on a long hostile text", () => {
    const start = performance.now();
    EMAIL_PATTERN.test(`a@${"a-".repeat(50_000)}!`);
    EMAIL_PATTERN.test(`${"a.".repeat(50_000)}@`);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe("suggestEmail", () => {
  it.each([
    ["mari@gmial.com", "mari@gmail.com"],
    ["mari@gmai.com", "mari@gmail.com"],
    ["mari@gmaill.com", "mari@gmail.com"],
    ["mari@gnail.com", "mari@gmail.com"],
    ["mari@gmail.con", "mari@gmail.com"],
    ["mari@gmail.cm", "mari@gmail.com"],
    ["mari@gmail.ee", "mari@gmail.com"],
    ["mari@gmail", "mari@gmail.com"],
    ["Mari.M@Gmial.Com", "Mari.M@gmail.com"],
    [" mari@hotmial.con ", "mari@hotmail.com"],
    ["mari@homtial.com", "mari@hotmail.com"],
    ["mari@outlok.com", "mari@outlook.com"],
    ["mari@outloook.com", "mari@outlook.com"],
    ["mari@yaho.com", "mari@yahoo.com"],
    ["mari@yahoo.cmo", "mari@yahoo.com"],
    ["mari@iclod.com", "mari@icloud.com"],
    ["mari@onlin.ee", "mari@online.ee"],
    ["mari@hot.eee", "mari@hot.ee"],
    ["mari@mail.e", "mari@mail.ee"],
    ["mari@firma.con", "mari@firma.com"],
    ["mari@firma.vom", "mari@firma.com"],
    ["mari@firma.ogr", "mari@firma.org"],
  ])("%s → %s", (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant);
  });

  it.each([
    "mari@gmail.com",
    "mari@GMAIL.com",
    "mari@mail.ee",
    "mari@hot.ee",
    "mari@online.ee",
    "mari@neti.ee",
    "mari@ut.ee",
    "mari@me.com",
    "mari@mail.com",
    "mari@ymail.com",
    "mari@yahoo.co.uk",
    "mari@yahoo.ee",
    "mari@hotmail.fi",
    "mari@proton.me",
    "mari@heliriiul.test",
    "mari@gmail.example.ee",
    "mari@",
    "mari",
    "",
    "@gmial.com",
  ])("has nothing to say about %j", (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });

  it.each(["constructor", "__proto__", "toString"])("is not fooled by @%s", (name) => {
    expect(suggestEmail(`mari@${name}.ee`)).toBeNull();
    expect(suggestEmail(`mari@firma.${name}`)).toBeNull();
  });
});
