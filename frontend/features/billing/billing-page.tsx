import { useQuery } from "@tanstack/react-query";
import { paths } from "../../paths.ts";
import { AccountPages } from "../account/account-pages.tsx";
import { Loaded } from "../../shell/loaded.tsx";
import { Section } from "../account/section.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { OrderRow } from "./order-row.tsx";
import { billingQuery } from "./queries.ts";
import { SubscriptionRow } from "./subscription-row.tsx";

/** `/account/billing`: what one pays for, what happens next, and what one has paid. */
export default function BillingPage() {
  return (
    <AccountPages title="Billing">
      <Loaded query={useQuery(billingQuery)} skeleton={<BillingSkeleton />}>
        {({ subscriptions, orders }) => (
          <>
            <Section
              title="Subscriptions"
              about="Cancel here whenever you like. You keep what you paid for to its end."
            >
              {subscriptions.length === 0 ? (
                <p>You have no subscriptions.</p>
              ) : (
                <ul className={rows.rows}>
                  {subscriptions.map((subscription) => (
                    <SubscriptionRow key={subscription.id} subscription={subscription} />
                  ))}
                </ul>
              )}
            </Section>
            <Section
              title="Orders"
              about="What you bought once. Amounts include taxes and discounts."
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
          </>
        )}
      </Loaded>
    </AccountPages>
  );
}

function BillingSkeleton() {
  return ["Subscriptions", "Orders"].map((title) => (
    <Section key={title} title={title}>
      <SkeletonLines lines={3} />
    </Section>
  ));
}
