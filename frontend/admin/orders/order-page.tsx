import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { useState } from "react";
import { Link } from "wouter";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { PurchaseLink } from "../link-parts/purchase-link.tsx";
import { useIsAdmin } from "../frame/use-is-admin.ts";
import { toOrderNumber } from "../../../worker/shared/order-number.ts";
import { api, read } from "../../http/client.ts";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { Button } from "../../ui/button.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { TimelineEntries } from "../../shop/library/history.tsx";
import { DiscountCode } from "./discount-code.tsx";
import { DisputeSection } from "./dispute-section.tsx";
import { Consent, EInvoiceLink, GrantedBenefits, Refunds, TaxIds } from "./purchase-parts.tsx";
import {
  describeAccessEffect,
  describeDispute,
  explainRefundRefusal,
  getCustomerLabel,
  getOrderStatusLabel,
} from "./order-copy.ts";
import { orderQuery, ordersKey, type Order } from "./queries.ts";
import { RefundDialog, type RefundRequest } from "./refund-dialog.tsx";
import { SeatsOf } from "./seats-of.tsx";
import { StatementsOf } from "../statement-list/statements-of.tsx";
import { StripeLink } from "../frame/new-tab-links.tsx";
import { showToast } from "../../ui/toast.tsx";

/** `/admin/orders/:id`: everything about one order. */
export default function OrderPage() {
  return <DetailPage query={orderQuery} lines={6} Content={OrderDetails} />;
}

function OrderDetails({ data: order }: { data: Order }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { product, user: customer, payment, balance, invoice, timeline, refund } = order;
  const canRefund = useIsAdmin();
  const client = useQueryClient();
  const customerName = getCustomerLabel(i18n, customer);
  const date = formats.dateTime(order.createdAt);
  const formatAmount = (amountMinor: number) => formats.money(amountMinor, order.currency, "exact");
  return (
    <ConsolePage
      title={order.lines ? formats.list(order.lines.map(({ name }) => name)) : product.name}
      parent={{ href: consolePaths.orders, name: t`Orders` }}
      description={
        <Trans>
          Bought by <Link href={consolePaths.customer(customer.id)}>{customerName}</Link> on {date}
        </Trans>
      }
      actions={canRefund && refund.refusal === null && <RefundButton order={order} />}
    >
      <DescriptionList
        items={{
          [t`Order number`]: toOrderNumber(order.id),
          [t`Status`]: getOrderStatusLabel(i18n, order.status),
          [t`Total`]: formatAmount(order.totalMinor),
          [t`Tax`]: order.taxMinor > 0 ? formatAmount(order.taxMinor) : null,
          [t`Discount`]: order.discountMinor > 0 ? formatAmount(order.discountMinor) : null,
          [t`Discount code`]: order.promotionCodeId !== null && (
            <DiscountCode id={order.promotionCodeId} />
          ),
          [t`Permanent link`]: order.linkId !== null && (
            <PurchaseLink id={order.linkId} referral={order.referral} />
          ),
          [t`Refunded`]: order.refundedMinor > 0 ? formatAmount(order.refundedMinor) : null,
          [t`Stripe fees`]:
            balance && formats.money(balance.feeMinor, balance.settlementCurrency, "exact"),
          [t`Net`]: balance && formats.money(balance.netMinor, balance.settlementCurrency, "exact"),
          [t`Dispute`]:
            order.dispute === null &&
            order.disputeStatus &&
            describeDispute(i18n, order.disputeStatus),
          [t`Quantity`]: order.quantity > 1 ? order.quantity : null,
          [t`Language`]: order.locale && formats.language(order.locale),
          [t`Seller`]: order.soldByLink && t`Link (Managed Payments)`,
          [t`Payment method`]: payment?.method && describePaymentMethod(i18n, payment.method),
          [t`Upgrade of`]: order.upgradeOf !== null && (
            <Link href={consolePaths.order(order.upgradeOf)}>{toOrderNumber(order.upgradeOf)}</Link>
          ),
          [t`Gift for`]: order.gift && <GiftRecipient gift={order.gift} />,
          [t`Accepted terms`]: order.consentedAt !== null && <Consent {...order} />,
          [t`Email`]: customer.email && <BreakableName name={customer.email} />,
          [t`Order ID`]: <code>{order.id}</code>,
          [t`Stripe`]: <StripeLink href={order.stripeUrl}>{t`View payment in Stripe`}</StripeLink>,
          [t`Invoice`]: invoice?.hostedUrl && (
            <StripeLink href={invoice.hostedUrl}>
              {invoice.number ?? t({ message: "Open", context: "link" })}
            </StripeLink>
          ),
          [t`E-invoice`]: invoice?.hasEInvoice && <EInvoiceLink invoiceId={invoice.id} />,
          [t`Tax IDs`]: order.taxIds.length > 0 && <TaxIds taxIds={order.taxIds} />,
          [t`Receipt`]: payment?.receiptUrl && (
            <StripeLink href={payment.receiptUrl}>
              {t({ message: "Open", context: "link" })}
            </StripeLink>
          ),
        }}
      />
      {order.duplicateOf !== null && (
        <p>
          <Trans>
            This is a duplicate of{" "}
            <Link href={consolePaths.order(order.duplicateOf)}>an earlier order</Link>. The payment
            was refunded.
          </Trans>
        </p>
      )}
      {refund.refusal !== null && refund.refusal !== "refunded" && (
        <p>{explainRefundRefusal(i18n, refund.refusal)}</p>
      )}
      <DisputeSection
        dispute={order.dispute}
        purchase={{ ...order, productId: product.id }}
        submit={async (json) => {
          const after = await read(
            api.admin.orders[":id"]["dispute-answer"].$post({ param: { id: order.id }, json }),
          );
          void client.invalidateQueries({ queryKey: ordersKey });
          client.setQueryData(orderQuery(order.id).queryKey, after);
        }}
      />
      {order.lines && <OrderLines order={order} lines={order.lines} />}
      <PageSection title={t`Benefits`}>
        <GrantedBenefits benefits={order.benefits} />
      </PageSection>
      <SeatsOf id={order.id} quantity={order.gift === null ? order.quantity : 1} />
      {payment && payment.refunds.length > 0 && (
        <PageSection title={t`Refunds`}>
          <Refunds payment={payment} />
        </PageSection>
      )}
      <StatementsOf userId={customer.id} contractId={order.id} />
      <PageSection title={t`History`}>
        <TimelineEntries entries={timeline} reader="team" />
      </PageSection>
    </ConsolePage>
  );
}

