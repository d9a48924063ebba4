import { expect, it } from "vitest";
import { addressOf } from "./address.ts";

it.each([
  ["/kinkekaart", "/kinkekaart"],
  ["#osa", "#osa"],
  [" https://naide.ee/a?b ", "https://naide.ee/a?b"],
  ["naide.ee", "https://naide.ee"],
  ["naide.ee/leht", "https://naide.ee/leht"],
  ["naide.ee:8080/leht", "https://naide.ee:8080/leht"],
  ["abi@heliriiul.ee", "mailto:abi@heliriiul.ee"],
  ["mailto:abi@heliriiul.ee", "mailto:abi@heliriiul.ee"],
  ["tel:+3725555", "tel:+3725555"],
  ["javascript:alert(1)", null],
  ["JavaScript:alert(1)", null],
  ["data:text/html,x", null],
  ["//kuri.ee", null],
  ["http://[::1", null],
  ["kaks sõna.ee", null],
  ["sõna", null],
  ["", null],
])("reads %j as %j", (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});
