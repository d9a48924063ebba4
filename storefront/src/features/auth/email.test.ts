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
    ["gmail.com", "gmial.com gmai.com gmaill.com gnail.com gmail.con gmail.cm gmail.ee gmail"],
    ["hotmail.com", "homtial.com hotmial.con"],
    ["outlook.com", "outlok.com outloook.com"],
    ["yahoo.com", "yaho.com yahoo.cmo"],
    ["icloud.com", "iclod.com"],
    ["online.ee", "onlin.ee"],
    ["hot.ee", "hot.eee"],
    ["mail.ee", "mail.e"],
    ["firma.com", "firma.con firma.vom"],
    ["firma.org", "firma.ogr"],
  ])("has %s for %s", (meant, typos) => {
    const suggested = typos.split(" ").map((typed) => suggestEmail(`mari@${typed}`));
    expect(new Set(suggested)).toEqual(new Set([`mari@${meant}`]));
  });

  it("keeps the case of the name, and drops spaces around the address", () => {
    expect(suggestEmail("Mari.M@Gmial.Com")).toBe("Mari.M@gmail.com");
    expect(suggestEmail(" mari@hotmial.con ")).toBe("mari@hotmail.com");
  });

  it.each([
    "gmail.com GMAIL.com mail.com ymail.com me.com proton.me yahoo.co.uk yahoo.ee hotmail.fi",
    "mail.ee hot.ee online.ee neti.ee ut.ee heliriiul.test gmail.example.ee",
    // Names of members that every object has.
    "constructor.ee __proto__.ee toString.ee firma.constructor firma.__proto__ firma.toString",
  ])("has nothing to say about %s", (domains) => {
    for (const domain of domains.split(" ")) expect(suggestEmail(`mari@${domain}`)).toBeNull();
  });

  it.each(["mari@", "mari", "", "@gmial.com"])("leaves %j alone", (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  });
});
