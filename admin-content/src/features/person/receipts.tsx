import { euro } from "storefront/et/format.ts";
import { Button } from "storefront/kit/button.tsx";
import { toast } from "storefront/kit/toast.tsx";
import { dayText } from "#app/et/day.ts";
import { personStrings } from "#app/et/operator/person.ts";
import { word } from "#app/et/operator/words.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { sendReceipt } from "#app/operator/calls.ts";
import { operatorFailure } from "#app/operator/failure.ts";
import type { PersonReceipt } from "#app/operator/types.ts";
import { withLogin } from "#app/session/with-login.ts";
import { Part, useFirst } from "./part.tsx";

const text = personStrings.receipts;

export function Receipts({ receipts }: { receipts: PersonReceipt[] }) {
  const [shown, more] = useFirst(receipts, 10);
  if (receipts.length === 0) return null;
  return (
    <Part title={text.title}>
      <ul className="op-lines op-card">
        {shown.map((receipt) => (
          <Row key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      {more}
    </Part>
  );
}

function Row({ receipt }: { receipt: PersonReceipt }) {
  const { id, kind, number, total, issuedAt, cancelledAt } = receipt;
  const name = `${word(text.kinds, kind)} ${number}`;
  const [pending, send] = usePending(async () => {
    try {
      await withLogin(() => sendReceipt(id));
      toast(text.sent, { kind: "success" });
    } catch (error) {
      toast(operatorFailure(error), { kind: "danger" });
    }
  });
  return (
    <li>
      <span className="op-lines__main">
        <span>
          {name}, {euro(total)}
        </span>
        <span className="desk-muted">
          {dayText(issuedAt)}
          {cancelledAt && `, ${text.cancelled(dayText(cancelledAt))}`}
        </span>
      </span>
      <Button size="small" pending={pending} aria-label={text.sendOf(name)} onClick={send}>
        {text.send}
      </Button>
    </li>
  );
}
