import type Stripe from "stripe";
import { embeddedList, endpoint, id, ids, type Feature } from "../feature.ts";
import { cancelNow, cancelParams } from "../billing/cancel-subscription-now.ts";
import { createParams, createSubscription } from "../billing/create-subscription.ts";
import { endWhenScheduled } from "../billing/end-subscription.ts";
import { expireIncomplete, expireResumption, resumeCollection } from "../billing/invoice-jobs.ts";
import { pauseOnRequest, pauseParams } from "../billing/pause-subscription-on-request.ts";
import { expirePendingUpdate } from "../billing/pending-update.ts";
import { renewSubscription } from "../billing/renew-subscription.ts";
import { resumeOnRequest, resumeParams } from "../billing/resume-subscription-on-request.ts";
import { itemsOf } from "../billing/subscription-items.ts";
import { announceTrialEnd, endTrial } from "../billing/trial.ts";
import { updateParams, updateSubscription } from "../billing/update-subscription.ts";
import type { Account } from "../account.ts";
import { missing } from "../protocol/errors.ts";
import { byCreated, byFields, embedList, listObjects, pagination } from "../protocol/list.ts";
import { noParams, oneOf, range, shape, text } from "../protocol/params.ts";
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

export const subscriptions: Feature = {
  kinds: [
    {
      type: "subscription",
      links: {
        customer: id("customer"),
        default_payment_method: id("payment_method"),
        discounts: ids("discount"),
        items: embeddedList("subscription_item"),
        latest_invoice: id("invoice"),
        test_clock: id("test_helpers.test_clock"),
      },
      complete: (account: Account, subscription: SubscriptionRow) => ({
        items: embedList(
          account,
          "subscription_item",
          `/v1/subscription_items?subscription=${subscription.id}`,
          itemsOf(account, subscription.id),
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
    endpoint("POST", "/v1/subscriptions", createParams, (account, params) =>
      account.show("subscription", createSubscription(account, params)),
    ),
    endpoint(
      "DELETE",
      "/v1/subscriptions/:id",
      cancelParams,
      (account, params, { id: subscription = "" }) =>
        account.show("subscription", cancelNow(account, subscription, params)),
    ),
    endpoint(
      "POST",
      "/v1/subscriptions/:id/pause",
      pauseParams,
      (account, params, { id: subscription = "" }) =>
        account.show("subscription", pauseOnRequest(account, subscription, params)),
    ),
    endpoint(
      "POST",
      "/v1/subscriptions/:id/resume",
      resumeParams,
      (account, params, { id: subscription = "" }) =>
        account.show("subscription", resumeOnRequest(account, subscription, params)),
    ),
  ],
  jobs: {
    end_subscription: endWhenScheduled,
    end_trial: endTrial,
    expire_incomplete: expireIncomplete,
    expire_pending_update: expirePendingUpdate,
    expire_resumption: expireResumption,
    renew_subscription: renewSubscription,
    resume_collection: resumeCollection,
    trial_will_end: announceTrialEnd,
  },
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
