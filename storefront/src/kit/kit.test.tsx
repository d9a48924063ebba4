import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { BookshelfArt } from "#app/kit/art/bookshelf-art.tsx";
import { Html } from "#app/kit/content/html.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { ResultBox } from "#app/kit/feedback/result-box.tsx";
import { expectAccessible } from "#app/testing/axe.ts";
import { AnchorButton, Button, IconButton, LinkButton } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Cover } from "./cover.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { PendingBar } from "./pending-bar.tsx";
import { Price } from "./price.tsx";
import { clearToasts, Toaster, toast } from "./toast.tsx";

const show = (part: ReactNode) => render(<MemoryRouter>{part}</MemoryRouter>);
const user = userEvent.setup();
const ignore = () => {};

describe("Button", () => {
  it("ignores presses while it is pending, and keeps focus", async () => {
    const onClick = vi.fn();
    const onSubmit = vi.fn();
    const form = (pending: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" pending={pending} onClick={onClick}>
          Saada
        </Button>
      </form>
    );
    const { rerender, container } = render(form(true));
    const button = screen.getByRole("button", { name: "Saada" });
    await user.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).toHaveFocus();
    await expectAccessible(container);
    rerender(form(false));
    onSubmit.mockImplementation((event: Event) => event.preventDefault());
    await user.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("looks the same as a link inside and outside the store", async () => {
    const { container } = show(
      <>
        <Button look="primary" size="large" wide icon="play" className="x">
          Kuula
        </Button>
        <LinkButton to="/raamatud" look="primary" size="large" wide icon="play" className="x">
          Raamatud
        </LinkButton>
        <AnchorButton href="https://a.example" look="primary" size="large" wide className="x">
          Mujale
        </AnchorButton>
        <Button>Tavaline</Button>
      </>,
    );
    const classes = [...container.children].map((element) => element.className);
    const look = "button button--primary button--large button--wide x";
    expect(classes).toEqual([look, look, look, "button"]);
    expect(screen.getByRole("link", { name: "Raamatud" })).toHaveAttribute("href", "/raamatud");
    await expectAccessible(container);
  });

  it("of an icon alone has a name", async () => {
    const onClick = vi.fn();
    const { container } = render(<IconButton icon="close" label="Sulge" onClick={onClick} />);
    await user.click(screen.getByRole("button", { name: "Sulge" }));
    expect(onClick).toHaveBeenCalledTimes(1);
    await expectAccessible(container);
  });
});

describe("Dialog", () => {
  it("is named by its title and closes by Esc, its button, and a press beside it", async () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Seaded" closeLabel="Sulge">
        <p>Sisu</p>
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog", { name: "Seaded" });
    await expectAccessible(dialog);
    await user.click(screen.getByRole("button", { name: "Sulge" }));
    act(() => void dialog.dispatchEvent(new Event("cancel", { cancelable: true })));
    await user.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(3);
    await user.click(screen.getByText("Sisu"));
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it("is absent while it is closed", () => {
    render(<Dialog open={false} onClose={ignore} title="Seaded" closeLabel="Sulge" />);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

const labels = { confirm: "Kustuta", cancel: "Tühista", close: "Sulge" };
const names = () => screen.getAllByRole("button").map((button) => button.textContent);

it("ConfirmDialog confirms, cancels, and does neither while it is pending", async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  const dialog = (pending: boolean, cancelFirst = false) => (
    <ConfirmDialog
      open
      title="Kas kustutan?"
      labels={labels}
      danger
      cancelFirst={cancelFirst}
      pending={pending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Seda ei saa tagasi võtta.</p>
    </ConfirmDialog>
  );
  const { rerender } = render(dialog(false));
  await expectAccessible(screen.getByRole("dialog", { name: "Kas kustutan?" }));
  expect(names()).toEqual(["", "Kustuta", "Tühista"]);
  await user.click(screen.getByRole("button", { name: "Kustuta" }));
  await user.click(screen.getByRole("button", { name: "Tühista" }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  rerender(dialog(true, true));
  expect(names()).toEqual(["", "Tühista", "Kustuta"]);
  for (const button of screen.getAllByRole("button")) await user.click(button);
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
});

describe("Toaster", () => {
  it("announces notices, each text once, until they are closed", async () => {
    clearToasts();
    const { container } = render(<Toaster label="Teated" closeLabel="Sulge teade" />);
    act(() => {
      toast("Salvestatud", { kind: "success", ms: 0 });
      toast("Viga", { kind: "danger", ms: 0 });
      toast("Salvestatud", { kind: "success", ms: 0 });
    });
    const region = screen.getByRole("region", { name: "Teated" });
    expect(region).toHaveTextContent("VigaSalvestatud");
    await expectAccessible(container);
    const [first] = screen.getAllByRole("button", { name: "Sulge teade" });
    if (first) await user.click(first);
    expect(region).toHaveTextContent(/^Salvestatud$/);
  });

  it("removes a notice after its time", () => {
    vi.useFakeTimers();
    clearToasts();
    render(<Toaster label="Teated" closeLabel="Sulge teade" />);
    act(() => toast("Lühike", { ms: 100 }));
    expect(screen.getByText("Lühike")).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(100));
    expect(screen.queryByText("Lühike")).toBeNull();
  });
});

describe("Cover", () => {
  it("offers its sizes and reserves its room", async () => {
    const cover = { base: "/media/c", widths: [200, 400], hue: 20 };
    const { container } = render(
      <Cover cover={cover} title="Kevade" alt="Kaas" sizes="9px" eager />,
    );
    const image = screen.getByRole("img", { name: "Kaas" });
    expect(image).toHaveAttribute("srcset", "/media/c/200.jpg 200w, /media/c/400.jpg 400w");
    expect(image).toHaveAttribute("width", "400");
    expect(image).toHaveAttribute("loading", "eager");
    await expectAccessible(container);
  });

  it("without a picture shows the title, hidden where the title stands beside it", async () => {
    const { container } = render(<Cover cover={null} title="Kevade" alt="" sizes="9px" />);
    expect(container.firstElementChild).toHaveAttribute("aria-hidden", "true");
    expect(screen.getByText("Kevade")).toBeInTheDocument();
    await expectAccessible(container);
  });
});

it("Notice and ResultBox are announced, with their actions", async () => {
  const { container } = render(
    <>
      <Notice look="warning" title="Tähelepanu" role="status" actions={<a href="/x">Edasi</a>}>
        <p>Tunnid on otsas.</p>
      </Notice>
      <Notice role="alert" actions={<Button>Uuesti</Button>}>
        Makse katkestati.
      </Notice>
      <ResultBox icon="check" title="Täname!" lead="Makse on kinnitatud." />
    </>,
  );
  const [notice, lead] = screen.getAllByRole("status");
  expect(notice).toHaveTextContent("TähelepanuTunnid on otsas.Edasi");
  expect(notice).toHaveClass("notice--warning");
  expect(screen.getByRole("alert")).toHaveTextContent("Makse katkestati.Uuesti");
  expect(lead).toHaveTextContent("Makse on kinnitatud.");
  expect(screen.getByRole("heading", { level: 1, name: "Täname!" })).toBeInTheDocument();
  await expectAccessible(container);
});

it("Price names the ordinary price for screen readers", async () => {
  const { container } = render(<Price text="7,92 €" was="9,90 €" wasLabel="Tavahind" />);
  expect(container).toHaveTextContent("Tavahind 9,90 €7,92 €");
  await expectAccessible(container);
});

it("PendingBar announces a pending screen", async () => {
  const { container, rerender } = render(<PendingBar active={false} label="Laadin …" />);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  rerender(<PendingBar active label="Laadin …" />);
  expect(screen.getByRole("status")).toHaveTextContent("Laadin …");
  await expectAccessible(container);
});

it("decoration is hidden from screen readers; HTML of editors is shown as it is", async () => {
  const { container } = render(
    <>
      <Icon name="play" />
      <BookshelfArt />
      <Html className="prose" html="<p>Tere, <b>maailm</b></p>" />
    </>,
  );
  expect(container.querySelectorAll('svg[aria-hidden="true"]')).toHaveLength(2);
  expect(container).toHaveTextContent("Tere, maailm");
  await expectAccessible(container);
});
