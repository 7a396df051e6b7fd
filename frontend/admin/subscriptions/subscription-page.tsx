import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { api, read } from "../../http/client.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { ConsolePage, DescriptionList, PageSection, DetailPage } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { PurchaseLink } from "../link-parts/purchase-link.tsx";
import { toOrderNumber } from "../../../worker/shared/order-number.ts";
import { BreakableName } from "../../ui/breakable-name.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { TimelineEntries } from "../../shop/library/history.tsx";
import {
  Consent,
  GrantedBenefits,
  Refunds,
  SubscriptionInvoices,
} from "../orders/purchase-parts.tsx";
import { DiscountCode } from "../orders/discount-code.tsx";
import { DisputeSection } from "../orders/dispute-section.tsx";
import { describeDispute, getCustomerLabel } from "../orders/order-copy.ts";
import { SeatsOf } from "../orders/seats-of.tsx";
import { StatementsOf } from "../statement-list/statements-of.tsx";
import { StripeLink } from "../frame/new-tab-links.tsx";
import { subscriptionQuery, subscriptionsKey, type Subscription } from "./queries.ts";
import {
  describeCancellationReason,
  describeDiscount,
  describeItems,
  describePause,
  describePlannedPrice,
  explainNoAccess,
  explainNext,
  getProductNames,
  getSubscriptionStatusLabel,
  getCurrency,
} from "./subscription-copy.ts";
import { TeamChanges } from "../audit/team-changes.tsx";
import { TeamActions } from "./team-actions.tsx";

/** `/admin/subscriptions/:id`: everything about one subscription. */
export default function SubscriptionPage() {
  return <DetailPage query={subscriptionQuery} lines={6} Content={SubscriptionDetails} />;
}

/** Says why access is off and some actions are missing. */
function NoAccessNotice({ notice }: Pick<Subscription, "notice">) {
  const { i18n } = useLingui();
  const message = explainNoAccess(i18n, notice);
  if (message === null) return null;
  return <Notice tone="error" title={message.title} text={message.nextStep} />;
}

