import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { plainPaths } from "../paths.ts";
import { explainOffer, labelOffer, winBackTitle } from "../shop/billing/offer-copy.ts";
import { OrderNumber } from "../shop/billing/order-number.tsx";
import { explainAccess } from "../shop/library/explain-access.ts";
import { Button } from "../ui/button.tsx";
import rows from "../ui/row-list.module.css";
import { GoToLibrary, GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

const labels = { cancel: msg`Cancel subscription`, keep: msg`Resume subscription` };

/** The user's subscriptions, each with a button that cancels or resumes it. */
export function showBilling(i18n: I18n, { subscriptions }: ContentOf<"billing">): View {
  return {
    title: i18n._(msg`Billing`),
    body: (
      <>
        <p>
          {subscriptions.length === 0
            ? i18n._(msg`You have no subscriptions.`)
            : i18n._(msg`A canceled subscription ends with the period you paid for.`)}{" "}
          {i18n._(msg`To see invoices or to change your card or plan, turn on JavaScript.`)}
        </p>
        <GoToLibrary kind="plain" />
        <GoToShop />
      </>
    ),
    below: subscriptions.length > 0 && (
      <ul className={rows.rows}>
        {subscriptions.map(({ item, change }) => (
          <li key={item.id}>
            <div className={rows.main}>
              <p className={rows.name}>{item.product.name}</p>
              <p className={rows.detail}>{explainAccess(i18n, item)}</p>
              <p className={rows.detail}>
                <OrderNumber id={item.sourceId} />
              </p>
              {change !== null && (
                <form method="post" action={plainPaths.subscription(item.sourceId)}>
                  <Button type="submit" name="change" value={change}>
                    {i18n._(labels[change])}
                  </Button>
                </form>
              )}
            </div>
          </li>
        ))}
      </ul>
    ),
  };
}

/** What the shop offers to whom is about to cancel. The other button cancels. */
export function showWinBack(i18n: I18n, { item, offer }: ContentOf<"winBack">): View {
  return {
    title: i18n._(winBackTitle),
    body: (
      <>
        <p>{explainOffer(i18n, offer, item.product.name)}</p>
        <form method="post" action={plainPaths.subscription(item.sourceId)}>
          <Button type="submit" kind="primary" name="change" value="take_offer">
            {labelOffer(i18n, offer)}
          </Button>{" "}
          <Button type="submit" name="change" value="cancel">
            {i18n._(labels.cancel)}
          </Button>
        </form>
        <GoToLibrary kind="plain" />
      </>
    ),
  };
}
