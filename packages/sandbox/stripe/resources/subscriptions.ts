import type Stripe from "stripe";
import { embeddedListLink, endpoint, idLink, idListLink, type Feature } from "../feature.ts";
import {
  cancelSubscriptionNow,
  cancelSubscriptionParams,
} from "../billing/cancel-subscription-now.ts";
import { createSubscriptionParams, createSubscription } from "../billing/create-subscription.ts";
import { endSubscriptionIfDue } from "../billing/end-subscription.ts";
import {
  expireIncompleteSubscription,
  expireResumptionInvoice,
  resumePaymentCollection,
} from "../billing/invoice-jobs.ts";
import {
  pauseSubscriptionOnRequest,
  pauseSubscriptionParams,
} from "../billing/pause-subscription-on-request.ts";
import { expirePendingUpdate } from "../billing/pending-update.ts";
import { renewSubscription } from "../billing/renew-subscription.ts";
import {
  resumeSubscriptionOnRequest,
  resumeSubscriptionParams,
} from "../billing/resume-subscription-on-request.ts";
import { listSubscriptionItems } from "../billing/subscription-items.ts";
import { emitTrialWillEnd, endTrial } from "../billing/trial.ts";
import { updateSubscriptionParams, updateSubscription } from "../billing/update-subscription.ts";
import type { Account } from "../account.ts";
import { resourceMissingError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  toEmbeddedList,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import { noParams, oneOf, range, schemaFor, text } from "../protocol/params.ts";
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

const listParams = schemaFor<Stripe.SubscriptionListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: oneOf(...statuses, "all", "ended").optional(),
});

export const subscriptions: Feature = {
  objectTypes: [
    {
      type: "subscription",
      links: {
        customer: idLink("customer"),
        default_payment_method: idLink("payment_method"),
        discounts: idListLink("discount"),
        items: embeddedListLink("subscription_item"),
        latest_invoice: idLink("invoice"),
        schedule: idLink("subscription_schedule"),
        test_clock: idLink("test_helpers.test_clock"),
      },
      computeFields: (account: Account, subscription: SubscriptionRow) => ({
        items: toEmbeddedList(
          account,
          "subscription_item",
          `/v1/subscription_items?subscription=${subscription.id}`,
          listSubscriptionItems(account, subscription.id),
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
          throw resourceMissingError("customer", customer, "customer");
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
          [
            ...filterByFields({ customer }),
            ...filterByStatus(status),
            ...byPrice,
            ...filterByCreated(created),
          ],
          cursor,
        );
      },
    ),
    endpoint(
      "GET",
      "/v1/subscriptions/:id",
      noParams,
      (account, _params, { id: subscription = "" }) =>
        account.serialize("subscription", account.get("subscription", subscription)),
    ),
    endpoint(
      "POST",
      "/v1/subscriptions/:id",
      updateSubscriptionParams,
      (account, params, { id: subscription = "" }) =>
        account.serialize("subscription", updateSubscription(account, subscription, params)),
    ),
    endpoint("POST", "/v1/subscriptions", createSubscriptionParams, (account, params) =>
      account.serialize("subscription", createSubscription(account, params)),
    ),
    endpoint(
      "DELETE",
      "/v1/subscriptions/:id",
      cancelSubscriptionParams,
      (account, params, { id: subscription = "" }) =>
        account.serialize("subscription", cancelSubscriptionNow(account, subscription, params)),
    ),
    endpoint(
      "POST",
      "/v1/subscriptions/:id/pause",
      pauseSubscriptionParams,
      (account, params, { id: subscription = "" }) =>
        account.serialize(
          "subscription",
          pauseSubscriptionOnRequest(account, subscription, params),
        ),
    ),
    endpoint(
      "POST",
      "/v1/subscriptions/:id/resume",
      resumeSubscriptionParams,
      (account, params, { id: subscription = "" }) =>
        account.serialize(
          "subscription",
          resumeSubscriptionOnRequest(account, subscription, params),
        ),
    ),
  ],
  jobs: {
    end_subscription: endSubscriptionIfDue,
    end_trial: endTrial,
    expire_incomplete: expireIncompleteSubscription,
    expire_pending_update: expirePendingUpdate,
    expire_resumption: expireResumptionInvoice,
    renew_subscription: renewSubscription,
    resume_collection: resumePaymentCollection,
    trial_will_end: emitTrialWillEnd,
  },
};

/** Builds the status filter. Without a status, the list omits ended subscriptions. */
function filterByStatus(status: (typeof statuses)[number] | "all" | "ended" | undefined) {
  if (status === "all") return [];
  if (status === undefined)
    return [{ sql: "data ->> '$.status' NOT IN ('canceled', 'incomplete_expired')", values: [] }];
  if (status === "ended")
    return [{ sql: "data ->> '$.status' IN ('canceled', 'incomplete_expired')", values: [] }];
  return filterByFields({ status });
}
