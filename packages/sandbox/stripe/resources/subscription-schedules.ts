import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import {
  cancelSchedule,
  releaseSchedule,
  scheduleSubscription,
  startNextPhase,
  updateSchedule,
} from "../billing/subscription-schedule.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import {
  flag,
  integer,
  listOf,
  noParams,
  oneOf,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";

const path = "/v1/subscription_schedules";

/** Only schedules of a running subscription, as the dashboard makes them. */
const createParams = schemaFor<Stripe.SubscriptionScheduleCreateParams>()({
  from_subscription: text,
});
const updateParams = schemaFor<Stripe.SubscriptionScheduleUpdateParams>()({
  end_behavior: oneOf("cancel", "release").optional(),
  phases: listOf(
    schemaFor<Stripe.SubscriptionScheduleUpdateParams.Phase>()({
      end_date: integer.optional(),
      items: listOf(
        schemaFor<Stripe.SubscriptionScheduleUpdateParams.Phase.Item>()({
          price: text,
          quantity: integer.optional(),
        }),
      ),
      proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
      start_date: integer.optional(),
    }),
  ).optional(),
});
const releaseParams = schemaFor<Stripe.SubscriptionScheduleReleaseParams>()({
  preserve_cancel_date: flag.optional(),
});
const listParams = schemaFor<Stripe.SubscriptionScheduleListParams>()({
  ...paginationParams,
  created: range.optional(),
  customer: text.optional(),
});

export const subscriptionSchedules: Feature = {
  objectTypes: [
    {
      type: "subscription_schedule",
      links: { customer: idLink("customer"), subscription: idLink("subscription") },
    },
  ],
  endpoints: [
    endpoint("POST", path, createParams, (account, { from_subscription: subscription }) =>
      account.serialize("subscription_schedule", scheduleSubscription(account, subscription)),
    ),
    endpoint("GET", path, listParams, (account, { created, customer, ...cursor }) =>
      listObjects(
        account,
        "subscription_schedule",
        path,
        [...filterByFields({ customer }), ...filterByCreated(created)],
        cursor,
      ),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: schedule = "" }) =>
      account.serialize("subscription_schedule", account.get("subscription_schedule", schedule)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id: schedule = "" }) =>
      account.serialize("subscription_schedule", updateSchedule(account, schedule, params)),
    ),
    endpoint(
      "POST",
      `${path}/:id/release`,
      releaseParams,
      (account, { preserve_cancel_date: preserveCancelDate }, { id: schedule = "" }) =>
        account.serialize(
          "subscription_schedule",
          releaseSchedule(account, schedule, { preserveCancelDate }),
        ),
    ),
    endpoint("POST", `${path}/:id/cancel`, noParams, (account, _params, { id: schedule = "" }) =>
      account.serialize("subscription_schedule", cancelSchedule(account, schedule)),
    ),
  ],
  jobs: { next_phase: startNextPhase },
};
