import { Hono } from "hono";
import { z } from "zod";
import { readAccessPolicy } from "../access/policy-settings.ts";
import { scheduleCancellation, undoCancellation } from "../billing/schedule-cancellation.ts";
import { isUserCtx, type AppEnv, type UserCtx } from "../context.ts";
import { listLibraryItems } from "../delivery/library/list-library-items.ts";
import { validate } from "../http/validate.ts";
import { listAllowedActions } from "../purchases/subscriptions/list-allowed-actions.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import type { PlainSubscription } from "../render/plain-content.ts";
import { toSignInPath } from "../render/plain-paths.ts";
import { answerPlainPage } from "./answer-plain-page.ts";

const BILLING = "/account/billing";
const idParam = z.object({ id: z.string().max(64) });
const form = z.object({ change: z.enum(["cancel", "keep"]) });

/** `/plain/account/billing`: the user's subscriptions, to cancel and to resume them without scripts. */
export const plainBillingRoutes = new Hono<AppEnv>()
  .get(BILLING, async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath(BILLING), 303);
    const content = { kind: "billing" as const, subscriptions: await listPlainSubscriptions(ctx) };
    return answerPlainPage(c, { path: BILLING, content });
  })
  .post(`${BILLING}/:id`, validate("param", idParam), validate("form", form), async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath(BILLING), 303);
    const apply = c.req.valid("form").change === "cancel" ? scheduleCancellation : undoCancellation;
    await apply(ctx, c.req.valid("param"));
    return c.redirect(`/plain${BILLING}`, 303);
  });

/** Returns the subscriptions that have not ended, by product, and what can be done with each here. */
async function listPlainSubscriptions(ctx: UserCtx): Promise<PlainSubscription[]> {
  const [items, subscriptions, policy] = await Promise.all([
    listLibraryItems(ctx, ctx.actor),
    listSubscriptions(ctx, ctx.actor),
    readAccessPolicy(ctx),
  ]);
  const rowOf = new Map(subscriptions.map((row) => [row.id, row]));
  return items.flatMap((item) => {
    const row = rowOf.get(item.sourceId);
    const actions = row ? listAllowedActions(row, policy) : [];
    if (actions.length === 0) return [];
    const change = (["cancel", "keep"] as const).find((action) => actions.includes(action)) ?? null;
    return [{ item, change }];
  });
}
