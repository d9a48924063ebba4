import { useSearchParams } from "react-router";
import { useFrame } from "#app/api/frame.ts";
import { WithdrawalScreen } from "#app/features/withdrawal/withdrawal-screen.tsx";

export { withdrawalAction as action } from "#app/features/withdrawal/withdrawal-action.ts";

export function Component() {
  const [query] = useSearchParams();
  const { config } = useFrame();
  return <WithdrawalScreen number={query.get("number") ?? ""} support={config.supportEmail} />;
}
