import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider, useFetcher } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { expectAccessible } from "#app/testing/axe.ts";
import { CodeForm, type CodeResult, codeOf } from "./code-form.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { Checkbox, Field, PasswordField } from "./field.tsx";
import { Select } from "./select.tsx";
import { Slider } from "./slider.tsx";

const user = userEvent.setup();
const options = [
  { value: "a", label: "Pealkiri" },
  { value: "b", label: "Autor" },
];

function Speed() {
  const [value, setValue] = useState(1);
  const props = { min: 0.5, max: 2.5, step: 0.1, value, onChange: setValue };
  return (
    <Slider label="Kiirus" valueText={`${value}×`} spokenText={`${value}-kordne`} {...props} />
  );
}

function CodePage({ disabled }: { disabled: boolean }) {
  const fetcher = useFetcher<CodeResult>();
  const props = { fetcher, disabled, id: "kood", label: "Kood", button: "Lisa" };
  return <CodeForm {...props} hint={disabled ? "Logi sisse" : undefined} />;
}

it("Field is described by its hint and its error", async () => {
  const { container } = render(
    <Field label="Nimi" hint="Ees- ja perekonnanimi" error="Kohustuslik" />,
  );
  const input = screen.getByRole("textbox", { name: "Nimi" });
  expect(input).toHaveAccessibleDescription("Ees- ja perekonnanimi Kohustuslik");
  expect(input).toBeInvalid();
  await expectAccessible(container);
});

it("a valid field has no description but keeps the error's room", async () => {
  const { container } = render(<Field label="Nimi" icon="user" />);
  const input = screen.getByRole("textbox", { name: "Nimi" });
  expect(input).not.toHaveAttribute("aria-describedby");
  expect(input).toBeValid();
  expect(container.querySelector(".field__error")).toBeEmptyDOMElement();
  await expectAccessible(container);
});

it("PasswordField shows and hides the password, and says so", async () => {
  const labels = { show: "Näita", hide: "Peida", shown: "Nähtav", hidden: "Peidetud" };
  const { container } = render(<PasswordField label="Parool" labels={labels} />);
  const input = screen.getByLabelText("Parool");
  expect(input).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Näita" }));
  expect(input).toHaveAttribute("type", "text");
  expect(screen.getByText("Nähtav")).toBeInTheDocument();
  await expectAccessible(container);
  await user.click(screen.getByRole("button", { name: "Peida" }));
  expect(input).toHaveAttribute("type", "password");
  expect(screen.getByText("Peidetud")).toBeInTheDocument();
});

it("Checkbox is named by its label and described by its error", async () => {
  const { container } = render(<Checkbox label="Nõustun" error="Kohustuslik" />);
  const box = screen.getByRole("checkbox", { name: "Nõustun" });
  expect(box).toHaveAccessibleDescription("Kohustuslik");
  expect(box).toBeInvalid();
  await user.click(box);
  expect(box).toBeChecked();
  await expectAccessible(container);
});

describe("Select", () => {
  it("chooses an option", async () => {
    const onChange = vi.fn();
    const { container } = render(
      <Select label="Järjestus" options={options} onChange={onChange} />,
    );
    await user.selectOptions(screen.getByRole("combobox", { name: "Järjestus" }), "Autor");
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(container.querySelector(".field__error")).toBeNull();
    await expectAccessible(container);
  });

  it("is described by its error", async () => {
    const { container } = render(
      <Select label="Järjestus" options={options} error="Vali midagi" />,
    );
    const select = screen.getByRole("combobox", { name: "Järjestus" });
    expect(select).toHaveAccessibleDescription("Vali midagi");
    expect(select).toBeInvalid();
    await expectAccessible(container);
  });
});

it("Slider speaks its value in words", async () => {
  const { container } = render(<Speed />);
  const slider = screen.getByRole("slider", { name: "Kiirus" });
  expect(slider).toHaveAttribute("aria-valuetext", "1-kordne");
  await expectAccessible(container);
});

describe("ErrorSummary", () => {
  it("takes focus with each attempt and leads to the fields", async () => {
    const errors = [{ id: "nimi", message: "Nimi: kohustuslik" }];
    const page = (attempt: number) => (
      <>
        <ErrorSummary title="Palun paranda vead" errors={errors} attempt={attempt} />
        <label htmlFor="nimi">Nimi</label>
        <input id="nimi" />
      </>
    );
    const { container, rerender } = render(page(1));
    const summary = screen.getByRole("region", { name: "Palun paranda vead" });
    expect(summary).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "Nimi: kohustuslik" }));
    expect(screen.getByRole("textbox")).toHaveFocus();
    rerender(page(2));
    expect(summary).toHaveFocus();
    await expectAccessible(container);
  });

  it("is absent without errors", () => {
    const { container } = render(<ErrorSummary title="Palun paranda vead" errors={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe("CodeForm", () => {
  const open = (check: (code: string) => CodeResult, disabled = false) => {
    const action = async ({ request }: { request: Request }) => check(await codeOf(request));
    const router = createMemoryRouter([
      { path: "/", element: <CodePage disabled={disabled} />, action },
    ]);
    return render(<RouterProvider router={router} />);
  };
  const field = () => screen.getByRole("textbox", { name: "Kood" });

  it("sends the trimmed code and is empty afterwards", async () => {
    const check = vi.fn((): CodeResult => ({ error: null }));
    open(check);
    await user.click(screen.getByRole("button", { name: "Lisa" }));
    expect(check).not.toHaveBeenCalled();
    await user.type(field(), " SUVI {Enter}");
    await expect.poll(() => check.mock.calls).toEqual([["SUVI"]]);
    await expect.poll(() => (field() as HTMLInputElement).value).toBe("");
  });

  it("shows the error until the person types again", async () => {
    const { container } = open(() => ({ error: "Koodi ei leitud" }));
    await user.type(field(), "X{Enter}");
    await screen.findByText("Koodi ei leitud");
    expect(field()).toHaveAccessibleDescription("Koodi ei leitud");
    await expectAccessible(container);
    await user.type(field(), "Y");
    expect(screen.queryByText("Koodi ei leitud")).toBeNull();
    expect(field()).toHaveValue("XY");
  });

  it("can be disabled, with the reason", async () => {
    const { container } = open(() => ({ error: null }), true);
    expect(field()).toBeDisabled();
    expect(field()).toHaveAccessibleDescription("Logi sisse");
    await expectAccessible(container);
  });
});
