import type Stripe from "stripe";
import { embeddedList, endpoint, id, type Feature } from "../feature.ts";
import { endSubscription, endWhenScheduled } from "../billing/end-subscription.ts";
import { isLive } from "../billing/subscription-status.ts";
import { updateParams, updateSubscription } from "../billing/update-subscription.ts";
import type { Account } from "../account.ts";
import { invalid, missing } from "../protocol/errors.ts";
import { byCreated, byFields, embedList, listObjects, pagination } from "../protocol/list.ts";
import {
  flag,
  noParams,
  oneOf,
  onlyGiven,
  range,
  shape,
  text,
  unsettable,
} from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";

const statuses = [
  "active",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

const listParams = shape<Stripe.SubscriptionListParams>()({
  ...pagination,
  created: range.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: oneOf(...statuses, "all", "ended").optional(),
});

const cancelParams = shape<Stripe.SubscriptionCancelParams>()({
  cancellation_details: shape<Stripe.SubscriptionCancelParams.CancellationDetails>()({
    comment: unsettable(text).optional(),
    feedback: unsettable(text).optional(),
  }).optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
});

export const subscriptions: Feature = {
  kinds: [
    {
      type: "subscription",
      links: {
        customer: id("customer"),
        default_payment_method: id("payment_method"),
        items: embeddedList("subscription_item"),
        latest_invoice: id("invoice"),
      },
      complete: (account: Account, subscription: SubscriptionRow) => ({
        items: embedList(
          account,
          "subscription_item",
          `/v1/subscription_items?subscription=${subscription.id}`,
          account.objects.all("subscription_item", [
            { field: "subscription", equals: subscription.id },
          ]),
        ),
      }),
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/subscriptions",
      listParams,
      (account, { created, customer, price, status, ...cursor }) => {
        if (
          customer &&
          !account.objects.find("customer", customer) &&
          !account.objects.findTombstone("customer", customer)
        ) {
          throw missing("customer", customer, "customer");
        }
        const byPrice = price
          ? [
              {
                sql: "id IN (SELECT data ->> '$.subscription' FROM objects WHERE account = ? AND type = 'subscription_item' AND data ->> '$.price' = ?)",
                values: [account.key, price],
              },
            ]
          : [];
        return listObjects(
          account,
          "subscription",
          "/v1/subscriptions",
          [...byFields({ customer }), ...byStatus(status), ...byPrice, ...byCreated(created)],
          cursor,
        );
      },
    ),
    endpoint(
      "GET",
      "/v1/subscriptions/:id",
      noParams,
      (account, _params, { id: subscription = "" }) =>
        account.show("subscription", account.get("subscription", subscription)),
    ),
    endpoint(
      "POST",
      "/v1/subscriptions/:id",
      updateParams,
      (account, params, { id: subscription = "" }) =>
        account.show("subscription", updateSubscription(account, subscription, params)),
    ),
    endpoint(
      "DELETE",
      "/v1/subscriptions/:id",
      cancelParams,
      (
        account,
        { cancellation_details: details, invoice_now, prorate },
        { id: subscriptionId = "" },
      ) => {
        if (invoice_now || prorate)
          throw invalid("The stand-in cannot prorate a canceled subscription.", {
            param: prorate ? "prorate" : "invoice_now",
          });
        const subscription = account.get("subscription", subscriptionId);
        if (!isLive(subscription)) throw missing("subscription", subscriptionId);
        return account.show(
          "subscription",
          endSubscription(account, subscription, {
            ...onlyGiven(details ?? {}),
            reason: "cancellation_requested",
          }),
        );
      },
    ),
  ],
  jobs: { end_subscription: endWhenScheduled },
};

/** Without a status the list leaves out what has ended. */
function byStatus(status: (typeof statuses)[number] | "all" | "ended" | undefined) {
  if (status === "all") return [];
  if (status === undefined)
    return [{ sql: "data ->> '$.status' NOT IN ('canceled', 'incomplete_expired')", values: [] }];
  if (status === "ended")
    return [{ sql: "data ->> '$.status' IN ('canceled', 'incomplete_expired')", values: [] }];
  return byFields({ status });
}
