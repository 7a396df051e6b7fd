import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { pageQuery } from "../frame/page-query.ts";
import { requireFreshSignIn } from "../../http/require.ts";
import { andShow, runVerb } from "../../http/run-verb.ts";
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
const param = idParam("sub");
const refund = z.strictObject({ ...refundChoice.shape, end: z.boolean() });

/** `/api/admin/subscriptions`: subscriptions. Each change responds with the whole subscription. */
export const adminSubscriptionRoutes = new Hono<UserEnv>()
  .get("/", ...runVerb(searchSubscriptions, { query: listQuery }))
  .get("/export", requireFreshSignIn, ...runVerb(exportSubscriptions, { query: exportQuery }))
  .get("/summary", ...runVerb(summarizeSubscriptions, { query: exportQuery }))
  .get("/:id", ...runVerb(showSubscription, { param }))
  .post(
    "/:id/cancellation",
    ...runVerb(andShow(cancelSubscriptionForUser, showSubscription), { param }),
  )
  .delete(
    "/:id/cancellation",
    ...runVerb(andShow(undoCancellationForUser, showSubscription), { param }),
  )
  .post("/:id/end", ...runVerb(andShow(endSubscriptionForUser, showSubscription), { param }))
  .post(
    "/:id/refunds",
    ...runVerb(andShow(refundSubscription, showSubscription), { param, json: refund }, 201),
  );
