import { formatMoney } from "../../ui/format-money.ts";
import rows from "../../ui/row-list.module.css";
import { Time } from "../../ui/time.tsx";
import { duplicatePaymentMessage } from "./notice-copy.ts";
import { ProductName } from "./product-name.tsx";
import type { Order } from "./queries.ts";

const statusLabels: Record<Order["status"], string> = {
  pending: "Payment on its way",
  paid: "Paid",
  partially_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed with your bank",
  failed: "Not paid",
};

/** A one-time purchase with its total from Stripe. */
export function OrderRow({ order }: { order: Order }) {
  const formatAmount = (amountMinor: number) => formatMoney(amountMinor, order.currency, "exact");
  return (
    <li id={order.id}>
      <div className={rows.main}>
        <p className={rows.name}>
          <ProductName product={order.product} />
        </p>
        <p className={rows.detail}>
          <Time at={order.paidAt ?? order.createdAt} /> · {statusLabels[order.status]}
          {order.quantity > 1 && ` · ${order.quantity} seats`}
        </p>
        {order.notice && (
          <p className={rows.detail}>
            {duplicatePaymentMessage.title} {duplicatePaymentMessage.nextStep}
          </p>
        )}
      </div>
      <div className={rows.amount}>
        <p>{order.totalMinor === 0 ? "Free" : formatAmount(order.totalMinor)}</p>
        {order.discountMinor > 0 && (
          <p className={rows.detail}>after {formatAmount(order.discountMinor)} off</p>
        )}
        {order.taxMinor > 0 && (
          <p className={rows.detail}>with {formatAmount(order.taxMinor)} tax</p>
        )}
        {order.refundedMinor > 0 && (
          <p className={rows.detail}>{formatAmount(order.refundedMinor)} refunded</p>
        )}
      </div>
    </li>
  );
}
