import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { MemoryRouter } from "react-router";
import { Select } from "storefront/kit/form/select.tsx";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "#app/testing/axe.ts";
import { Choice } from "./choice.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FileButton, UploadProgress } from "./file-button.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { MoveButton } from "./move-button.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { BackLink, ScreenHead } from "./screen-head.tsx";
import { SortableList } from "./sortable-list.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { TextArea } from "./text-area.tsx";

const user = userEvent.setup();
const ignore = () => {};
const button = (name: string) => screen.getByRole("button", { name });

it("MoveButton: keeps the focus while it is disabled, and does nothing then", async () => {
  const onClick = vi.fn();
  const { container } = render(
    <MoveButton icon="up" name="up-1" label="Liiguta üles: Luts" disabled onClick={onClick} />,
  );
  await user.click(button("Liiguta üles: Luts"));
  expect(onClick).not.toHaveBeenCalled();
  expect(button("Liiguta üles: Luts")).toHaveFocus();
  await expectAccessible(container);
});

it.each([
  ["TextArea", "Kuni 500 märki.", undefined],
  ["TextArea", "Kuni 500 märki.", "Tekst on liiga pikk."],
  ["Select", undefined, undefined],
  ["Select", undefined, "Vali kategooria."],
])("%s with the hint %s and the error %s", async (kind, hint, error) => {
  const options = [{ value: "", label: "Ei ole" }];
  const { container } = render(
    kind === "Select" ? (
      <Select label="Väli" options={options} error={error} />
    ) : (
      <TextArea label="Väli" hint={hint} error={error} />
    ),
  );
  const control = screen.getByLabelText("Väli");
  expect(control).toHaveAccessibleDescription([hint, error].filter(Boolean).join(" "));
  if (error) expect(control).toBeInvalid();
  else expect(control).toBeValid();
  await expectAccessible(container);
});

it("Choice is a group of radio buttons", async () => {
  const onChange = vi.fn();
  const options = [
    { value: "phone", label: "Telefon" },
    { value: "desktop", label: "Arvuti" },
  ];
  const { container } = render(
    <Choice name="width" legend="Laius" value="phone" options={options} onChange={onChange} />,
  );
  expect(screen.getByRole("group", { name: "Laius" })).toBeInTheDocument();
  expect(screen.getByLabelText("Telefon")).toBeChecked();
  await user.click(screen.getByLabelText("Arvuti"));
  expect(onChange).toHaveBeenCalledWith("desktop");
  await expectAccessible(container);
});

function confirmDialog(onConfirm = vi.fn(), onClose = ignore) {
  const texts = { title: "Kas kustutada?", confirm: "Kustuta" };
  return render(
    <ConfirmDialog {...texts} onConfirm={onConfirm} onClose={onClose}>
      <p>See kaob jäädavalt.</p>
    </ConfirmDialog>,
  );
}

it("ConfirmDialog: is pending until the action has ended", async () => {
  let end = ignore;
  const running = new Promise<void>((resolve) => {
    end = resolve;
  });
  const onConfirm = vi.fn(() => running);
  const { container } = confirmDialog(onConfirm);
  await expectAccessible(container);
  await user.click(button("Kustuta"));
  await user.click(button("Kustuta"));
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(button("Kustuta")).toHaveAttribute("aria-disabled", "true");
  await act(async () => end());
  expect(button("Kustuta")).not.toHaveAttribute("aria-disabled");
});

it("ConfirmDialog: closes without the action", async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()];
  confirmDialog(onConfirm, onClose);
  await user.click(button("Tühista"));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(onConfirm).not.toHaveBeenCalled();
});

it("FormDialog begins at its control and is submitted by Enter", async () => {
  const onSubmit = vi.fn();
  const { container } = render(
    <FormDialog
      id="form"
      title="Link"
      submit="Lisa"
      focusId="name"
      onSubmit={onSubmit}
      onClose={ignore}
    >
      <label htmlFor="name">Nimi</label>
      <input id="name" />
    </FormDialog>,
  );
  expect(screen.getByLabelText("Nimi")).toHaveFocus();
  await user.keyboard("Luts{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await expectAccessible(container);
});

it("FileButton: gives the chosen files, and the same file again", async () => {
  const onFiles = vi.fn();
  const { container } = render(
    <FileButton label="Pildifailid" accept="image/*" onFiles={onFiles}>
      Lisa pilte
    </FileButton>,
  );
  await expectAccessible(container);
  const input = screen.getByLabelText<HTMLInputElement>("Pildifailid");
  const file = new File(["x"], "a.png", { type: "image/png" });
  await user.upload(input, file);
  await user.upload(input, file);
  expect(onFiles.mock.calls).toEqual([[[file]], [[file]]]);
});

it.each([
  [0.5, "0.5"],
  [1, null],
])("FileButton: UploadProgress shows that %d of the file is sent", async (share, value) => {
  const { container } = render(<UploadProgress share={share} label="Saadetud" />);
  const bar = screen.getByRole("progressbar", { name: "Saadetud" });
  expect(bar.getAttribute("value")).toBe(value);
  await expectAccessible(container);
});

it("ReplaceDialog shows what there is and what comes", async () => {
  const onReplace = vi.fn();
  const { container } = render(
    <ReplaceDialog
      file={new File(["x"], "uus.png", { type: "image/png" })}
      title="Kas asendada pilt?"
      lead="Pood näitab uut pilti kohe."
      before="vana.png"
      onReplace={onReplace}
      onClose={ignore}
    />,
  );
  expect(screen.getByText("vana.png")).toBeInTheDocument();
  expect(screen.getByText("Uus: uus.png")).toBeInTheDocument();
  await expectAccessible(container);
  await user.click(button("Asenda"));
  expect(onReplace).toHaveBeenCalledTimes(1);
});

function Sorted() {
  const box = useRef<HTMLElement>(null);
  const [items, setItems] = useState(["Kevade", "Suvi"].map((title) => ({ id: title, title })));
  const strings = {
    up: (title: string) => `Üles: ${title}`,
    down: (title: string) => `Alla: ${title}`,
  };
  return (
    <section ref={box}>
      <SortableList box={box} list="x" items={items} strings={strings} onOrder={setItems}>
        {({ title }) => <b>{title}</b>}
      </SortableList>
    </section>
  );
}

it("SortableList moves by keyboard, keeps the focus and announces the place", async () => {
  const { container } = render(<Sorted />);
  button("Alla: Kevade").focus();
  await user.keyboard("{Enter}{Enter}");
  const titles = [...container.querySelectorAll("b")].map((each) => each.textContent);
  expect(titles).toEqual(["Suvi", "Kevade"]);
  expect(button("Alla: Kevade")).toHaveFocus();
  expect(button("Alla: Kevade")).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByText("Kevade on nüüd 2. kohal (kokku 2).")).toBeInTheDocument();
  await expectAccessible(container);
});

it("ScreenHead, BackLink and StatusBadge", async () => {
  const { container } = render(
    <MemoryRouter>
      <BackLink to="/">Kõik tekstid</BackLink>
      <ScreenHead title="Pildid" lead="Poe pildid." action={<StatusBadge status="draft" />} />
    </MemoryRouter>,
  );
  expect(screen.getByRole("link", { name: "Kõik tekstid" })).toHaveAttribute("href", "/");
  expect(screen.getByRole("heading", { level: 1, name: "Pildid" })).toBeInTheDocument();
  expect(screen.getByText("Mustand")).toBeInTheDocument();
  await expectAccessible(container);
});
