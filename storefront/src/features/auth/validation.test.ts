import { describe, expect, it } from "vitest";
import {
  check,
  forgotForm,
  loginForm,
  registerForm,
  resetForm,
  serverErrors,
} from "./validation.ts";

const REQUIRED = "See väli on kohustuslik.";
const INVALID = "Palun sisesta korrektne meiliaadress.";
const MISMATCH = "Paroolid ei kattu.";
const HINT = "Minimaalne parooli pikkus on 6 tähemärki.";

function form(values: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) data.set(name, value);
  return data;
}

const whole = {
  firstName: "Mari",
  lastName: "Maasikas",
  email: "mari@mail.ee",
  password: "saladus",
  repeat: "saladus",
  terms: "on",
};

describe("registration", () => {
  it("takes a whole form, names and address without the spaces around them", () => {
    const typed = { ...whole, firstName: " Mari ", email: " mari@mail.ee " };
    const { values } = check(registerForm, form(typed));
    expect(values).toMatchObject({ firstName: "Mari", email: "mari@mail.ee" });
  });

  it("asks for every field of an empty form", () => {
    const { errors } = check(registerForm, form({}));
    const { terms: _, ...texts } = whole;
    const all = (text: string) => Object.fromEntries(Object.keys(texts).map((key) => [key, text]));
    expect(errors).toEqual({ ...all(REQUIRED), terms: REQUIRED });
    expect(check(registerForm, form(all(""))).errors).toEqual(errors);
  });

  it.each([
    [{ firstName: "   " }, { firstName: REQUIRED }],
    [{ lastName: "" }, { lastName: REQUIRED }],
    [{ email: "mari@mail" }, { email: INVALID }],
    [{ password: "12345", repeat: "12345" }, { password: HINT }],
    [{ repeat: "saladuz" }, { repeat: MISMATCH }],
    [{ repeat: "" }, { repeat: REQUIRED }],
    [
      { repeat: "x", email: "y" },
      { repeat: MISMATCH, email: INVALID },
    ],
    [{ firstName: "a".repeat(201) }, { firstName: "See väli on liiga pikk." }],
  ])("%j gives %j", (over, errors) => {
    expect(check(registerForm, form({ ...whole, ...over })).errors).toEqual(errors);
  });

  it("keeps spaces in a password", () => {
    const values = { ...whole, password: " sala ", repeat: " sala " };
    expect(check(registerForm, form(values)).values?.password).toBe(" sala ");
  });
});

describe("the other forms", () => {
  it("login asks for nothing more than both fields", () => {
    const values = { email: "x", password: "1" };
    expect(check(loginForm, form(values)).values).toEqual(values);
  });

  it.each([
    ["login", loginForm, {}, { email: REQUIRED, password: REQUIRED }],
    ["forgot", forgotForm, { email: " " }, { email: REQUIRED }],
    ["reset", resetForm, { password: "", repeat: "" }, { password: REQUIRED, repeat: REQUIRED }],
    ["reset", resetForm, { password: "12345", repeat: "12345" }, { password: HINT }],
    ["reset", resetForm, { password: "123456", repeat: "654321" }, { repeat: MISMATCH }],
  ])("%s refuses %#", (_, rules, values, errors) => {
    expect(check(rules, form(values)).errors).toEqual(errors);
  });
});

it("errors of the server are put beside the fields they name", () => {
  const errors = [
    { field: "email", code: "invalid" },
    { field: "password", code: "too-short" },
    { field: "firstName", code: "too-long" },
    { field: "lastName", code: "required" },
    { field: "somethingElse", code: "invalid" },
  ];
  expect(serverErrors(errors, ["email", "password", "firstName", "lastName"])).toEqual({
    email: INVALID,
    password: HINT,
    firstName: "See väli on liiga pikk.",
    lastName: REQUIRED,
  });
  expect(serverErrors([{ field: "x", code: "invalid" }], ["email"])).toBeNull();
  expect(serverErrors(undefined, ["email"])).toBeNull();
});
