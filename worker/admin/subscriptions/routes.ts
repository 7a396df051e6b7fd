import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { dayRangeQuery } from "../../http/day-range.ts";
import { pageQuery } from "../../http/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { refundChoice } from "../payments/refund-schema.ts";
import { showSubscription } from "../payments/show-subscription.ts";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  undoCancellationForUser,
  refundSubscription,
} from "./change-subscription-for-user.ts";
import { exportSubscriptions } from "./export-subscriptions.ts";
import {
  searchSubscriptions,
  subscriptionStates,
  summarizeSubscriptions,
} from "./search-subscriptions.ts";

const filters = {
  ...dayRangeQuery,
  search: z.string().trim().min(2, "Enter at least 2 characters.").max(200).optional(),
  status: z.enum(subscriptionStates).optional(),
  productId: z
    .string()
    .regex(/^prd_[0-9a-z]{26}$/)
    .optional(),
  sort: z.enum(["newest", "oldest"]).optional(),
};
const listQuery = z.strictObject({ ...pageQuery, ...filters });
const exportQuery = z.strictObject(filters);
const idParam = validate("param", z.object({ id: z.string().regex(/^sub_[0-9a-z]{26}$/) }));
const refund = z.strictObject({ ...refundChoice.shape, end: z.boolean() });

/** `/api/admin/subscriptions`: subscriptions. Each change responds with the whole subscription. */
export const adminSubscriptionRoutes = new Hono<UserEnv>()
  .get("/", validate("query", listQuery), async (c) =>
    c.json(await searchSubscriptions(c.var.ctx, c.req.valid("query"))),
  )
  .get("/export", requireFreshSignIn, validate("query", exportQuery), (c) =>
    exportSubscriptions(c.var.ctx, c.req.valid("query")),
  )
  .get("/summary", validate("query", exportQuery), async (c) =>
    c.json(await summarizeSubscriptions(c.var.ctx, c.req.valid("query"))),
  )
  .get("/:id", idParam, async (c) =>
    c.json(await showSubscription(c.var.ctx, c.req.valid("param"))),
  )
  .post("/:id/cancellation", idParam, async (c) => {
    await cancelSubscriptionForUser(c.var.ctx, c.req.valid("param"));
    return c.json(await showSubscription(c.var.ctx, c.req.valid("param")));
  })
  .delete("/:id/cancellation", idParam, async (c) => {
    await undoCancellationForUser(c.var.ctx, c.req.valid("param"));
    return c.json(await showSubscription(c.var.ctx, c.req.valid("param")));
  })
  .post("/:id/end", idParam, async (c) => {
    await endSubscriptionForUser(c.var.ctx, c.req.valid("param"));
    return c.json(await showSubscription(c.var.ctx, c.req.valid("param")));
  })
  .post("/:id/refunds", idParam, validate("json", refund), async (c) => {
    const { id } = c.req.valid("param");
    await refundSubscription(c.var.ctx, { id, ...c.req.valid("json") });
    return c.json(await showSubscription(c.var.ctx, { id }), 201);
  });
