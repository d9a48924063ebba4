import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { API_BASE, addressOf } from "storefront/api/client.ts";
import { problemOf } from "storefront/api/errors.ts";
import { fakeServer, problem } from "storefront/testing/server.ts";
import { describe, expect, it, vi } from "vitest";
import type { DeskImage, DeskRef } from "#app/api/types.ts";
import { LoginDialog } from "#app/session/login-dialog.tsx";
import { openEditor } from "#app/testing/editor.ts";
import { ACCOUNT } from "#app/testing/session.ts";
import { BookDialog } from "./book-dialog.tsx";
import { ImageDialog } from "./image-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { Refs } from "./refs.ts";

// The fake server answers only fetch.
vi.mock("#app/api/upload.ts", () => ({
  sendFile: async (call: string, { query, body }: { query: { name: string }; body: File }) => {
    const [method = "", path = ""] = call.split(" ");
    const headers = { "Content-Type": body.type };
    const answer = await fetch(API_BASE + addressOf(path, {}, query), { method, headers, body });
    if (!answer.ok) throw await problemOf(answer);
    return answer.json();
  },
}));

const user = userEvent.setup();
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const ID = "01976f00-0000-7000-8000-0000000000c1";
const target = (kind: string, title: string): DeskRef => ({
  ref: `${kind}/${ID}`,
  title,
  path: `/${kind}`,
  imageUrl: null,
  live: true,
});
const TARGETS = [
  target("page", "Kinkekaart"),
  target("book", "Kevade"),
  target("category", "Krimi"),
];

function open(content: string, from: number, to = from) {
  const refs = new Refs();
  const editor = openEditor(content, { refs });
  editor.commands.setTextSelection({ from, to });
  const server = fakeServer({ "GET /desk/targets": TARGETS });
  const onClose = vi.fn();
  return { editor, refs, server, onClose };
}

it("a link: leads to a page that is chosen, over what is selected", async () => {
  const { server, ...rest } = open("<p>Osta kaart</p>", 6, 11);
  render(<LinkDialog as="link" {...rest} />);
  await user.click(await screen.findByRole("radio", { name: /Kinkekaart/ }));
  await press("Lisa link");
  expect(rest.editor.getHTML()).toBe(`<p>Osta <a href="heliriiul:page/${ID}">kaart</a></p>`);
  expect(rest.refs.find(`page/${ID}`)?.title).toBe("Kinkekaart");
  expect(rest.onClose).toHaveBeenCalled();
});

it("a link: takes the title of what it leads to when no text is given", async () => {
  const { server, ...rest } = open("<p>Loe kohe</p>", 5);
  render(<LinkDialog as="link" {...rest} />);
  await user.click(screen.getByRole("radio", { name: "Raamat" }));
  await user.type(screen.getByLabelText("Otsi raamatut"), "kev");
  await waitFor(() => expect(server.asked.at(-1)?.query.get("q")).toBe("kev"));
  await user.click(await screen.findByRole("radio", { name: /Kevade/ }));
  await press("Lisa link");
  expect(rest.editor.getHTML()).toBe(`<p>Loe <a href="heliriiul:book/${ID}">Kevade</a>kohe</p>`);
});

it("a link: may lead elsewhere, and nowhere that is no address", async () => {
  const { server, ...rest } = open("<p>Osta kaart</p>", 6, 11);
  render(<LinkDialog as="link" {...rest} />);
  await press("Lisa link");
  expect(screen.getByText("Vali, kuhu link viib.")).toBeInTheDocument();
  await user.click(screen.getByRole("radio", { name: "Mujale" }));
  await user.type(screen.getByLabelText("Aadress"), "javascript:alert(1){Enter}");
  expect(screen.getByText("See ei ole aadress.")).toBeInTheDocument();
  await user.clear(screen.getByLabelText("Aadress"));
  await user.type(screen.getByLabelText("Aadress"), "naide.ee{Enter}");
  expect(rest.editor.getHTML()).toBe('<p>Osta <a href="https://naide.ee">kaart</a></p>');
});

it("a link: of a text without links inside the store asks for an address alone", () => {
  const { server, refs, ...rest } = open("<p>Osta kaart</p>", 6, 11);
  render(<LinkDialog as="link" refs={undefined} {...rest} />);
  expect(screen.getByLabelText("Aadress")).toHaveFocus();
  expect(screen.queryByRole("radio")).toBeNull();
});

it("a link: of a call to action is its own", async () => {
  const { server, ...rest } = open('<p class="cta"><a href="/vana">Osta</a></p>', 2);
  render(<LinkDialog as="call" {...rest} />);
  expect(screen.getByLabelText("Aadress")).toHaveValue("/vana");
  await user.click(screen.getByRole("radio", { name: "Kategooria" }));
  await user.type(screen.getByLabelText("Otsi kategooriat"), "k");
  await user.click(await screen.findByRole("radio", { name: /Krimi/ }));
  await press("Muuda üleskutset");
  expect(rest.editor.getHTML()).toBe(
    `<p class="cta"><a href="heliriiul:category/${ID}">Osta</a></p>`,
  );
});

