import { recordChangeIfApplied } from "../audit/record-change.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import type { WinBackTerms } from "../db/schema/billing.ts";
import { queueOfferTakenEmail } from "../email/queue-emails.ts";
import { sendQueuedEmails } from "../email/send-queued-emails.ts";
import { fail } from "../errors.ts";
import { DAY, HOUR } from "../lib/time.ts";
import type { AccessPolicy } from "../access/policy.ts";
import { getExactTotal } from "../purchases/subscriptions/exact-amount.ts";
import { listAllowedActions } from "../purchases/subscriptions/list-allowed-actions.ts";
import type { SubscriptionWithItems } from "../purchases/subscriptions/list-subscriptions.ts";
import { requireOwnSubscription } from "../purchases/subscriptions/require-subscription.ts";
import {
  countWinBackOffers,
  findWinBackOffer,
  insertWinBackOffer,
  listShownWinBack,
  markWinBackTaken,
  type WinBackOfferRow,
} from "../purchases/subscriptions/store-win-back.ts";
import type { SettingOf } from "../settings/define-setting.ts";
import { winBackSettings } from "../settings/win-back-settings.ts";
import { ensureCoupon } from "../stripe/ensure-coupon.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { callStripe } from "./call-stripe.ts";
import { pauseAtStripe } from "./pause-subscription.ts";
import { setDiscountAtStripe } from "./set-discount.ts";

/*
 * The win-back offer: what the seller gives to whom is about to cancel, once per subscription (docs/decisions/0124).
 */

/** How long an offer can be taken after it was shown: as long as somebody may look at it. */
const OPEN_MS = HOUR;

const FIGURES_MS = 90 * DAY;

/**
 * Returns what the shop would offer the subscriber who cancels now; null for nothing. Nothing is offered to whom it could
 * charge less than nothing, who pays nothing yet, or who has a discount already.
 */
export function decideWinBack(
  { kind, percentOff, amountOffMinor, currency, months }: SettingOf<typeof winBackSettings>,
  subscription: SubscriptionWithItems,
  policy: AccessPolicy,
): WinBackTerms | null {
  const none = { percentOff: null, amountOffMinor: null, currency: null, months: null };
  if (kind === "none") return null;
  if (kind === "pause") {
    const canPause = listAllowedActions(subscription, policy).includes("pause");
    return canPause ? { ...none, kind } : null;
  }
  const total = subscription.items.reduce((sum, item) => sum + getExactTotal(item), 0);
  if (!canBeDiscounted(subscription, policy)) return null;
  if (subscription.items.some(({ discountMinor }) => discountMinor > 0)) return null;
  if (kind === "amount" && (currency !== subscription.currency || total < (amountOffMinor ?? 0)))
    return null;
  if (total === 0) return null;
  // A discount for fewer months than a period has would be over before the next payment.
  const period = Math.max(...subscription.items.map(countMonths));
  const duration = { months: months < period ? null : months };
  return kind === "percent"
    ? { ...none, ...duration, kind, percentOff }
    : { ...none, ...duration, kind, amountOffMinor, currency };
}

/** The same conditions as for a pause: it is paid and goes on, nobody disputes a payment, and the shop itself sold it. */
function canBeDiscounted(subscription: SubscriptionWithItems, policy: AccessPolicy): boolean {
  const { buyersPause } = policy;
  const pausing = { ...policy, buyersPause: buyersPause ?? ("void" as const) };
  return listAllowedActions(subscription, pausing).includes("pause");
}

const monthsOf: Record<string, number> = { month: 1, year: 12 };

function countMonths({
  interval,
  intervalCount,
}: Pick<SubscriptionWithItems["items"][number], "interval" | "intervalCount">): number {
  return (monthsOf[interval] ?? 0) * intervalCount;
}

/** Returns the offers for these subscriptions of one user that were not shown yet, by the subscription's id. */
export async function mapWinBackOffers(
  ctx: Ctx,
  subscriptions: SubscriptionWithItems[],
  policy: AccessPolicy,
): Promise<Map<string, WinBackTerms>> {
  const setting = await winBackSettings.read(ctx);
  const offers = subscriptions.flatMap((row) => {
    const terms = decideWinBack(setting, row, policy);
    return terms ? [[row.id, terms] as const] : [];
  });
  if (offers.length === 0) return new Map();
  const shown = await listShownWinBack(
    ctx.db,
    offers.map(([id]) => id),
  );
  return new Map(offers.filter(([id]) => !shown.has(id)));
}