/** What was bought at once, and what each product cost. */
function OrderLines({ order, lines }: { order: Order; lines: NonNullable<Order["lines"]> }) {
  const formats = useFormats();
  const { t } = useLingui();
  const { subscription, currency } = order;
  return (
    <PageSection
      title={t`Products`}
      description={
        subscription && (
          <Trans>
            Paid together with{" "}
            <Link href={consolePaths.subscription(subscription.id)}>a subscription</Link>.
          </Trans>
        )
      }
    >
      <DescriptionList
        items={Object.fromEntries(
          lines.map(({ name, quantity, totalMinor, refundedAt }) => {
            const total = formats.money(totalMinor, currency, "exact");
            const amount = quantity > 1 ? `${quantity} × · ${total}` : total;
            const date = refundedAt === null ? "" : formats.date(Date.parse(refundedAt));
            return [name, refundedAt === null ? amount : t`${amount}, refunded on ${date}`];
          }),
        )}
      />
    </PageSection>
  );
}

/** Whom an order is a gift for, and who has it. */
function GiftRecipient({ gift }: { gift: NonNullable<Order["gift"]> }) {
  const { t } = useLingui();
  const name = gift.name ?? gift.email ?? t`somebody else`;
  if (gift.claimedBy !== null)
    return <Link href={consolePaths.customer(gift.claimedBy)}>{name}</Link>;
  if (gift.isEnded) return t`${name} (taken back)`;
  return <Link href={consolePaths.waitingGifts}>{t`${name} (not accepted yet)`}</Link>;
}

function RefundButton({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, refund, refundedMinor, currency, user, productNames } = order;
  const refundMutation = useMutation({
    mutationFn: ({ end: _, ...json }: RefundRequest) =>
      read(api.admin.orders[":id"].refunds.$post({ param: { id }, json })),
    onSuccess: (after, _refund, _result, { client }) => {
      showToast(t`Order refunded`);
      setIsConfirming(false);
      void client.invalidateQueries({ queryKey: ordersKey });
      client.setQueryData(orderQuery(id).queryKey, after);
    },
  });
  const freshSignIn = useFreshSignIn(`refund:${id}`, refundMutation);
  const close = () => {
    setIsConfirming(false);
    refundMutation.reset();
  };
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>{t`Refund…`}</Button>
      {isConfirming && (
        <RefundDialog
          title={t`Refund this order?`}
          lines={order.lines?.filter(
            ({ refundedAt, totalMinor }) => refundedAt === null && totalMinor > 0,
          )}
          isOfLinesOnly={order.subscription !== null}
          payment={{ leftMinor: refund.refundableMinor, refundedMinor, currency }}
          effect={describeAccessEffect(
            i18n,
            refund.effect,
            getCustomerLabel(i18n, user),
            productNames,
          )}
          busy={refundMutation.isPending || freshSignIn.isAsking}
          error={freshSignIn.error}
          onConfirm={refundMutation.mutate}
          onClose={close}
        />
      )}
      {freshSignIn.dialog}
    </>
  );
}
