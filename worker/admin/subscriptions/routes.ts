import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../../http/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { refundChoice } from "../../billing/refund-schema.ts";
import { showSubscription } from "./show-subscription.ts";
import {
  cancelSubscriptionForUser,
  endSubscriptionForUser,
  undoCancellationForUser,
  refundSubscription,
} from "../../billing/change-subscription-for-user.ts";
import {
  exportSubscriptions,
  searchSubscriptions,
  subscriptionFilters,
  summarizeSubscriptions,
} from "./search-subscriptions.ts";
import { idParam } from "../../lib/id-schema.ts";

const listQuery = z.strictObject({ ...pageQuery, ...subscriptionFilters });
const exportQuery = z.strictObject(subscriptionFilters);
const param = validate("param", idParam("sub"));
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
  .get("/:id", param, async (c) => c.json(await showSubscription(c.var.ctx, c.req.valid("param"))))
  .post("/:id/cancellation", param, async (c) => {
    await cancelSubscriptionForUser(c.var.ctx, c.req.valid("param"));
    return c.json(await showSubscription(c.var.ctx, c.req.valid("param")));
  })
  .delete("/:id/cancellation", param, async (c) => {
    await undoCancellationForUser(c.var.ctx, c.req.valid("param"));
    return c.json(await showSubscription(c.var.ctx, c.req.valid("param")));
  })
  .post("/:id/end", param, async (c) => {
    await endSubscriptionForUser(c.var.ctx, c.req.valid("param"));
    return c.json(await showSubscription(c.var.ctx, c.req.valid("param")));
  })
  .post("/:id/refunds", param, validate("json", refund), async (c) => {
    const { id } = c.req.valid("param");
    await refundSubscription(c.var.ctx, { id, ...c.req.valid("json") });
    return c.json(await showSubscription(c.var.ctx, { id }), 201);
  });
