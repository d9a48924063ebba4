import { useLoaderData } from "react-router";
import type { loadReceipt } from "#app/features/receipts/receipt-data.ts";
import { ReceiptScreen } from "#app/features/receipts/receipt-screen.tsx";
import { LoadFailure } from "#app/layout/screen/screen.tsx";
import { RequireUser } from "#app/session/guard/require-user.tsx";

export {
  loadReceipt as loader,
  receiptAction as action,
} from "#app/features/receipts/receipt-data.ts";

export function Component() {
  const receipt = useLoaderData<typeof loadReceipt>();
  return (
    <RequireUser>
      {() => (receipt ? <ReceiptScreen receipt={receipt} /> : <LoadFailure />)}
    </RequireUser>
  );
}
