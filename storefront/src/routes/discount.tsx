import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { DiscountScreen } from "#app/features/codes/discount-screen.tsx";
import { getSession } from "#app/session/session.ts";
import { activeDiscount } from "#app/subscription/api.ts";

export { discountAction as action } from "#app/features/codes/discount-screen.tsx";

export async function loader({ request }: LoaderFunctionArgs): Promise<number> {
  if (!getSession()) return 0;
  return (await activeDiscount(null, request.signal)).discountPercentage;
}

export function Component() {
  return <DiscountScreen percent={useLoaderData<typeof loader>()} />;
}
