import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, read } from "../../http/client.ts";
import { paths } from "../../paths.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { useScrollToFragment } from "../../shell/use-scroll-to-fragment.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import rows from "../../ui/row-list.module.css";
import { AccountLayout } from "../account/account-layout.tsx";
import { BillingSkeleton } from "../account/account-frames.tsx";
import { Section } from "../account/section.tsx";
import { BillingDetails } from "./billing-details.tsx";
import { Invoices } from "./invoices.tsx";
import { describePortalReturn } from "./notice-copy.ts";
import { OrderRow } from "./order-row.tsx";
import { billingQuery, type Billing, type Order, type Subscription } from "./queries.ts";
import { SubscriptionRow } from "./subscription-row.tsx";
import { updateCaches } from "./use-subscription-change.ts";

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
  const { t } = useLingui();
  useScrollToFragment();
  return (
    <>
      <Subscriptions subscriptions={subscriptions} />
      <Orders orders={orders} />
      {subscriptions.length + orders.length > 0 && (
        <>
          <Invoices orders={orders} hasOthers={subscriptions.length > 0} />
          <BillingDetails />
          <ButtonLink kind="plain" href={paths.withdraw} external>
            {t`Withdraw from a contract`}
          </ButtonLink>
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
        <p>{t`You have no subscriptions.`}</p>
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
          <p>{t`You have no one-time purchases.`}</p>
          <div>
            <ButtonLink href={paths.home}>{t`Browse products`}</ButtonLink>
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

/**
 * After the user returns from Stripe's page, asks Stripe for what has changed there, and says once whether the new card
 * is in use.
 */
function PortalReturnNotice() {
  const { i18n } = useLingui();
  const result = useConsumedSearchParam("portal");
  const { mutate, status } = useMutation({
    mutationFn: () => read(api.me.billing.refresh.$post()),
    onSuccess: (billing, _input, _result, { client }) => updateCaches(client, billing),
  });
  useEffect(() => {
    if (result !== null) mutate();
  }, [result, mutate]);
  const message = describePortalReturn(i18n, result, status);
  if (!message) return null;
  return (
    <Notice
      tone={status === "error" ? "error" : "info"}
      title={message.title}
      text={message.nextStep}
    />
  );
}
