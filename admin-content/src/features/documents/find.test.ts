import { expect, it } from "vitest";
import type { DocumentSummary, Kind, Status } from "#app/api/types.ts";
import { aSummary } from "#app/testing/data.ts";
import { findDocuments, grouped } from "./find.ts";

const documents: DocumentSummary[] = [
  aSummary({ id: "1", kind: "slider", identifier: "uued", title: "Uued raamatud" }),
  aSummary({ id: "2", kind: "page", identifier: "oigused", title: "Õigused ja kohustused" }),
  aSummary({ id: "3", kind: "page", identifier: "kinkekaart", title: "Kinkekaart" }),
];

it.each<[string, Kind | "", string[]]>([
  ["", "", ["1", "2", "3"]],
  ["oigus", "", ["2"]],
  ["KOHUST õig", "", ["2"]],
  ["kinke", "slider", []],
  ["", "page", ["2", "3"]],
  ["uued", "", ["1"]],
])("finds by %j and kind %j", (search, kind, found) => {
  expect(findDocuments(documents, search, kind, "").map((document) => document.id)).toEqual(found);
});

it("leaves out what is put away, unless it is asked for", () => {
  const all = [
    ...documents,
    aSummary({ id: "4", status: "archived" }),
    aSummary({ id: "5", status: "draft" }),
  ];
  const ids = (status: Status | "") =>
    findDocuments(all, "", "", status).map((document) => document.id);
  expect(ids("")).toEqual(["1", "2", "3", "5"]);
  expect(ids("archived")).toEqual(["4"]);
  expect(ids("draft")).toEqual(["5"]);
});

it("groups by kind and leaves empty groups out", () => {
  expect(grouped(documents).map(({ kind, documents }) => [kind, documents.length])).toEqual([
    ["page", 2],
    ["slider", 1],
  ]);
});
