// /sooduskood
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getSession } from "#app/features/auth/session.ts";
import { DiscountScreen } from "#app/features/codes/discount-screen.tsx";
import { activeDiscount } from "#app/features/packages/api.ts";

export function loader({ request }: LoaderFunctionArgs): Promise<number> | number {
  return getSession() ? activeDiscount(null, request.signal) : 0;
}

export function Component() {
  return <DiscountScreen percent={useLoaderData<typeof loader>()} />;
}
