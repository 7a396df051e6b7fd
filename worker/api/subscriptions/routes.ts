import { Hono } from "hono";
import { z } from "zod";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  undoCancellationForUser,
} from "../../admin/subscriptions/change-subscription-for-user.ts";
import { decodeCursor } from "../../db/page-cursor.ts";
import { subscription } from "../../feed/subscription.ts";
import { answerFoundJson, answerJsonList } from "../../http/answer-json.ts";
import { answerWithEtag } from "../../http/api-conventions.ts";
import { requireScope, type ApiEnv } from "../../http/api-key.ts";
import { listOf, listQuery, noQuery } from "../../http/api-schemas.ts";
import { describe } from "../../http/describe.ts";
import { idParam, purchaseFilters } from "../../http/api-inputs.ts";
import { validate } from "../../http/validate.ts";
import { findSubscription, listSubscriptions } from "./subscriptions.query.ts";

const query = z
  .strictObject({
    ...listQuery,
    ...purchaseFilters,
    status: z
      .string()
      .regex(/^[a-z_]{1,40}$/)
      .optional()
      .meta({ description: "Only those with this status, e.g. `active`." }),
  })
  .refine(
    ({ customer, product, status, createdAfter, createdBefore }) =>
      customer !== undefined ||
      product === undefined ||
      [status, createdAfter, createdBefore].every((other) => other === undefined),
    { message: "Without customer, no other filter together with product", path: ["product"] },
  );

const cancellation = z.strictObject({
  when: z.enum(["period_end", "now"]).default("period_end").meta({
    description:
      "`period_end`: the customer keeps what they paid for. `now`: the access ends, and no refund is made.",
  }),
});

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
      description: "Without `customer`, `product` cannot be combined with another filter.",
      scope: "subscriptions:read",
      answer: listOf(subscription),
    }),
    requireScope("subscriptions:read"),
    validate("query", query),
    async (c) => {
      const { cursor, ...filter } = c.req.valid("query");
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      const rows = await listSubscriptions(c.var.ctx, { ...filter, after });
      return answerJsonList(c, rows, filter.limit, (row) => row);
    },
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
    answerWithEtag,
    requireScope("subscriptions:read"),
    validate("param", idParam("sub")),
    validate("query", noQuery),
    async (c) => answerFoundJson(c, await findSubscription(c.var.ctx, c.req.valid("param").id)),
  )
  .post(
    "/:id/cancellation",
    describe({
      ...common,
      operationId: "cancelSubscription",
      summary: "Cancel a subscription",
      description: "Canceling at the end of the period again changes nothing.",
      scope: "subscriptions:write",
      errors: [...changeErrors],
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
      errors: [...changeErrors],
    }),
    requireScope("subscriptions:write"),
    validate("param", idParam("sub")),
    async (c) => {
      const param = c.req.valid("param");
      await undoCancellationForUser(c.var.ctx, param);
      return answerFoundJson(c, await findSubscription(c.var.ctx, param.id));
    },
  );
