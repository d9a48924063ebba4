// The routes of the admins' screens. They are loaded when an admin opens the first of them.
import type { ComponentType } from "react";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { Crash } from "./features/frame/crash.tsx";
import {
  findPerson,
  listDiscounts,
  listDiscountUses,
  listGiftCards,
  listIncidents,
  listJobs,
  listOrders,
  listRefunds,
  listSubscribers,
  listTransactions,
  reportListening,
  reportSales,
  searchPeople,
} from "./operator/calls.ts";
import { loadFrame, OperatorFrame } from "./operator/operator-frame.tsx";
import { operatorPaths } from "./operator/paths.ts";
import { listQuery, pageOf, queryOf } from "./operator/query.ts";
import { rangeOf } from "./operator/range.ts";
import { guardedForAdmins } from "./session/guard.ts";

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>;

const route = (
  path: string,
  load: Loader,
  lazy: () => Promise<{ Component: ComponentType }>,
  more: RouteObject = {},
): RouteObject => ({ path, loader: guardedForAdmins(load), lazy, ...more }) as RouteObject;

const nothing: Loader = async () => null;

const sales =
  (name: "OrdersScreen" | "TransactionsScreen" | "SubscribersScreen" | "RefundsScreen") =>
  async () => ({ Component: (await import("./features/sales/sales-screens.tsx"))[name] });

const children: RouteObject[] = [
  route(
    operatorPaths.incidents,
    ({ request }) => {
      const { status, page } = listQuery(request, ["open", "resolved"]);
      return listIncidents({ resolved: status === "resolved", page }, request.signal);
    },
    async () => ({
      Component: (await import("./features/incidents/incidents-screen.tsx")).IncidentsScreen,
    }),
  ),
  route(
    operatorPaths.people,
    ({ request }) => {
      const query = queryOf(request);
      return searchPeople({ q: query.get("q") ?? undefined, page: pageOf(query) }, request.signal);
    },
    async () => ({ Component: (await import("./features/people/people-screen.tsx")).PeopleScreen }),
  ),
  route(
    operatorPaths.person(":id"),
    ({ params: { id = "" }, request: { signal } }) => findPerson(id, signal),
    async () => ({ Component: (await import("./features/person/person-screen.tsx")).PersonScreen }),
  ),
  route(
    operatorPaths.orders,
    ({ request }) =>
      listOrders(
        listQuery(request, ["", "open", "paid", "cancelled", "failed", "expired", "refunded"]),
        request.signal,
      ),
    sales("OrdersScreen"),
  ),
  route(
    operatorPaths.transactions,
    ({ request }) =>
      listTransactions(listQuery(request, ["", "paid", "open", "unpaid"]), request.signal),
    sales("TransactionsScreen"),
  ),
  route(
    operatorPaths.subscribers,
    ({ request }) =>
      listSubscribers(listQuery(request, ["", "active", "grace", "ended"]), request.signal),
    sales("SubscribersScreen"),
  ),
  route(
    operatorPaths.refunds,
    ({ request }) => {
      const { status, page } = listQuery(request, ["open", "all"]);
      return listRefunds({ open: status === "open", page }, request.signal);
    },
    sales("RefundsScreen"),
  ),
  route(
    operatorPaths.giftCards,
    ({ request }) =>
      listGiftCards(listQuery(request, ["", "unused", "activated", "revoked"]), request.signal),
    async () => ({
      Component: (await import("./features/gift-cards/gift-cards-screen.tsx")).GiftCardsScreen,
    }),
  ),
  route(operatorPaths.newGiftCards, nothing, async () => ({
    Component: (await import("./features/gift-cards/new-gift-cards-screen.tsx")).NewGiftCardsScreen,
  })),
  route(
    operatorPaths.discounts,
    ({ request }) => listDiscounts({ page: pageOf(queryOf(request)) }, request.signal),
    async () => ({
      Component: (await import("./features/discounts/discounts-screen.tsx")).DiscountsScreen,
    }),
  ),
  route(operatorPaths.newDiscounts, nothing, async () => ({
    Component: (await import("./features/discounts/new-discounts-screen.tsx")).NewDiscountsScreen,
  })),
  route(
    operatorPaths.discountUses(":id"),
    ({ params: { id = "" }, request }) =>
      listDiscountUses(id, { page: pageOf(queryOf(request)) }, request.signal),
    async () => ({
      Component: (await import("./features/discounts/uses-screen.tsx")).DiscountUsesScreen,
    }),
  ),
  route(
    operatorPaths.jobs,
    ({ request }) => {
      const { status, page } = listQuery(request, ["failing", "all"]);
      return listJobs({ failing: status === "failing", page }, request.signal);
    },
    async () => ({ Component: (await import("./features/jobs/jobs-screen.tsx")).JobsScreen }),
  ),
  route(
    operatorPaths.reports,
    ({ request }) => reportSales(rangeOf(queryOf(request)), request.signal),
    async () => ({ Component: (await import("./features/reports/sales-report.tsx")).SalesReport }),
  ),
  route(
    operatorPaths.listening,
    ({ request }) => reportListening(rangeOf(queryOf(request)), request.signal),
    async () => ({
      Component: (await import("./features/reports/listening-report.tsx")).ListeningReport,
    }),
  ),
];

export const operatorRoutes: RouteObject[] = [
  {
    loader: guardedForAdmins(loadFrame),
    // The number of open incidents is fresh on each screen.
    shouldRevalidate: () => true,
    Component: OperatorFrame,
    children: [{ ErrorBoundary: Crash, children }],
  },
];
