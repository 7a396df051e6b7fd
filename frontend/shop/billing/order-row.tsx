import { formatMoney } from "../../ui/format-money.ts";
import rows from "../../ui/row-list.module.css";
import { Time } from "../../ui/time.tsx";
import { paidTwice } from "./notice-copy.ts";
import { ProductName } from "./product-name.tsx";
import type { Order } from "./queries.ts";

const statuses: Record<Order["status"], string> = {
  pending: "Payment on its way",
  paid: "Paid",
  partially_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed with your bank",
  failed: "Not paid",
};

/** A one-time purchase and what it came to, as Stripe counted it. */
export function OrderRow({ order }: { order: Order }) {
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency, "exact");
  return (
    <li id={order.id}>
      <div className={rows.main}>
        <p className={rows.name}>
          <ProductName product={order.product} />
        </p>
        <p className={rows.detail}>
          <Time at={order.paidAt ?? order.createdAt} /> · {statuses[order.status]}
          {order.quantity > 1 && ` · ${order.quantity} seats`}
        </p>
        {order.notice && (
          <p className={rows.detail}>
            {paidTwice.title} {paidTwice.next}
          </p>
        )}
      </div>
      <div className={rows.amount}>
        <p>{order.totalMinor === 0 ? "Free" : money(order.totalMinor)}</p>
        {order.discountMinor > 0 && (
          <p className={rows.detail}>after {money(order.discountMinor)} off</p>
        )}
        {order.taxMinor > 0 && <p className={rows.detail}>with {money(order.taxMinor)} tax</p>}
        {order.refundedMinor > 0 && (
          <p className={rows.detail}>{money(order.refundedMinor)} refunded</p>
        )}
      </div>
    </li>
  );
}
