import { Trans, useLingui } from "@lingui/react/macro";
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
  const { t } = useLingui();
  return (
    <AccountLayout title={t`Billing`}>
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
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Section
      title={t`Subscriptions`}
      description={t`Cancel anytime. You keep access until the end of the period you paid for.`}
      headingRef={heading}
    >
      {subscriptions.length === 0 ? (
        <p>
          <Trans>You have no subscriptions.</Trans>
        </p>
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
  const { t } = useLingui();
  return (
    <Section
      title={t`Orders`}
      description={t`Your one-time purchases. Amounts include taxes, after discounts.`}
    >
      {orders.length === 0 ? (
        <>
          <p>
            <Trans>You have no one-time purchases.</Trans>
          </p>
          <div>
            <ButtonLink href={paths.home}>
              <Trans>Browse products</Trans>
            </ButtonLink>
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
  const { t } = useLingui();
  return [t`Subscriptions`, t`Orders`].map((title) => (
    <Section key={title} title={title}>
      <SkeletonLines lines={3} />
    </Section>
  ));
}
