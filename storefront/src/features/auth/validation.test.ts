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
    const { values } = check(
      registerForm,
      form({ ...whole, firstName: " Mari ", email: " mari@mail.ee " }),
    );
    expect(values).toMatchObject({ firstName: "Mari", email: "mari@mail.ee" });
  });

  it("asks for every field of an empty form", () => {
    const { errors } = check(registerForm, form({}));
    expect(errors).toEqual(
      Object.fromEntries(Object.keys(whole).map((field) => [field, REQUIRED])),
    );
    const blank = Object.fromEntries(Object.keys(whole).map((field) => [field, ""]));
    delete blank.terms;
    expect(check(registerForm, form(blank)).errors).toEqual(errors);
  });

  it.each([
    [{ firstName: "   " }, { firstName: REQUIRED }],
    [{ lastName: "" }, { lastName: REQUIRED }],
    [{ email: "mari@mail" }, { email: "Palun sisesta korrektne meiliaadress." }],
    [{ password: "12345", repeat: "12345" }, { password: HINT }],
    [{ repeat: "saladuz" }, { repeat: "Paroolid ei kattu." }],
    [{ repeat: "" }, { repeat: REQUIRED }],
    [
      { repeat: "x", email: "y" },
      { repeat: "Paroolid ei kattu.", email: "Palun sisesta korrektne meiliaadress." },
    ],
    [{ firstName: "a".repeat(201) }, { firstName: "See väli on liiga pikk." }],
  ])("%j gives %j", (over, errors) => {
    expect(check(registerForm, form({ ...whole, ...over })).errors).toEqual(errors);
  });

  it("keeps spaces in a password", () => {
    const { values } = check(
      registerForm,
      form({ ...whole, password: " sala ", repeat: " sala " }),
    );
    expect(values?.password).toBe(" sala ");
  });
});

describe("the other forms", () => {
  it("login asks for both fields and nothing more", () => {
    expect(check(loginForm, form({})).errors).toEqual({ email: REQUIRED, password: REQUIRED });
    expect(check(loginForm, form({ email: "x", password: "1" })).values).toEqual({
      email: "x",
      password: "1",
    });
  });

  it("forgot asks for the address", () => {
    expect(check(forgotForm, form({ email: " " })).errors).toEqual({ email: REQUIRED });
  });

  it("reset asks for a long enough password, twice the same", () => {
    expect(check(resetForm, form({ password: "", repeat: "" })).errors).toEqual({
      password: REQUIRED,
      repeat: REQUIRED,
    });
    expect(check(resetForm, form({ password: "12345", repeat: "12345" })).errors).toEqual({
      password: HINT,
    });
    expect(check(resetForm, form({ password: "123456", repeat: "654321" })).errors).toEqual({
      repeat: "Paroolid ei kattu.",
    });
  });
});

describe("what the server says", () => {
  it("is put beside the fields it names", () => {
    const errors = [
      { field: "email", code: "invalid" },
      { field: "password", code: "too-short" },
      { field: "firstName", code: "too-long" },
      { field: "lastName", code: "required" },
      { field: "somethingElse", code: "invalid" },
    ];
    expect(serverErrors(errors, ["email", "password", "firstName", "lastName"])).toEqual({
      email: "Palun sisesta korrektne meiliaadress.",
      password: HINT,
      firstName: "See väli on liiga pikk.",
      lastName: REQUIRED,
    });
    expect(serverErrors([{ field: "x", code: "invalid" }], ["email"])).toBeNull();
    expect(serverErrors(undefined, ["email"])).toBeNull();
  });
});
