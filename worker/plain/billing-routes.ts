import { Hono } from "hono";
import { z } from "zod";
import { readAccessPolicy } from "../access/policy-settings.ts";
import { scheduleCancellation, undoCancellation } from "../billing/schedule-cancellation.ts";
import { findOpenWinBack, showWinBack, takeWinBack } from "../billing/win-back.ts";
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
const form = z.object({ change: z.enum(["cancel", "keep", "take_offer"]) });
const offerQuery = z.object({ offer: z.string().max(64).optional() });

const changes = { cancel: scheduleCancellation, keep: undoCancellation, take_offer: takeWinBack };

/** `/plain/account/billing`: the user's subscriptions, to cancel and to resume them without scripts. */
export const plainBillingRoutes = new Hono<AppEnv>()
  .get(BILLING, validate("query", offerQuery), async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath(BILLING), 303);
    const { offer: id } = c.req.valid("query");
    const [subscriptions, offer] = await Promise.all([
      listPlainSubscriptions(ctx),
      id === undefined ? null : findOpenWinBack(ctx, { id }),
    ]);
    const offered = subscriptions.find(({ item }) => item.sourceId === id);
    const content =
      offer && offered?.change === "cancel"
        ? { kind: "winBack" as const, item: offered.item, offer }
        : { kind: "billing" as const, subscriptions };
    return answerPlainPage(c, { path: BILLING, content });
  })
  .post(`${BILLING}/:id`, validate("param", idParam), validate("form", form), async (c) => {
    const { ctx } = c.var;
    if (!isUserCtx(ctx)) return c.redirect(toSignInPath(BILLING), 303);
    const param = c.req.valid("param");
    const { change } = c.req.valid("form");
    // The first press shows the offer, if there is one; the second one cancels.
    if (change === "cancel" && (await showWinBack(ctx, param)))
      return c.redirect(`/plain${BILLING}?${new URLSearchParams({ offer: param.id })}`, 303);
    await changes[change](ctx, param);
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
