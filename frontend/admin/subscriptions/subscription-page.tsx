import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { ConsolePage, DescriptionList, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDate, formatDateTime } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { TimelineEntries } from "../../shop/library/history.tsx";
import { Consent } from "../orders/consent.tsx";
import { GrantedBenefits } from "../orders/granted-benefits.tsx";
import { describeDispute, getCustomerLabel } from "../orders/order-copy.ts";
import { Refunds } from "../orders/refunds.tsx";
import { StripeLink } from "../orders/stripe-link.tsx";
import { subscriptionQuery, type Subscription } from "./queries.ts";
import {
  describeDiscount,
  describeItems,
  describePause,
  describePlannedPrice,
  explainDispute,
  explainNext,
  getProductNames,
  getSubscriptionStatusLabel,
} from "./subscription-copy.ts";
import { TeamActions } from "./team-actions.tsx";

/** `/admin/subscriptions/:id`: everything about one subscription. */
export default function SubscriptionPage() {
  const { id = "" } = useParams();
  return (
    <QueryBoundary
      query={useQuery(subscriptionQuery(id))}
      skeleton={<SkeletonLines lines={6} />}
      level="page"
    >
      {(subscription) => <SubscriptionDetails subscription={subscription} />}
    </QueryBoundary>
  );
}

/** Says why access is off and some actions are missing. */
function DisputeNotice({ notice }: Pick<Subscription, "notice">) {
  const message = explainDispute(notice);
  if (message === null) return null;
  return (
    <Notice tone="error" title={message.title}>
      <p>{message.nextStep}</p>
    </Notice>
  );
}

function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const { user: customer, items, payment, openInvoice, discounts } = subscription;
  const user = useUser();
  const canChange = user !== null && user !== undefined && hasRole(user.role, "admin");
  return (
    <ConsolePage
      title={getProductNames(items)}
      parent={{ href: consolePaths.subscriptions, name: "Subscriptions" }}
      description={
        <>
          Held by{" "}
          <Link href={consolePaths.customer(customer.id)}>{getCustomerLabel(customer)}</Link> since{" "}
          {formatDateTime(subscription.createdAt)}
        </>
      }
      actions={canChange && <TeamActions subscription={subscription} />}
    >
      <p>{explainNext(subscription)}</p>
      <DisputeNotice notice={subscription.notice} />
      <DescriptionList
        items={[
          ["Status", getSubscriptionStatusLabel(subscription.status)],
          ["Price", describeItems(items)],
          [
            "Discount",
            discounts.length > 0
              ? discounts.map((discount) => describeDiscount(discount)).join(", ")
              : null,
          ],
          ["Will move to", describePlannedPrice(subscription)],
          ["This period", describePeriod(subscription)],
          ["Trial until", subscription.trialEnd && <Time at={subscription.trialEnd} />],
          ["Collection", describePause(subscription)],
          ["Unpaid since", subscription.pastDueSince && <Time at={subscription.pastDueSince} />],
          [
            "Waits to be paid",
            openInvoice && formatMoney(openInvoice.amountMinor, getCurrency(subscription), "exact"),
          ],
          ["Dispute", subscription.disputeStatus && describeDispute(subscription.disputeStatus)],
          [
            "Paid with",
            subscription.paymentMethod && describePaymentMethod(subscription.paymentMethod),
          ],
          [
            "Latest payment",
            payment && (
              <>
                {formatMoney(payment.amountMinor, payment.currency, "exact")}
                {payment.refundedMinor > 0 &&
                  `, of which ${formatMoney(payment.refundedMinor, payment.currency, "exact")} refunded`}
              </>
            ),
          ],
          [
            "Agreed to the terms",
            subscription.consentedAt !== null && (
              <Consent
                key="consent"
                at={subscription.consentedAt}
                text={subscription.consentText}
              />
            ),
          ],
          ["Email", customer.email],
          ["Subscription", <code key="id">{subscription.id}</code>],
          [
            "At Stripe",
            <StripeLink key="stripe" href={subscription.stripeUrl}>
              Open the subscription
            </StripeLink>,
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
      {subscription.duplicateOf !== null && (
        <p>
          It was a second payment for{" "}
          <Link href={consolePaths.subscription(subscription.duplicateOf)}>
            an earlier subscription
          </Link>
          , and was sent back.
        </p>
      )}
      {subscription.notice?.code === "trial_refused_user" && (
        <p>Its free trial did not start: the customer had already had one. Nothing was charged.</p>
      )}
      {subscription.notice?.code === "trial_refused_card" && (
        <p>
          Its free trial did not start: the card had already been used for one. Nothing was charged.
        </p>
      )}
      <PageSection title="What it gives">
        <GrantedBenefits benefits={subscription.benefits} />
      </PageSection>
      {payment && payment.refunds.length > 0 && (
        <PageSection title="Refunds of the latest payment">
          <Refunds payment={payment} />
        </PageSection>
      )}
      <PageSection title="What happened">
        <TimelineEntries entries={subscription.timeline} reader="team" />
      </PageSection>
    </ConsolePage>
  );
}

function getCurrency({ items, payment }: Subscription): string {
  return items[0]?.currency ?? payment?.currency ?? "usd";
}

function describePeriod({ currentPeriodStart: from, currentPeriodEnd: to }: Subscription) {
  return from === null || to === null ? null : `${formatDate(from)} to ${formatDate(to)}`;
}
