import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { ConsolePage, Facts, Part } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { hasRole } from "../../../worker/lib/roles.ts";
import { useUser } from "../../http/session.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { formatMoney } from "../../ui/format-money.ts";
import { formatDay, formatMoment } from "../../ui/format-time.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { describePaymentMethod } from "../../shop/billing/describe-payment-method.ts";
import { Entries } from "../../shop/library/history.tsx";
import { GivenBenefits } from "../orders/granted-benefits.tsx";
import { describeDispute, namePerson } from "../orders/order-copy.ts";
import { Refunds } from "../orders/refunds.tsx";
import { StripeLink } from "../orders/stripe-link.tsx";
import { subscriptionQuery, type Subscription } from "./queries.ts";
import {
  describeDiscount,
  describeItems,
  describePause,
  explainNext,
  nameProducts,
  nameStatus,
} from "./subscription-copy.ts";
import { TeamActions } from "./team-actions.tsx";

/** `/admin/subscriptions/:id`: everything about one subscription. */
export default function SubscriptionPage() {
  const { id = "" } = useParams();
  return (
    <Loaded
      query={useQuery(subscriptionQuery(id))}
      skeleton={<SkeletonLines lines={6} />}
      level="page"
    >
      {(subscription) => <SubscriptionDetails subscription={subscription} />}
    </Loaded>
  );
}

function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const { holder, items, payment, openInvoice, discounts } = subscription;
  const user = useUser();
  const mayChange = user !== null && user !== undefined && hasRole(user.role, "admin");
  return (
    <ConsolePage
      title={nameProducts(items)}
      up={{ href: consolePaths.subscriptions, name: "Subscriptions" }}
      about={
        <>
          Held by <Link href={consolePaths.customer(holder.id)}>{namePerson(holder)}</Link> since{" "}
          {formatMoment(subscription.createdAt)}
        </>
      }
      actions={mayChange && <TeamActions subscription={subscription} />}
    >
      <p>{explainNext(subscription)}</p>
      <Facts
        facts={[
          ["Status", nameStatus(subscription.status)],
          ["Price", describeItems(items)],
          [
            "Discount",
            discounts.length > 0 ? discounts.map((one) => describeDiscount(one)).join(", ") : null,
          ],
          ["This period", describePeriod(subscription)],
          ["Trial until", subscription.trialEnd && <Time at={subscription.trialEnd} />],
          ["Collection", describePause(subscription)],
          ["Unpaid since", subscription.pastDueSince && <Time at={subscription.pastDueSince} />],
          [
            "Waits to be paid",
            openInvoice && formatMoney(openInvoice.amountMinor, currencyOf(subscription), "exact"),
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
          ["Email", holder.email],
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
      <Part title="What it gives">
        <GivenBenefits benefits={subscription.benefits} />
      </Part>
      {payment && payment.refunds.length > 0 && (
        <Part title="Refunds of the latest payment">
          <Refunds payment={payment} />
        </Part>
      )}
      <Part title="What happened">
        <Entries entries={subscription.timeline} />
      </Part>
    </ConsolePage>
  );
}

function currencyOf({ items, payment }: Subscription): string {
  return items[0]?.currency ?? payment?.currency ?? "usd";
}

function describePeriod({ currentPeriodStart: from, currentPeriodEnd: to }: Subscription) {
  return from === null || to === null ? null : `${formatDay(from)} to ${formatDay(to)}`;
}
