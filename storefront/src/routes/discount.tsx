import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { DiscountScreen } from "#app/features/codes/discount-screen.tsx";
import { getSession } from "#app/session/session.ts";
import { activeDiscount } from "#app/subscription/api.ts";

export { discountAction as action } from "#app/features/codes/discount-screen.tsx";

export function loader({ request }: LoaderFunctionArgs): Promise<number> | number {
  return getSession() ? activeDiscount(null, request.signal) : 0;
}

export function Component() {
  return <DiscountScreen percent={useLoaderData<typeof loader>()} />;
}
