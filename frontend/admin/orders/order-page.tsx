import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { api, read } from "../../http/client.ts";
import { useUser } from "../../http/session.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { TimelineEntries } from "../../shop/library/history.tsx";
import { Consent } from "./consent.tsx";
import { GrantedBenefits } from "./granted-benefits.tsx";
import {
  describeAccessEffect,
  describeDispute,
  explainRefundRefusal,
  getCustomerLabel,
  getOrderStatusLabel,
} from "./order-copy.ts";
import { orderQuery, ordersKey, type Order } from "./queries.ts";
import { RefundDialog, type RefundRequest } from "./refund-dialog.tsx";
import { Refunds } from "./refunds.tsx";
import { StripeLink } from "./stripe-link.tsx";

/** `/admin/orders/:id`: everything about one order. */
export default function OrderPage() {
  const { id = "" } = useParams();
  return (
    <QueryBoundary
      query={useQuery(orderQuery(id))}
      skeleton={<SkeletonLines lines={6} />}
      level="page"
    >
      {(order) => <OrderDetails order={order} />}
    </QueryBoundary>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const { product, user: customer, payment, invoice, timeline, refund } = order;
  const user = useUser();
  const canRefund = user !== null && user !== undefined && hasRole(user.role, "admin");
  const formatAmount = (amountMinor: number) => formatMoney(amountMinor, order.currency, "exact");
  return (
    <ConsolePage
      title={product.name}
      parent={{ href: consolePaths.orders, name: "Orders" }}
      description={
        <>
          Bought by{" "}
          <Link href={consolePaths.customer(customer.id)}>{getCustomerLabel(customer)}</Link> on{" "}
          {formatDateTime(order.createdAt)}
        </>
      }
      actions={canRefund && refund.refusal === null && <RefundButton order={order} />}
    >
      <DescriptionList
        items={[
          ["Status", getOrderStatusLabel(order.status)],
          ["Total", formatAmount(order.totalMinor)],
          ["Tax", order.taxMinor > 0 ? formatAmount(order.taxMinor) : null],
          ["Discount", order.discountMinor > 0 ? formatAmount(order.discountMinor) : null],
          ["Refunded", order.refundedMinor > 0 ? formatAmount(order.refundedMinor) : null],
          ["Dispute", order.disputeStatus && describeDispute(order.disputeStatus)],
          ["Quantity", order.quantity > 1 ? order.quantity : null],
          ["Paid with", payment?.method && describePaymentMethod(payment.method)],
          [
            "Agreed to the terms",
            order.consentedAt !== null && (
              <Consent key="consent" at={order.consentedAt} text={order.consentText} />
            ),
          ],
          ["Email", customer.email],
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
        <p>{explainRefundRefusal(refund.refusal)}</p>
      )}
      <PageSection title="What it gives">
        <GrantedBenefits benefits={order.benefits} />
      </PageSection>
      {payment && payment.refunds.length > 0 && (
        <PageSection title="Refunds">
          <Refunds payment={payment} />
        </PageSection>
      )}
      <PageSection title="What happened">
        <TimelineEntries entries={timeline} reader="team" />
      </PageSection>
    </ConsolePage>
  );
}

function RefundButton({ order }: { order: Order }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, refund, refundedMinor, currency, user, productNames } = order;
  const refundMutation = useMutation({
    mutationFn: ({ end: _, ...json }: RefundRequest) =>
      read(api.admin.orders[":id"].refunds.$post({ param: { id }, json })),
    onSuccess: (after, _refund, _result, { client }) => {
      setIsConfirming(false);
      void client.invalidateQueries({ queryKey: ordersKey });
      client.setQueryData(orderQuery(id).queryKey, after);
    },
  });
  const close = () => {
    setIsConfirming(false);
    refundMutation.reset();
  };
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>Refund…</Button>
      {isConfirming && (
        <RefundDialog
          title="Refund this order?"
          payment={{ leftMinor: refund.refundableMinor, refundedMinor, currency }}
          effect={describeAccessEffect(refund.effect, getCustomerLabel(user), productNames)}
          busy={refundMutation.isPending}
          error={refundMutation.error}
          onConfirm={refundMutation.mutate}
          onClose={close}
        />
      )}
    </>
  );
}
