import { expect, test } from "vitest";
import { actionsFor, type BookState } from "./actions.ts";

const ALL = { price: 9.9, paymentType: "ALL", sample: "s.mp3" } as const;
const PURCHASE = { ...ALL, paymentType: "PURCHASE" } as const;
const SUBSCRIPTION = { ...ALL, price: null, paymentType: "SUBSCRIPTION" } as const;
const FREE = { ...ALL, price: 0 } as const;
const MUTE = { ...ALL, sample: null } as const;

const visitor = { loggedIn: false, hasSubscription: false, inLibrary: null };
const user = { ...visitor, loggedIn: true };
const member = { ...user, hasSubscription: true };

const cases: [string, BookState, string[]][] = [
  ["visitor, any payment", { book: ALL, ...visitor }, ["sample", "join", "addToCart"]],
  ["visitor, purchase alone", { book: PURCHASE, ...visitor }, ["sample", "addToCart"]],
  ["visitor, subscription only", { book: SUBSCRIPTION, ...visitor }, ["sample", "join"]],
  ["visitor, free", { book: FREE, ...visitor }, ["sample", "join"]],
  ["visitor, no sample", { book: MUTE, ...visitor }, ["join", "addToCart"]],
  ["user, any", { book: ALL, ...user }, ["sample", "join", "addToLibrary", "addToCart"]],
  ["user, purchase alone", { book: PURCHASE, ...user }, ["sample", "addToCart"]],
  ["user, free", { book: FREE, ...user }, ["sample", "join", "addFree"]],
  ["member, any", { book: ALL, ...member }, ["sample", "addToLibrary", "addToCart"]],
  ["member, subscription only", { book: SUBSCRIPTION, ...member }, ["sample", "addToLibrary"]],
  ["member, free", { book: FREE, ...member }, ["sample", "addFree"]],
  ["member, subscription book", { book: ALL, ...member, inLibrary: true }, ["listen", "addToCart"]],
  ["member, bought", { book: ALL, ...member, inLibrary: false }, ["listen"]],
  ["user, bought", { book: ALL, ...user, inLibrary: false }, ["listen", "join"]],
  [
    "user, subscription book",
    { book: ALL, ...user, inLibrary: true },
    ["listen", "join", "addToCart"],
  ],
  ["user, free, in the library", { book: FREE, ...user, inLibrary: false }, ["listen", "join"]],
];

test.each(cases)("%s", (_, state, expected) => {
  const actions = Object.entries(actionsFor(state));
  expect(actions.flatMap(([name, on]) => (on ? [name] : []))).toEqual(expected);
});
