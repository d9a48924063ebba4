// A receipt or a credit note, for reading, printing and sending by email.
import type { ReactNode } from "react";
import { Link, useFetcher } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Receipt } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { receiptName, receiptStrings as text } from "#app/et/screens/receipt.ts";
import { Button } from "#app/kit/button.tsx";
import { Notice } from "#app/kit/feedback/notice.tsx";
import { Screen } from "#app/layout/screen/screen.tsx";

const PERCENT = new Intl.NumberFormat("et-EE", { maximumFractionDigits: 2 });

export function ReceiptScreen({ receipt }: { receipt: Receipt }) {
  const sending = useFetcher();
  const name = receiptName(receipt);
  const { cancelledAt, seller, buyer, credited, discountCode, lines, vat, total } = receipt;
  return (
    <Screen title={name} narrow>
      <Link className="receipt__tools" to={paths.account}>
        {text.back}
      </Link>
      <div className="screen__top">
        <h1>{name}</h1>
        <div className="button-group receipt__tools">
          <Button onClick={() => window.print()}>{text.print}</Button>
          <Button
            icon="envelope"
            pending={sending.state !== "idle"}
            onClick={() => sending.submit(null, { method: "post" })}
          >
            {text.send}
          </Button>
        </div>
      </div>
      {cancelledAt && (
        <Notice look="danger">
          <p>{text.cancelled(date(cancelledAt))}</p>
        </Notice>
      )}
      <div className="panel receipt">
        <dl className="receipt__facts">
          <Fact label={text.date}>{date(receipt.issuedAt)}</Fact>
          <Fact label={receipt.orderId ? text.order : text.payment}>{receipt.reference}</Fact>
          {credited && (
            <Fact label={text.credits}>
              {text.credited(credited.number, date(credited.issuedAt))}
            </Fact>
          )}
          {discountCode && !credited && <Fact label={text.discountCode}>{discountCode}</Fact>}
          <Fact label={text.seller}>
            {seller.name}
            <br />
            {text.registryCode(seller.registryCode)}
            <br />
            {text.vatNumber(seller.vatNumber)}
            <br />
            {seller.address}
          </Fact>
          <Fact label={text.buyer}>
            {buyer.name}
            <br />
            {buyer.email}
          </Fact>
        </dl>
        <table className="receipt__table">
          <caption className="visually-hidden">{text.lines}</caption>
          <thead>
            <tr>
              <th scope="col">{text.text}</th>
              <th scope="col">{text.price}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.position} ${line.text} ${line.vatRate}`}>
                <td>{line.text}</td>
                <td className="amount">
                  {euro(line.price)}
                  {line.listPrice !== line.price && (
                    <span className="receipt__list-price note">
                      {text.listPrice(euro(line.listPrice))}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text.total}</th>
              <td className="amount">
                <strong>{euro(total)}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
        <table className="receipt__table">
          <caption className="visually-hidden">{text.vat}</caption>
          <thead>
            <tr>
              <th scope="col">{text.rate}</th>
              <th scope="col">{text.net}</th>
              <th scope="col">{text.vat}</th>
            </tr>
          </thead>
          <tbody>
            {vat.map((row) => (
              <tr key={row.rate}>
                <td>{PERCENT.format(row.rate)}%</td>
                <td className="amount">{euro(row.net)}</td>
                <td className="amount">{euro(row.vat)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Screen>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
