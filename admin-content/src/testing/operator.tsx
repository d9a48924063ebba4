// Data and a router for the unit tests of the admins' screens.
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { Toaster } from "storefront/kit/toast.tsx";
import type { Incident, Person, PersonEvent } from "#app/operator/types.ts";
import { LoginDialog } from "#app/session/login-dialog.tsx";

const AT = "2026-11-28T10:00:00.000Z";
export const PERSON_ID = "01976f00-0000-7000-8000-0000000000e1";

/** Renders a screen with its data, the notices and the login of the frame. */
export function renderScreen(screen: ReactNode, load: () => unknown = () => null, at = "/") {
  const router = createMemoryRouter(
    [
      {
        path: "/",
        loader: load,
        element: (
          <main>
            {screen}
            <Toaster label="Teated" closeLabel="Sulge teade" />
            <LoginDialog />
          </main>
        ),
        hydrateFallbackElement: <i />,
      },
      { path: "*", element: <p>mujal</p> },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

export function anIncident(over: Partial<Incident> = {}): Incident {
  return {
    id: "01976f00-0000-7000-8000-0000000000f1",
    kind: "paid-twice",
    proposal: "refund",
    userId: PERSON_ID,
    email: "kuulaja@heliriiul.test",
    number: "H10001",
    transactionId: "t-1",
    amount: 9.9,
    detail: "Order H10001 was paid already.",
    createdAt: AT,
    resolvedAt: null,
    ...over,
  };
}

export function anEvent(over: Partial<PersonEvent> = {}): PersonEvent {
  return {
    id: "01976f00-0000-7000-8000-000000000101",
    at: AT,
    kind: "order-paid",
    cause: "notify",
    by: null,
    orderId: null,
    transactionId: null,
    detail: { number: "H10001" },
    undoable: false,
    ...over,
  };
}

export function aPerson(over: Partial<Person> = {}): Person {
  return {
    id: PERSON_ID,
    email: "kuulaja@heliriiul.test",
    firstName: "Kaja",
    lastName: "Kuulaja",
    role: "listener",
    createdAt: AT,
    emailVerifiedAt: AT,
    lastLoginAt: null,
    subscription: {
      status: "active",
      plan: "UNLIMITED",
      nextPlan: "UNLIMITED",
      renews: true,
      paidUntil: "2026-12-20T10:00:00.000Z",
      expiresAt: "2026-12-20T10:00:00.000Z",
      renewsAt: "2026-12-20T10:00:00.000Z",
      nextAmount: 12.9,
      failedAttempts: 0,
      stoppedAt: null,
      trialUsedAt: null,
      hasCard: true,
      cardValidUntil: "2028-06-30",
      discountPercent: 0,
      periods: [
        {
          plan: "UNLIMITED",
          source: "payment",
          startsAt: "2026-11-20T10:00:00.000Z",
          endsAt: "2026-12-20T10:00:00.000Z",
        },
      ],
    },
    orders: [
      {
        id: "o-1",
        number: "H10001",
        status: "paid",
        total: 9.9,
        createdAt: AT,
        paidAt: AT,
        discountCode: null,
        withdrawnAt: null,
        lines: [{ bookId: "b-1", title: "Kevade", price: 9.9, inLibrary: true }],
      },
    ],
    payments: [],
    receipts: [
      {
        id: "r-1",
        kind: "receipt",
        number: 7,
        issuedAt: AT,
        cancelledAt: null,
        total: 9.9,
        orderId: "o-1",
      },
    ],
    transactions: [
      {
        id: "t-1",
        number: "H10001",
        amount: 9.9,
        status: "COMPLETED",
        createdAt: AT,
        refundable: 9.9,
        refunds: [],
      },
    ],
    incidents: [],
    emails: [{ id: "e-1", subject: "Kviitung", createdAt: AT, sentAt: null }],
    events: [anEvent()],
    ...over,
  };
}
