import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import rows from "../../ui/row-list.module.css";
import { Time } from "../../ui/time.tsx";
import { joinSentences } from "../../i18n/join-sentences.ts";
import { BoughtGift } from "./bought-gift.tsx";
import { OrderInvoice } from "./invoices.tsx";
import { describeDuplicatePayment } from "./notice-copy.ts";
import { OrderNumber } from "./order-number.tsx";
import { SeatsLine } from "./seats-line.tsx";
import { ProductName } from "./product-name.tsx";
import type { Order } from "./queries.ts";

const statusLabels: Record<Order["status"], MessageDescriptor> = {
  pending: msg`Payment processing`,
  paid: msg({ message: `Paid`, context: "order" }),
  partially_refunded: msg({ message: `Partially refunded`, comment: "Status of an order" }),
  refunded: msg({ message: `Refunded`, comment: "Status of an order" }),
  disputed: msg({ message: `Disputed`, comment: "Status of an order" }),
  failed: msg({ message: `Payment failed`, comment: "Status of an order" }),
};

/** A one-time purchase with its total from Stripe. */
export function OrderRow({ order }: { order: Order }) {
  const { i18n } = useLingui();
  const formats = useFormats();
  const seats = order.quantity;
  return (
    <li id={order.id}>
      <div className={rows.main}>
        <p className={rows.name}>
          {order.lines.length > 1 ? (
            <bdi>{formats.list(order.lines.map(({ name }) => name))}</bdi>
          ) : (
            <ProductName product={order.product} />
          )}
        </p>
        {order.lines.map((line) => (
          <p key={line.id} className={rows.detail}>
            <bdi>{line.name}</bdi>
            {"\u00a0· "}
            {formats.money(line.totalMinor, order.currency, "exact")}
            {line.isRefunded && (
              <>
                {"\u00a0· "}
                {i18n._(statusLabels.refunded)}
              </>
            )}
          </p>
        ))}
        <p className={rows.detail}>
          <Time at={order.paidAt ?? order.createdAt} />
          {"\u00a0· "}
          {i18n._(statusLabels[order.status])}
          {"\u00a0· "}
          <OrderNumber id={order.id} />
          {seats > 1 && (
            <>
              {"\u00a0· "}
              <Plural value={seats} one="# seat" other="# seats" />
            </>
          )}
        </p>
        <SeatsLine id={order.id} used={order.usedSeats} quantity={order.quantity} />
        <BoughtGift order={order} />
        <OrderInvoice orderId={order.id} />
        {order.notice && <DuplicatePayment />}
      </div>
      <div className={rows.amount}>
        <OrderAmounts order={order} />
      </div>
    </li>
  );
}

function DuplicatePayment() {
  const { i18n } = useLingui();
  const { title, nextStep } = describeDuplicatePayment(i18n);
  return <p className={rows.detail}>{joinSentences(i18n.locale, title, nextStep)}</p>;
}

function OrderAmounts({ order }: { order: Order }) {
  const { t } = useLingui();
  const formats = useFormats();
  const { currency, totalMinor, discountMinor, taxMinor, refundedMinor } = order;
  const format = (amountMinor: number) => formats.money(amountMinor, currency, "exact");
  const [discount, tax, refund] = [format(discountMinor), format(taxMinor), format(refundedMinor)];
  return (
    <>
      <p>
        {totalMinor === 0 ? t({ message: `Free`, comment: "An amount of 0" }) : format(totalMinor)}
      </p>
      {discountMinor > 0 && <p className={rows.detail}>{t`after a discount of ${discount}`}</p>}
      {taxMinor > 0 && <p className={rows.detail}>{t`including ${tax} tax`}</p>}
      {refundedMinor > 0 && <p className={rows.detail}>{t`${refund} refunded`}</p>}
    </>
  );
}