function SubscriptionDetails({ data: subscription }: { data: Subscription }) {
  const formats = useFormats();
  const { t, i18n } = useLingui();
  const { user: customer, items, payment, openInvoice, discounts } = subscription;
  const client = useQueryClient();
  const customerName = getCustomerLabel(i18n, customer);
  const started = formats.dateTime(subscription.createdAt);
  return (
    <ConsolePage
      title={getProductNames(i18n, items)}
      parent={{ href: consolePaths.subscriptions, name: t`Subscriptions` }}
      description={
        <Trans>
          Subscribed by <Link href={consolePaths.customer(customer.id)}>{customerName}</Link> on{" "}
          {started}
        </Trans>
      }
      actions={<TeamActions subscription={subscription} />}
    >
      <p>{explainNext(i18n, subscription)}</p>
      <NoAccessNotice notice={subscription.notice} />
      <DescriptionList
        items={{
          [t`Subscription number`]: toOrderNumber(subscription.id),
          [t`Status`]: getSubscriptionStatusLabel(i18n, subscription.status),
          [t`Price`]: describeItems(i18n, items),
          [t`Discount`]:
            discounts.length > 0
              ? discounts.map((discount) => describeDiscount(i18n, discount)).join(", ")
              : null,
          [t`Discount code`]: subscription.promotionCodeId !== null && (
            <DiscountCode id={subscription.promotionCodeId} />
          ),
          [t`Permanent link`]: subscription.linkId !== null && (
            <PurchaseLink id={subscription.linkId} referral={subscription.referral} />
          ),
          [t`Scheduled price`]: describePlannedPrice(i18n, subscription),
          [t`Schedule`]: subscription.hasSchedule
            ? t`A schedule in Stripe changes it. Canceling it here ends the schedule.`
            : null,
          [t`Current period`]: describePeriod(i18n, subscription),
          [t`Trial ends`]: subscription.status === "trialing" && subscription.trialEnd && (
            <Time at={subscription.trialEnd} />
          ),
          [t`Cancellation reason`]: describeCancellationReason(subscription),
          [t`Cancellation comment`]: subscription.cancellationComment,
          [t`Payment collection`]: describePause(i18n, subscription),
          [t`Past due since`]: subscription.pastDueSince && <Time at={subscription.pastDueSince} />,
          [t`Amount due`]:
            openInvoice &&
            formats.money(openInvoice.amountMinor, getCurrency(subscription), "exact"),
          [t`Dispute`]:
            subscription.dispute === null &&
            subscription.disputeStatus &&
            describeDispute(i18n, subscription.disputeStatus),
          [t`Seller`]: subscription.soldByLink && t`Link (Managed Payments)`,
          [t`Payment method`]:
            subscription.paymentMethod && describePaymentMethod(i18n, subscription.paymentMethod),
          [t`Latest payment`]: payment && describePayment(i18n, payment),
          [t`Accepted terms`]: subscription.consentedAt !== null && <Consent {...subscription} />,
          [t`Email`]: customer.email && <BreakableName name={customer.email} />,
          [t`Subscription ID`]: <code>{subscription.id}</code>,
          [t`Stripe`]: (
            <StripeLink href={subscription.stripeUrl}>{t`View subscription in Stripe`}</StripeLink>
          ),
          [t`Receipt`]: payment?.receiptUrl && (
            <StripeLink href={payment.receiptUrl}>
              {t({ message: "Open", context: "link" })}
            </StripeLink>
          ),
        }}
      />
      {subscription.duplicateOf !== null && (
        <p>
          <Trans>
            This is a duplicate of{" "}
            <Link href={consolePaths.subscription(subscription.duplicateOf)}>
              an earlier subscription
            </Link>
            . The payment was refunded.
          </Trans>
        </p>
      )}
      {subscription.notice?.code === "trial_refused_user" && (
        <p>
          <Trans>
            The free trial didn’t start because the customer already had one. Nothing was charged.
          </Trans>
        </p>
      )}
      {subscription.notice?.code === "trial_refused_card" && (
        <p>
          <Trans>
            The free trial didn’t start because the card was already used for one. Nothing was
            charged.
          </Trans>
        </p>
      )}
      <DisputeSection
        dispute={subscription.dispute}
        purchase={{ ...subscription, productId: items[0]?.productId ?? null }}
        submit={async (json) => {
          const param = { id: subscription.id };
          const after = await read(
            api.admin.subscriptions[":id"]["dispute-answer"].$post({ param, json }),
          );
          void client.invalidateQueries({ queryKey: subscriptionsKey });
          client.setQueryData(subscriptionQuery(subscription.id).queryKey, after);
        }}
      />
      <PageSection title={t`Benefits`}>
        <GrantedBenefits benefits={subscription.benefits} />
      </PageSection>
      <SeatsOf
        id={subscription.id}
        quantity={Math.max(1, ...items.map(({ quantity }) => quantity))}
      />
      {payment && payment.refunds.length > 0 && (
        <PageSection title={t`Refunds of the latest payment`}>
          <Refunds payment={payment} />
        </PageSection>
      )}
      <SubscriptionInvoices invoices={subscription.invoices} />
      <StatementsOf userId={customer.id} contractId={subscription.id} />
      <TeamChanges changes={subscription.changes} />
      <PageSection title={t`History`}>
        <TimelineEntries entries={subscription.timeline} reader="team" />
      </PageSection>
    </ConsolePage>
  );
}

function describePeriod(
  i18n: I18n,
  { currentPeriodStart, currentPeriodEnd }: Subscription,
): string | null {
  if (currentPeriodStart === null || currentPeriodEnd === null) return null;
  const formats = formatsOf(i18n);
  const [start, end] = [formats.date(currentPeriodStart), formats.date(currentPeriodEnd)];
  return i18n._(msg`${start} to ${end}`);
}

function describePayment(
  i18n: I18n,
  { amountMinor, refundedMinor, currency, paidAt }: NonNullable<Subscription["payment"]>,
): string {
  const formats = formatsOf(i18n);
  const amount = formats.money(amountMinor, currency, "exact");
  if (paidAt === null) return i18n._(msg`${amount}, not paid`);
  if (refundedMinor === 0) return amount;
  const refunded = formats.money(refundedMinor, currency, "exact");
  return i18n._(msg`${amount}, ${refunded} refunded`);
}