it("a card shows the book that is chosen", async () => {
  const { server, ...rest } = open("<p></p>", 1);
  render(<BookDialog {...rest} />);
  await press("Lisa raamat");
  expect(screen.getByText("Vali raamat.")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Otsi raamatut"), "kev");
  await user.click(await screen.findByRole("radio", { name: /Kevade/ }));
  await press("Lisa raamat");
  expect(rest.editor.getHTML()).toBe(`<div data-book="${ID}"></div><p></p>`);
});

it("Enter takes the first that was found, and once more puts it in", async () => {
  const { server, ...rest } = open("<p></p>", 1);
  render(<BookDialog {...rest} />);
  const search = screen.getByLabelText("Otsi raamatut");
  await user.type(search, "kev{Enter}");
  expect(rest.editor.getHTML()).toBe("<p></p>");
  // Results of an earlier search are not chosen.
  expect(screen.queryByText("Valitud: Kevade")).toBeNull();
  await waitFor(async () => {
    await user.type(search, "{Enter}");
    expect(screen.getByRole("status")).toHaveTextContent("Valitud: Kevade");
  });
  await user.type(search, "{Enter}");
  expect(rest.editor.getHTML()).toContain(`<div data-book="${ID}"></div>`);
});

describe("an image", () => {
  const image = { id: ID, name: "riiul.jpg", alt: "Riiul", decorative: false, url: "/r.jpg" };
  const file = new File(["x"], "uus.jpg", { type: "image/jpeg" });

  function show() {
    const server = fakeServer({
      "GET /desk/images": [image],
      "POST /desk/images": { ...image, id: "uus", name: "uus.jpg", alt: "" } as DeskImage,
    });
    const onSave = vi.fn();
    const words = { alt: "", decorative: false };
    render(<ImageDialog chosen={null} description={words} onSave={onSave} onClose={() => {}} />);
    return { server, onSave };
  }
  const save = () => press("Lisa pilt");

  it("comes with the words of the library, or others", async () => {
    const { onSave } = show();
    await user.click(await screen.findByRole("radio", { name: /riiul/ }));
    expect(screen.getByLabelText("Pildi kirjeldus")).toHaveValue("Riiul");
    await save();
    expect(onSave).toHaveBeenCalledWith(image, { alt: "Riiul", decorative: false });
  });

  it("is sent, and wants words or to be decoration", async () => {
    const { server, onSave } = show();
    await user.upload(screen.getByLabelText("Laadi uus pilt"), file);
    expect(await screen.findByRole("radio", { name: /uus/ })).toBeChecked();
    const sent = server.asked.find(({ call }) => call === "POST /desk/images");
    expect(sent?.query.get("name")).toBe("uus.jpg");
    expect(sent?.headers.get("content-type")).toBe("image/jpeg");
    await save();
    expect(screen.getByText("Kirjelda pilti või märgi see kaunistuseks.")).toBeInTheDocument();
    await user.click(screen.getByLabelText("Pilt on ainult kaunistus"));
    await save();
    expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ id: "uus" }), {
      alt: "",
      decorative: true,
    });
  });

  it("is sent again after a login over the dialog, which keeps its words", async () => {
    const { server, onSave } = show();
    render(<LoginDialog />);
    const take = server.answers["POST /desk/images"];
    server.answers["POST /desk/images"] = problem(401, "unauthorized");
    server.answers["POST /login"] = ACCOUNT;
    await user.type(screen.getByLabelText("Pildi kirjeldus"), "Uus riiul");
    await user.upload(screen.getByLabelText("Laadi uus pilt"), file);
    await user.type(await screen.findByLabelText("Meiliaadress"), "a@b.ee");
    server.answers["POST /desk/images"] = take;
    await user.type(screen.getByLabelText("Parool"), "heliriiul{Enter}");
    expect(await screen.findByRole("radio", { name: /uus/ })).toBeChecked();
    await save();
    expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ id: "uus" }), {
      alt: "Uus riiul",
      decorative: false,
    });
  });

  it.each([
    [problem(413, "too-large"), /liiga suur/],
    [
      problem(422, "validation", { errors: [{ field: "image", code: "too-many-pixels" }] }),
      /piksleid/,
    ],
    [problem(415, "unsupported"), /ei saa pildina lugeda/],
  ])("that the server refuses is told", async (answer, message) => {
    const { server } = show();
    server.answers["POST /desk/images"] = answer;
    await user.upload(screen.getByLabelText("Laadi uus pilt"), file);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});
