// The editor's schema of a text. It allows the same HTML as the server (`cms/src/html/clean.rs`).
import { Extension } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { Dropcursor, Gapcursor, UndoRedo } from "@tiptap/extensions";
import { BookCard, CallToAction, LibraryImage } from "./blocks.ts";
import { Link } from "./link.ts";
import { PreservedBlock, PreservedImage, Subscript, Superscript } from "./preserved-nodes.ts";
import type { Refs } from "./refs.ts";
import { Table, TableCell, TableEditing, TableHeader, TableRow } from "./table.ts";

/** Ids and languages of blocks are preserved, though the toolbar cannot set them. */
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
        "libraryImage",
        "table",
      ],
      attributes: { id: { default: null, keepOnSplit: false }, lang: { default: null } },
    },
  ],
});

export function extensionsWith(refs: Refs) {
  return [
    Document,
    Paragraph,
    Text,
    Heading.configure({ levels: [2, 3, 4] }),
    Bold,
    Italic,
    Underline,
    Strike,
    Code,
    Link,
    BulletList,
    OrderedList,
    ListItem,
    ListKeymap,
    Blockquote,
    HardBreak,
    HorizontalRule,
    Dropcursor,
    Gapcursor,
    UndoRedo,
    BlockAttributes,
    LibraryImage.configure({ refs }),
    BookCard.configure({ refs }),
    CallToAction,
    Table,
    TableRow,
    TableHeader,
    TableCell,
    TableEditing,
    PreservedBlock,
    PreservedImage,
    Subscript,
    Superscript,
  ];
}
