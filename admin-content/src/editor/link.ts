// Links of a text. The usual link library brings a list of all domains, which outweighs the rest of the desk.
import { InputRule, Mark, markPasteRule } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { addressOf, isSafe } from "./address.ts";

const TYPED = /(?:^|\s)((?:https?:\/\/|www\.)\S+) $/i;
const PASTED = /(?:https?:\/\/|www\.)[^\s<>"]+/gi;
const AFTER = /[.,;:!?)\]"'»“”]+$/;

export const Link = Mark.create({
  name: "link",
  priority: 1000,
  keepOnSplit: false,
  inclusive: false,
  addAttributes: () => ({ href: { default: null }, rel: { default: null } }),
  parseHTML: () => [
    {
      tag: "a[href]",
      getAttrs: (link) => (isSafe(link.getAttribute("href") ?? "") ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { href, rel } }) => [
    "a",
    { href: isSafe(String(href)) ? href : "", rel },
    0,
  ],
  addInputRules() {
    const { type } = this;
    return [
      new InputRule({
        find: TYPED,
        handler: ({ state: { tr }, range, match: [whole, typed = ""] }) => {
          const words = typed.replace(AFTER, "");
          const href = addressOf(words);
          const from = range.from + whole.indexOf(typed);
          const to = from + words.length;
          if (!href || tr.doc.rangeHasMark(from, to, type)) return null;
          tr.addMark(from, to, type.create({ href })).removeStoredMark(type);
        },
      }),
    ];
  },
  addPasteRules() {
    return [
      markPasteRule({
        type: this.type,
        find: (text, event) =>
          // A copied link already has its address.
          event?.clipboardData?.getData("text/html").includes("<a ")
            ? []
            : [...text.matchAll(PASTED)].map((match) => {
                const words = match[0].replace(AFTER, "");
                return { index: match.index, text: words, data: { href: addressOf(words) } };
              }),
        getAttributes: ({ data }) => (data?.href ? { href: data.href as string } : false),
      }),
    ];
  },
  addProseMirrorPlugins() {
    const { type } = this;
    return [
      new Plugin({
        props: {
          /** An address pasted over a selection becomes its link. */
          handlePaste: ({ state, dispatch }, event) => {
            const { from, to, empty } = state.selection;
            const text = event.clipboardData?.getData("text/plain").trim() ?? "";
            const href = /^(?:https?:|mailto:|heliriiul:)/i.test(text) && addressOf(text);
            if (empty || !href || !state.selection.$from.parent.inlineContent) return false;
            dispatch(state.tr.addMark(from, to, type.create({ href })));
            return true;
          },
        },
      }),
    ];
  },
});