/**
 * Records that the subscriber is shown the offer, and returns it; null if there is none, or was one already. Of two
 * requests at once, one shows it.
 * @throws `not_found` for another user's subscription
 */
export async function showWinBack(
  ctx: UserCtx,
  input: { id: string },
): Promise<WinBackTerms | null> {
  const [row, setting] = await Promise.all([
    requireOwnSubscription(ctx, input),
    winBackSettings.read(ctx),
  ]);
  const terms = decideWinBack(setting, row, row.policy);
  if (terms === null) return null;
  const shown = { subscriptionId: row.id, mode: row.mode, terms, shownAt: ctx.now };
  // oxlint-disable-next-line gatehouse/record-change -- nothing of the user's is changed
  const [inserted] = await commit(ctx.db, [insertWinBackOffer(ctx.db, shown)]);
  return inserted?.meta.changes ? terms : null;
}

/** Returns the offer that the subscriber can take now; null if none was shown lately, or it is taken. */
export async function findOpenWinBack(
  ctx: UserCtx,
  input: { id: string },
): Promise<WinBackTerms | null> {
  const offer = await findWinBackOffer(ctx.db, input.id);
  return offer && isOpen(ctx, offer) && offer.takenAt === null ? offer.terms : null;
}

const isOpen = (ctx: UserCtx, { shownAt }: WinBackOfferRow) => shownAt > ctx.now - OPEN_MS;

/**
 * Takes the offer that was shown: the discount is applied at Stripe, or the subscription is paused, and the subscription
 * goes on. Taking it twice changes nothing.
 * @throws `not_found` for another user's subscription; `subscription_not_changeable` if nothing was offered within the
 *   last hour, or it was canceled meanwhile; `stripe_unavailable`
 */
export async function takeWinBack(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await requireOwnSubscription(ctx, input);
  const offer = await findWinBackOffer(ctx.db, row.id);
  if (offer && offer.takenAt !== null) return;
  if (!offer || !isOpen(ctx, offer))
    throw fail("subscription_not_changeable", { reason: "nothing is offered" });
  // What was shown holds, even if the seller changes the offer meanwhile.
  const { terms } = offer;
  if (terms.kind === "pause") await pauseAtStripe(ctx, row);
  else {
    if (!canBeDiscounted(row, row.policy))
      throw fail("subscription_not_changeable", { reason: "no discount now" });
    const coupon = await findCoupon(ctx, terms);
    await setDiscountAtStripe(ctx, row, { coupon }, { keepsOthers: true });
  }
  // A pause has an email of its own.
  const email =
    terms.kind === "pause"
      ? { statements: [], emailIds: [] }
      : await queueOfferTakenEmail(ctx, { userId: row.userId, subscriptionId: row.id, terms });
  await commit(ctx.db, [
    markWinBackTaken(ctx.db, { subscriptionId: row.id, now: ctx.now }),
    recordChangeIfApplied(ctx, {
      action: "subscription.offer_taken",
      targetId: row.id,
      after: terms,
    }),
    ...email.statements,
  ]);
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
  if (email.emailIds.length > 0) ctx.defer(sendQueuedEmails(ctx, { ids: email.emailIds }));
}

/** Counts the offers that were shown in the last 90 days, and those of them that were taken. */
export function showWinBackFigures(ctx: Ctx): Promise<{ shown: number; taken: number }> {
  const { mode } = ctx.config.stripe;
  return countWinBackOffers(ctx.db, { mode, since: ctx.now - FIGURES_MS });
}

/** Returns the coupon of these terms at Stripe, which is made when they are first taken. */
async function findCoupon(
  ctx: UserCtx,
  { percentOff, amountOffMinor, currency, months }: WinBackTerms,
): Promise<string> {
  const off = percentOff === null ? `${amountOffMinor}${currency}` : `${percentOff}pct`;
  const id = `gatehouse_win_back_${off}_${months ?? "once"}`;
  await callStripe(() =>
    ensureCoupon(ctx, {
      id,
      name: "Win-back offer",
      ...(months === null
        ? { duration: "once" }
        : { duration: "repeating", duration_in_months: months }),
      ...(percentOff === null
        ? { amount_off: amountOffMinor!, currency: currency! }
        : { percent_off: percentOff }),
    }),
  );
  return id;
}
