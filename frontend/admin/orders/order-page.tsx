import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { ConsolePage, Facts, Part } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { api, read } from "../../http/client.ts";
import { useUser } from "../../http/session.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatMoment } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { Entries } from "../../shop/library/history.tsx";
import { GivenBenefits } from "./granted-benefits.tsx";
import {
  describeAccessEffect,
  describeDispute,
  explainRefusal,
  namePerson,
  nameStatus,
} from "./order-copy.ts";
import { orderQuery, ordersKey, type Order } from "./queries.ts";
import { RefundDialog, type Refund } from "./refund-dialog.tsx";
import { Refunds } from "./refunds.tsx";
import { StripeLink } from "./stripe-link.tsx";

/** `/admin/orders/:id`: everything about one order. */
export default function OrderPage() {
  const { id = "" } = useParams();
  return (
    <Loaded query={useQuery(orderQuery(id))} skeleton={<SkeletonLines lines={6} />} level="page">
      {(order) => <OrderDetails order={order} />}
    </Loaded>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const { product, buyer, payment, invoice, timeline, refund } = order;
  const user = useUser();
  const mayRefund = user !== null && user !== undefined && hasRole(user.role, "admin");
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency, "exact");
  return (
    <ConsolePage
      title={product.name}
      up={{ href: consolePaths.orders, name: "Orders" }}
      about={
        <>
          Bought by <Link href={consolePaths.customer(buyer.id)}>{namePerson(buyer)}</Link> on{" "}
          {formatMoment(order.createdAt)}
        </>
      }
      actions={mayRefund && refund.refusal === null && <RefundButton order={order} />}
    >
      <Facts
        facts={[
          ["Status", nameStatus(order.status)],
          ["Total", money(order.totalMinor)],
          ["Tax", order.taxMinor > 0 ? money(order.taxMinor) : null],
          ["Discount", order.discountMinor > 0 ? money(order.discountMinor) : null],
          ["Refunded", order.refundedMinor > 0 ? money(order.refundedMinor) : null],
          ["Dispute", order.disputeStatus && describeDispute(order.disputeStatus)],
          ["Quantity", order.quantity > 1 ? order.quantity : null],
          ["Paid with", payment?.method && describePaymentMethod(payment.method)],
          ["Email", buyer.email],
          ["Order", <code key="id">{order.id}</code>],
          [
            "At Stripe",
            <StripeLink key="stripe" href={order.stripeUrl}>
              Open the payment
            </StripeLink>,
          ],
          [
            "Invoice",
            invoice?.hostedUrl && (
              <StripeLink key="invoice" href={invoice.hostedUrl}>
                {invoice.number ?? "Open"}
              </StripeLink>
            ),
          ],
          [
            "Receipt",
            payment?.receiptUrl && (
              <StripeLink key="receipt" href={payment.receiptUrl}>
                Open
              </StripeLink>
            ),
          ],
        ]}
      />
      {order.duplicateOf !== null && (
        <p>
          It was a second payment for{" "}
          <Link href={consolePaths.order(order.duplicateOf)}>an earlier order</Link>, and was sent
          back.
        </p>
      )}
      {refund.refusal !== null && refund.refusal !== "refunded" && (
        <p>{explainRefusal(refund.refusal)}</p>
      )}
      <Part title="What it gives">
        <GivenBenefits benefits={order.benefits} />
      </Part>
      {payment && payment.refunds.length > 0 && (
        <Part title="Refunds">
          <Refunds payment={payment} />
        </Part>
      )}
      <Part title="What happened">
        <Entries entries={timeline} />
      </Part>
    </ConsolePage>
  );
}

function RefundButton({ order }: { order: Order }) {
  const [isAsking, setIsAsking] = useState(false);
  const { id, refund, refundedMinor, currency, buyer, productNames } = order;
  const refunding = useMutation({
    mutationFn: ({ end: _, ...json }: Refund) =>
      read(api.admin.orders[":id"].refunds.$post({ param: { id }, json })),
    onSuccess: (after, _refund, _result, { client }) => {
      setIsAsking(false);
      void client.invalidateQueries({ queryKey: ordersKey });
      client.setQueryData(orderQuery(id).queryKey, after);
    },
  });
  const close = () => {
    setIsAsking(false);
    refunding.reset();
  };
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Refund…</Button>
      {isAsking && (
        <RefundDialog
          title="Refund this order?"
          payment={{ leftMinor: refund.leftMinor, refundedMinor, currency }}
          effect={describeAccessEffect(refund.effect, namePerson(buyer), productNames)}
          busy={refunding.isPending}
          error={refunding.error}
          onConfirm={refunding.mutate}
          onClose={close}
        />
      )}
    </>
  );
}
