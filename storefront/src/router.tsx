// The store's routes. Each screen is a lazy module in routes/ that exports loader, action, Component.
import { createBrowserRouter, type RouteObject } from "react-router";
import { patterns } from "./addresses/paths.ts";
import { Crash, Root, rootLoader, ScreenError } from "./routes/root.tsx";

const books = () => import("./routes/books.tsx");
const page = () => import("./routes/page.tsx");

export const screens: RouteObject[] = [
  { index: true, lazy: () => import("./routes/home.tsx") },
  { path: patterns.books, lazy: books },
  { path: patterns.category, lazy: books },
  { path: patterns.isbn, lazy: () => import("./routes/isbn.tsx") },
  { path: patterns.book, lazy: () => import("./routes/book.tsx") },
  { path: patterns.giftCard, lazy: () => import("./routes/gift.tsx") },
  { path: patterns.discountCode, lazy: () => import("./routes/discount.tsx") },
  { path: patterns.plans, lazy: () => import("./routes/plans.tsx") },
  { path: patterns.changePlan, lazy: () => import("./routes/change-plan.tsx") },
  { path: patterns.cardPayment, lazy: () => import("./routes/card-payment.tsx") },
  ...patterns.cardPaid.map((path) => ({ path, lazy: () => import("./routes/card-paid.tsx") })),
  { path: patterns.booking, lazy: () => import("./routes/booking.tsx") },
  { path: patterns.login, lazy: () => import("./routes/login.tsx") },
  { path: patterns.register, lazy: () => import("./routes/register.tsx") },
  { path: patterns.forgotPassword, lazy: () => import("./routes/forgot-password.tsx") },
  { path: patterns.resetPassword, lazy: () => import("./routes/reset-password.tsx") },
  { path: patterns.verifyEmail, lazy: () => import("./routes/verify-email.tsx") },
  { path: patterns.account, lazy: () => import("./routes/account.tsx") },
  { path: patterns.cart, lazy: () => import("./routes/cart.tsx") },
  { path: patterns.payment, lazy: () => import("./routes/payment.tsx") },
  ...patterns.bought.map((path) => ({ path, lazy: () => import("./routes/bought.tsx") })),
  // Player.
  { path: patterns.player, lazy: () => import("./routes/player.tsx") },
  // Content pages take what is left; anything deeper is not found.
  { path: patterns.page, lazy: page },
  { path: "*", lazy: page },
];

export function createAppRouter() {
  return createBrowserRouter([
    {
      id: "root",
      Component: Root,
      ErrorBoundary: Crash,
      loader: rootLoader,
      shouldRevalidate: () => false,
      children: [{ ErrorBoundary: ScreenError, children: screens }],
    },
  ]);
}
