import type { Category, DeskBook, DeskImage } from "#app/api/types.ts";
export function aDeskBook(over: Partial<DeskBook> = {}): DeskBook {
  return {
    id: "01976f00-0000-7000-8000-0000000000b1",
    version: 4,
    slug: "kevade",
    isbn: "9789916001011",
    title: "Kevade",
    subtitle: null,
    publisher: "Kirjastus",
    description: "<p>Kui Arno isaga koolimajja jõudis.</p>",
    publishYear: 1912,
    language: "et",
    price: 9.9,
    paymentType: "ALL",
    isVisible: true,
    authors: [{ firstName: "Oskar", lastName: "Luts" }],
    readers: [],
    categoryIds: ["proosa", "klassika"],
    cover: null,
    sample: null,
    durationSeconds: 3600,
    chapterCount: 3,
    updatedAt: "2026-11-28T10:00:00.000Z",
    ...over,
  };
}

export function aCategory(id: string, over: Partial<Category> = {}): Category {
  return {
    id,
    version: 1,
    parentId: null,
    slug: id,
    path: id,
    name: id.charAt(0).toUpperCase() + id.slice(1),
    includeInMenu: true,
    position: 0,
    bookCount: 0,
    ...over,
  };
}

export function anImage(over: Partial<DeskImage> = {}): DeskImage {
  return {
    id: "01976f00-0000-7000-8000-0000000000d1",
    version: 1,
    name: "foto.jpg",
    alt: "",
    decorative: false,
    width: 1200,
    height: 800,
    bytes: 240_000,
    url: "/media/images/x/400.jpg",
    createdAt: "2026-11-28T10:00:00.000Z",
    createdBy: "Tiina Toimetaja",
    uses: 0,
    ...over,
  };
}
