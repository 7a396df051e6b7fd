import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useScrollToFragment } from "../../shell/use-scroll-to-fragment.ts";
import { ButtonLink } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { AccountLayout } from "../account/account-layout.tsx";
import { Section } from "../account/section.tsx";
import { BillingDetails } from "./billing-details.tsx";
import { Invoices } from "./invoices.tsx";
import { OrderRow } from "./order-row.tsx";
import { billingQuery, type Billing, type Order, type Subscription } from "./queries.ts";
import { PortalReturnNotice } from "./portal-return-notice.tsx";
import { SubscriptionRow } from "./subscription-row.tsx";

/** `/account/billing`: subscriptions, orders, and invoices. */
export default function BillingPage() {
  return (
    <AccountLayout title="Billing">
      <PortalReturnNotice />
      <QueryBoundary query={useQuery(billingQuery)} skeleton={<BillingSkeleton />}>
        {(billing) => <BillingSections {...billing} />}
      </QueryBoundary>
    </AccountLayout>
  );
}

function BillingSections({ subscriptions, orders }: Pick<Billing, "subscriptions" | "orders">) {
  useScrollToFragment();
  return (
    <>
      <Subscriptions subscriptions={subscriptions} />
      <Orders orders={orders} />
      {subscriptions.length + orders.length > 0 && (
        <>
          <Invoices />
          <BillingDetails />
        </>
      )}
    </>
  );
}

function Subscriptions({ subscriptions }: { subscriptions: Subscription[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      title="Subscriptions"
      description="Cancel here whenever you like. You keep what you paid for to its end."
      headingRef={heading}
    >
      {subscriptions.length === 0 ? (
        <p>You have no subscriptions.</p>
      ) : (
        <ul className={rows.rows}>
          {subscriptions.map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              subscription={subscription}
              headingRef={heading}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Orders({ orders }: { orders: Order[] }) {
  return (
    <Section
      title="Orders"
      description="What you bought once. Amounts include taxes and discounts."
    >
      {orders.length === 0 ? (
        <>
          <p>You have no one-time purchases yet.</p>
          <div>
            <ButtonLink href={paths.home}>See what is for sale</ButtonLink>
          </div>
        </>
      ) : (
        <ul className={rows.rows}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function BillingSkeleton() {
  return ["Subscriptions", "Orders"].map((title) => (
    <Section key={title} title={title}>
      <SkeletonLines lines={3} />
    </Section>
  ));
}
