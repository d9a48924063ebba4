// What a text of the store can hold: as much as the server lets through, and nothing else.
import { Extension } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { KeptBlock, KeptImage, Subscript, Superscript } from "./kept.ts";

/** Anchors and languages of blocks are not for the toolbar, and are never lost. */
const BlockAttributes = Extension.create({
  name: "blockAttributes",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading", "blockquote", "bulletList", "orderedList", "listItem"],
      attributes: {
        id: { default: null, keepOnSplit: false },
        lang: { default: null },
      },
    },
  ],
});

export const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // The server keeps no <pre>.
    codeBlock: false,
    // A text ends where its writer ended it.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: "https",
      HTMLAttributes: { rel: "noopener", target: null, class: null },
    },
  }),
  BlockAttributes,
  KeptBlock,
  KeptImage,
  Subscript,
  Superscript,
];
