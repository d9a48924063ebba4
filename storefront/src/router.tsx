// The store's routes. Each screen is a lazy module in routes/ that exports loader, action, Component.
import { createBrowserRouter, type RouteObject } from "react-router";
import { routePattern, type ScreenName } from "./addresses/paths.ts";
import { ROOT_ID } from "./api/frame.ts";
import { Crash, Root, rootLoader, ScreenError } from "./routes/root.tsx";

const books = () => import("./routes/books.tsx");
const bought = () => import("./routes/bought.tsx");
const cardPaid = () => import("./routes/card-paid.tsx");
const page = () => import("./routes/page.tsx");

const MODULES: Record<ScreenName, NonNullable<RouteObject["lazy"]>> = {
  home: () => import("./routes/home.tsx"),
  books,
  category: books,
  isbn: () => import("./routes/isbn.tsx"),
  book: () => import("./routes/book.tsx"),
  giftCard: () => import("./routes/gift.tsx"),
  discountCode: () => import("./routes/discount.tsx"),
  plans: () => import("./routes/plans.tsx"),
  changePlan: () => import("./routes/change-plan.tsx"),
  cardPayment: () => import("./routes/card-payment.tsx"),
  cardChanged: cardPaid,
  subscriptionPaid: cardPaid,
  subscriptionPaidInApp: cardPaid,
  booking: () => import("./routes/booking.tsx"),
  login: () => import("./routes/login.tsx"),
  register: () => import("./routes/register.tsx"),
  forgotPassword: () => import("./routes/forgot-password.tsx"),
  resetPassword: () => import("./routes/reset-password.tsx"),
  verifyEmail: () => import("./routes/verify-email.tsx"),
  account: () => import("./routes/account.tsx"),
  receipt: () => import("./routes/receipt.tsx"),
  cart: () => import("./routes/cart.tsx"),
  payment: () => import("./routes/payment.tsx"),
  bought,
  boughtInApp: bought,
  withdrawal: () => import("./routes/withdrawal.tsx"),
  player: () => import("./routes/player.tsx"),
  page,
};

export const screens: RouteObject[] = [
  ...Object.entries(MODULES).map(([name, lazy]) => ({
    path: routePattern(name as ScreenName),
    lazy,
  })),
  // Any other address is a 404.
  { path: "*", lazy: page },
];

export const routes: RouteObject[] = [
  {
    id: ROOT_ID,
    Component: Root,
    ErrorBoundary: Crash,
    loader: rootLoader,
    shouldRevalidate: () => false,
    children: [{ ErrorBoundary: ScreenError, children: screens }],
  },
];

export const createAppRouter = () => createBrowserRouter(routes);
