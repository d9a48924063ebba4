// Valid API responses for unit tests; each test overrides its subject.
import type {
  BookCard,
  Category,
  Checkout,
  Config,
  Order,
  Receipt,
  Subscription,
  User,
} from "#app/api/types.ts";

export function aUser(over: Partial<User> = {}): User {
  return {
    id: "01976f00-0000-7000-8000-000000000001",
    email: "mari@mail.ee",
    firstName: "Mari",
    lastName: "Maasikas",
    apiToken: "token-of-mari",
    isLoggedIn: true,
    createdAt: "2026-01-01T00:00:00.000Z",
    emailVerifiedAt: "2026-01-01T00:05:00.000Z",
    subscriptionActive: false,
    subscriptionType: null,
    subscriptionExpiresAt: null,
    trialActive: false,
    role: "listener",
    ...over,
  };
}

export function aBook(over: Partial<BookCard> = {}): BookCard {
  return {
    id: "01976f00-0000-7000-8000-0000000000b1",
    slug: "kevade",
    isbn: null,
    title: "Kevade",
    subtitle: null,
    author: "Oskar Luts",
    reader: "Sünteeshääl",
    authorFirstName: "Oskar",
    authorLastName: "Luts",
    readerFirstName: "",
    readerLastName: "Sünteeshääl",
    authors: [{ firstName: "Oskar", lastName: "Luts", name: "Oskar Luts" }],
    readers: [{ firstName: "", lastName: "Sünteeshääl", name: "Sünteeshääl" }],
    publisher: "Heliriiul",
    categoryIds: [],
    publishYear: 2026,
    length: 180,
    price: 9.9,
    paymentType: "ALL",
    isVisible: true,
    sample: null,
    image: null,
    cover: null,
    updatedAt: "2026-01-01T00:00:00.000Z",
    ...over,
  };
}

const lines = ["a", "b"].map((bookId) => ({
  bookId,
  title: `Raamat ${bookId}`,
  author: "Oskar Luts",
  listPrice: 9.9,
  price: 9.9,
  vatRate: 9,
}));

export function anOrder(over: Partial<Order> = {}): Order {
  return {
    id: "order-1",
    number: "H-1001",
    status: "open",
    total: 19.8,
    createdAt: "2026-11-28T10:00:00.000Z",
    paidAt: null,
    discountCode: null,
    withdrawableUntil: null,
    withdrawnAt: null,
    lines,
    ...over,
  };
}

export function aReceipt(over: Partial<Receipt> = {}): Receipt {
  return {
    id: "receipt-1",
    kind: "receipt",
    number: 7,
    issuedAt: "2026-11-28T10:00:00.000Z",
    cancelledAt: null,
    total: 9.9,
    orderId: "order-1",
    reference: "H-1001",
    seller: {
      name: "Heliriiul OÜ",
      registryCode: "12345678",
      vatNumber: "EE123456789",
      address: "Raamatu 1, Tallinn",
    },
    buyer: { name: "Mari Maasikas", email: "mari@mail.ee" },
    discountCode: null,
    credited: null,
    lines: [
      {
        position: 1,
        text: "Oskar Luts - Kevade",
        bookId: "a",
        listPrice: 9.9,
        price: 9.9,
        vatRate: 9,
        vat: 0.82,
      },
    ],
    vat: [{ rate: 9, net: 9.08, vat: 0.82 }],
    ...over,
  };
}

export function aCheckout(over: Partial<Checkout> = {}): Checkout {
  return {
    orderId: "order-1",
    orderNumber: "H-1001",
    transactionId: "tx-1",
    amount: 19.8,
    paid: false,
    lines,
    paymentMethods: {
      banklinks: [{ name: "Swedbank", url: "https://bank.example/pay/1", logo_url: "/swed.svg" }],
      cards: [{ name: "Visa", url: "https://card.example/pay/1", logo_url: "/visa.svg" }],
    },
    ...over,
  };
}

export function aConfig(over: Partial<Config> = {}): Config {
  return {
    subscriberDiscount: 20,
    dlUrl: "/media",
    errorReportingUrl: null,
    environment: "development",
    platform: "web",
    partnerUrl: null,
    partnerUrlLegacy: null,
    partnerCutoff: "2025-10-13",
    bookingUrl: null,
    appStoreUrl: null,
    playStoreUrl: null,
    supportEmail: "abi@heliriiul.test",
    analyticsUrl: null,
    analyticsId: null,
    adPixelUrl: null,
    adPixelId: null,
    social: [],
    packages: [],
    seller: "Heliriiul OÜ",
    withdrawal: "by-consent",
    publicUrl: "http://localhost",
    ...over,
  };
}

export function aCategory(path: string, over: Partial<Category> = {}): Category {
  const slugs = path.split("/");
  const slug = slugs.at(-1) ?? "";
  return {
    id: `c-${path}`,
    name: slug,
    slug,
    path,
    parentId: slugs.length > 1 ? `c-${slugs.slice(0, -1).join("/")}` : null,
    includeInMenu: slugs.length === 1,
    bookIds: null,
    ...over,
  };
}

export function aSubscription(over: Partial<Subscription> = {}): Subscription {
  return {
    status: "active",
    subscriptionType: "20H_LIMITED",
    nextSubscriptionType: null,
    periodStart: "2098-12-05T10:00:00.000Z",
    expiresAt: "2099-01-05T10:00:00.000Z",
    renewsAt: "2099-01-05T10:00:00.000Z",
    nextAmount: 6.99,
    trialAvailable: false,
    hasCard: true,
    paymentTokenExpiry: "2028-06-30",
    upgradeAmount: 3.2,
    activeDiscountPercentage: 0,
    payments: [],
    ...over,
  };
}

export const noSubscription = aSubscription({
  status: "none",
  subscriptionType: null,
  periodStart: null,
  expiresAt: null,
  renewsAt: null,
  nextAmount: null,
  trialAvailable: true,
  hasCard: false,
  paymentTokenExpiry: null,
  upgradeAmount: null,
});

export const bothPlans: Config["packages"] = [
  { type: "20H_LIMITED", price: 6.99, listeningHours: 20 },
  { type: "UNLIMITED", price: 11.99, listeningHours: null },
];
