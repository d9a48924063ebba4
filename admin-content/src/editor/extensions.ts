// What a text of the store can hold: as much as the server lets through, and nothing else.
import { Extension } from "@tiptap/core";
import { Link } from "@tiptap/extension-link";
import { StarterKit } from "@tiptap/starter-kit";
import { isSafe, targetOf } from "./address.ts";
import { BookCard, CallToAction, Picture } from "./blocks.ts";
import { KeptBlock, KeptImage, Subscript, Superscript } from "./kept.ts";
import type { Refs } from "./refs.ts";
import { Table, TableCell, TableEditing, TableHeader, TableRow } from "./table.ts";

/** Anchors and languages of blocks are not for the toolbar, and are never lost. */
const BlockAttributes = Extension.create({
  name: "blockAttributes",
  addGlobalAttributes: () => [
    {
      types: [
        "paragraph",
        "heading",
        "blockquote",
        "bulletList",
        "orderedList",
        "listItem",
        "callToAction",
        "picture",
        "table",
      ],
      attributes: {
        id: { default: null, keepOnSplit: false },
        lang: { default: null },
      },
    },
  ],
});

/** Links with nothing but what the server keeps of them, in its order. */
const StoreLink = Link.extend({
  addAttributes: () => ({ href: { default: null }, rel: { default: null } }),
  renderHTML: ({ HTMLAttributes: { href, rel } }) => [
    "a",
    { href: isSafe(String(href)) ? href : "", rel },
    0,
  ],
}).configure({
  openOnClick: false,
  defaultProtocol: "https",
  isAllowedUri: (href, { defaultValidate }) =>
    !!href && (targetOf(href) !== null || (defaultValidate(href) && isSafe(href))),
});

export function extensionsWith(refs: Refs) {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      // The server keeps no <pre>.
      codeBlock: false,
      // A text ends where its writer ended it.
      trailingNode: false,
      link: false,
    }),
    StoreLink,
    BlockAttributes,
    Picture.configure({ refs }),
    BookCard.configure({ refs }),
    CallToAction,
    Table,
    TableRow,
    TableHeader,
    TableCell,
    TableEditing,
    KeptBlock,
    KeptImage,
    Subscript,
    Superscript,
  ];
}
