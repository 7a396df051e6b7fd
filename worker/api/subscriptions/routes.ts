import { Hono } from "hono";
import { z } from "zod";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  undoCancellationForUser,
} from "../../billing/change-subscription-for-user.ts";
import { subscription, subscriptionStatus } from "../../feed/subscription.ts";
import { answerFoundJson, listObjects, readObject } from "../protocol/answer-json.ts";
import { requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { listOf, listQuery } from "../protocol/schemas.ts";
import { describe } from "../../http/describe.ts";
import { oneOrMore, orderNumberInput, purchaseFilters } from "../protocol/inputs.ts";
import { validate } from "../../http/validate.ts";
import { idParam } from "../../lib/id-schema.ts";
import { findSubscription, listSubscriptions } from "./subscriptions.query.ts";

const query = z.strictObject({
  ...listQuery,
  ...purchaseFilters,
  number: orderNumberInput,
  status: oneOrMore(subscriptionStatus),
});

// Lazy, so that the Worker starts without it.
const cancellation = z.lazy(() =>
  z.strictObject({
    when: z.enum(["period_end", "now"]).default("period_end").meta({
      description:
        "`period_end`: the customer keeps what they paid for. `now`: the access ends, and no refund is made.",
    }),
  }),
);

const common = { tag: "Subscriptions", answer: subscription } as const;
const changeErrors = [
  "not_found",
  "subscription_not_changeable",
  "subscription_disputed",
  "payment_failed",
  "stripe_unavailable",
] as const;

/** `/api/v1/subscriptions`. */
export const subscriptionApiRoutes = new Hono<ApiEnv>()
  .get(
    "/",
    describe({
      ...common,
      operationId: "listSubscriptions",
      summary: "List subscriptions",
      scope: "subscriptions:read",
      answer: listOf(subscription),
    }),
    ...listObjects("subscriptions:read", query, listSubscriptions),
  )
  .get(
    "/:id",
    describe({
      ...common,
      operationId: "getSubscription",
      summary: "Get a subscription",
      scope: "subscriptions:read",
      errors: ["not_found"],
    }),
    ...readObject("subscriptions:read", "sub", findSubscription),
  )
  .post(
    "/:id/cancellation",
    describe({
      ...common,
      operationId: "cancelSubscription",
      summary: "Cancel a subscription",
      description: "Canceling at the end of the period again changes nothing.",
      scope: "subscriptions:write",
      errors: changeErrors,
    }),
    requireScope("subscriptions:write"),
    validate("param", idParam("sub")),
    validate("json", cancellation),
    async (c) => {
      const param = c.req.valid("param");
      const cancel =
        c.req.valid("json").when === "now" ? endSubscriptionForUser : cancelSubscriptionForUser;
      await cancel(c.var.ctx, param);
      return answerFoundJson(c, await findSubscription(c.var.ctx, param.id));
    },
  )
  .delete(
    "/:id/cancellation",
    describe({
      ...common,
      operationId: "resumeSubscription",
      summary: "Undo a cancellation",
      description: "Only until the subscription ends. Without a scheduled end, it changes nothing.",
      scope: "subscriptions:write",
      errors: changeErrors,
    }),
    requireScope("subscriptions:write"),
    validate("param", idParam("sub")),
    async (c) => {
      const param = c.req.valid("param");
      await undoCancellationForUser(c.var.ctx, param);
      return answerFoundJson(c, await findSubscription(c.var.ctx, param.id));
    },
  );
