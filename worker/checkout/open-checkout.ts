import Stripe from "stripe";
import { commit, type Statement } from "../db/client.ts";
import { fail } from "../errors.ts";
import type { UserCtx } from "../context.ts";
import { recordEvents } from "../feed/record-events.ts";
import { isLocale, sourceLocale } from "../shared/locales.ts";
import { newId } from "../lib/ids.ts";
import { MINUTE, SECOND, toUtcDay } from "../lib/time.ts";
import { ensureCoupon } from "../stripe/ensure-coupon.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { fromMetadata } from "../stripe/metadata.ts";
import { isStoredError } from "../stripe/classify-error.ts";
import {
  requirePrice,
  requirePriceForSale,
  type PriceWithProduct,
} from "../catalog/require-price.ts";
import { resolveSeats } from "../catalog/seats.ts";
import {
  createStripeCustomer,
  findLinked,
  prepareStripeCustomer,
  readBuyer,
  type Buyer,
  type LinkedStripeCustomer,
} from "../sync/customer/ensure-stripe-customer.ts";
import { assertCounted, countCheckout } from "../sync/customer/limit-checkouts.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { withFreshSettings } from "../settings/read-setting.ts";
import { taxSettings } from "../settings/tax-settings.ts";
import { hasUsedTrial } from "../purchases/subscriptions/trials.ts";
import { expireAtStripe } from "../purchases/checkout/close-checkouts.ts";
import { markDaysStale } from "../purchases/totals/store.ts";
import type { CheckoutGift } from "../db/schema/billing.ts";
import {
  listAddedPrices,
  requireAddedPrices,
  writePriceIds,
  type WantedBeside,
} from "./added-prices.ts";
import { assertGivable } from "./assert-givable.ts";
import { describeConsent } from "./describe-consent.ts";
import { mayGuestsEnterCodes } from "./can-pay-first.ts";
import { requireUpgrade } from "../purchases/orders/list-upgrades.ts";
import { toSessionParams, toUpgradeCoupon } from "./session-params.ts";
import { readPurchaseState, type Offer } from "./show-offer.ts";
import {
  claimCheckout,
  closeCheckout,
  extendCheckout,
  findCheckout,
  selectOpenCheckout,
  findOpenTrialCheckout,
  setCheckoutSession,
  toCheckout,
  type CheckoutRow,
} from "../purchases/checkout/store.ts";
import { isPermanentLink } from "../purchases/checkout/store-permanent-links.ts";

/** Stripe requires at least 30 minutes; one extra minute is for latency. */
const CHECKOUT_LIFETIME_MS = 31 * MINUTE;
/** A session is created only with more time left than this. */
const MIN_NEW_SESSION_MS = 30.5 * MINUTE;
/** Open sessions with less time left than this are replaced. */
const MIN_REUSABLE_MS = 2 * MINUTE;
const MAX_ATTEMPTS = 3;

/** A permanent link that opens a checkout. `referral` as in its rows; `maxPurchases` is null for any number. */
export type OpeningLink = {
  id: string;
  promotionCodeId: string | null;
  referral: string | null;
  maxPurchases: number | null;
};

type Wanted = {
  priceId: string;
  quantity?: number | undefined;
  link?: OpeningLink | undefined;
  gift?: CheckoutGift | undefined;
  upgradeOf?: string | undefined;
} & WantedBeside;

/**
 * Opens a Checkout session for a price, or returns the one that is already open. Each user has at most one open
 * checkout per plan group: the row in D1 is claimed first, and concurrent requests that find it ask Stripe for the same
 * session. Each user also has at most one open checkout with a trial: opening another one expires it.
 * @returns our checkout's id and the URL of the payment page
 * @param input.quantity seats, for a price per seat; the buyer can still change them on Stripe's page
 * @param input.addOnIds what is bought beside it; what the user has already is left out
 * @param input.link the permanent link that it is bought with
 * @param input.gift whom it is for, if it is for somebody else: the buyer may own it
 * @param input.upgradeOf the order of a smaller product that it upgrades, at the difference
 * @throws `not_found` if that order can't be upgraded to this price;
 *   `price_unavailable`, `invalid_input`, `already_owned`, `payment_processing`, `subscription_suspended`,
 *   `currency_locked`, `checkout_busy`, `too_many_checkouts`, `trial_used`, `stripe_unavailable`; with a link also
 *   `permanent_link_used_up`, `discount_unavailable`
 */
export async function openCheckout(
  ctx: UserCtx,
  input: Wanted,
): Promise<{ id: string; url: string }> {
  return openFor(ctx, input, false);
}

/** @param isCounted whether this checkout counts toward the user's limit already */
async function openFor(
  ctx: UserCtx,
  input: Wanted,
  isCounted: boolean,
): Promise<{ id: string; url: string }> {
  const { userId } = ctx.actor;
  const [sold, before] = await Promise.all([requirePriceForSale(ctx, input), readBuyer(ctx)]);
  const { price, product } = sold;
  const gift = input.gift ?? null;
  if (gift) assertGivable(ctx, price, gift);
  const offered = gift ? [] : await requireAddedPrices(ctx, sold, input);
  const quantity = resolveSeats(price, input.quantity);
  const count = isCounted ? [] : [countCheckout(ctx)];
  const known = findLinked(before);
  if (known) {
    for (const counted of await commit(ctx.db, count)) await assertCounted(ctx, counted);
    // Sync first, to include purchases made a moment ago in another tab or in Stripe's Dashboard.
    await syncStripeCustomer(ctx, { customerId: known.id, force: true });
  }
  const { stripeProductId } = product;
  if (!known && before.customer !== null && before.customer.syncedAt !== null) {
    // An earlier customer is gone at Stripe. The first sync of the new one ends what it had bought.
    const { created, results } = await prepareStripeCustomer(
      ctx,
      before,
      { stripeProductId },
      count,
    );
    for (const counted of results) await assertCounted(ctx, counted);
    await createStripeCustomer(ctx, created);
    return openFor(ctx, input, true);
  }
  const [buyer, findState, hasHadTrial, prepared] = await Promise.all([
    // Again, since the sync may have found that the customer was deleted at Stripe, or that its account is lost.
    known ? readBuyer(ctx) : before,
    readPurchaseState(ctx, { userId }),
    price.trialDays > 0 && hasUsedTrial(ctx, { userId }),
    known ? null : prepareStripeCustomer(ctx, before, { stripeProductId }, count),
  ]);
  for (const counted of prepared?.results ?? []) await assertCounted(ctx, counted);
  const upgrade =
    input.upgradeOf === undefined
      ? null
      : await requireUpgrade(ctx, { userId, priceId: price.id, orderId: input.upgradeOf });
  const state = findState(product);
  // What is upgraded may be in the same plan group.
  const isOwnUpgrade = upgrade !== null && state.entryId === upgrade.orderId;
  if (!gift) assertAvailable(isOwnUpgrade ? { state: "available" } : state, price, buyer);
  // What an upgrade takes off would be taken off what is added, too.
  const added = upgrade
    ? []
    : offered.filter((one) => findState(one.product).state === "available");
  const addedPrices = writePriceIds(added);

  const { mode } = ctx.config.stripe;
  const wanted = {
    userId,
    productId: product.id,
    priceId: price.id,
    groupKey: gift ? `gift:${product.id}` : (product.planGroup ?? product.id),
    gift,
    addedPrices,
    quantity,
    mode,
    // A gift is paid at once, whatever its receiver would get.
    trialDays: hasHadTrial || gift ? 0 : price.trialDays,
    locale: isLocale(ctx.locale) ? ctx.locale : sourceLocale,
    linkId: input.link?.id ?? null,
    referral: input.link?.referral ?? null,
    promotionCodeId: input.link?.promotionCodeId ?? null,
    upgradeOf: upgrade?.orderId ?? null,
    upgradeCreditMinor: upgrade?.creditMinor ?? null,
  };
  const limit = input.link?.maxPurchases ?? null;
  let terms: Promise<Terms> | undefined;
  const claim = (customerId: string) => {
    // Beside the claim, for the session.
    terms ??= readTerms(withFreshSettings(ctx), sold, added, wanted.locale);
    terms.catch(() => undefined);
    return claimGroup(ctx, { ...wanted, customerId }, limit);
  };

  let customer = findLinked(buyer);
  let firstClaim: CheckoutRow | undefined;
  if (!customer) {
    const { created } = prepared ?? (await prepareStripeCustomer(ctx, buyer, { stripeProductId }));
    // A customer that Stripe gets to know only now has bought nothing there, so there is nothing to sync.
    const linked = await createStripeCustomer(ctx, created, () => claim(created.row.id));
    // Another request was quicker, and its session may be paid already.
    if (!linked) return openFor(ctx, input, true);
    customer = linked.customer;
    firstClaim = toCheckout(linked.results[2]!);
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const claimed = firstClaim ?? toCheckout((await commit(ctx.db, claim(customer.id)))[2]!);
    firstClaim = undefined;
    if (!claimed) {
      // Nothing is open in this group, so the claim conflicts with the open trial checkout of another one, or the limit
      // of the link is reached.
      const otherTrial = await findOpenTrialCheckout(ctx.db, { userId, mode });
      if (!otherTrial && limit !== null) throw fail("permanent_link_used_up");
      if (otherTrial) await replaceTrialCheckout(ctx, otherTrial, customer);
      continue;
    }
    if (claimed.trialDays > 0) await assertTrialUnused(ctx, claimed, customer);
    const isAsRead =
      claimed.priceId === price.id &&
      claimed.locale === wanted.locale &&
      claimed.addedPrices === addedPrices;
    const session = await findOrCreateSession(ctx, claimed, customer, isAsRead ? terms : undefined);
    if (session.customer !== customer.stripeCustomerId) {
      // The session is of a customer that was deleted at Stripe: it can't be paid, or would give no access.
      await expireCheckout(ctx, claimed, session);
      continue;
    }
    const isReusable =
      isAsRead &&
      claimed.quantity === quantity &&
      isOfLink(claimed, wanted) &&
      toUpgradeCoupon(claimed) === toUpgradeCoupon(wanted) &&
      JSON.stringify(claimed.gift) === JSON.stringify(gift) &&
      session.expires_at * SECOND > ctx.now + MIN_REUSABLE_MS;
    if (session.status === "open" && isReusable && session.url)
      return { id: claimed.id, url: session.url };
    if (session.status === "complete") {
      await syncStripeCustomer(ctx, { customerId: customer.id, force: true });
      // That gift is paid, and this is another one.
      if (gift) continue;
      throw fail(session.payment_status === "unpaid" ? "payment_processing" : "already_owned");
    }
    await expireCheckout(ctx, claimed, session);
  }
  throw fail("checkout_busy", { reason: "another request kept claiming the group" });
}

type LinkFields = Pick<CheckoutRow, "linkId" | "referral" | "promotionCodeId">;

/** Whether a checkout was opened by the permanent link that is wanted, or by none if none is. */
function isOfLink(claimed: LinkFields, wanted: LinkFields): boolean {
  if (wanted.linkId === null) return !isPermanentLink(claimed.linkId);
  return (["linkId", "referral", "promotionCodeId"] as const).every(
    (name) => claimed[name] === wanted[name],
  );
}

/**
 * Returns the writes that claim a group, unless it is claimed already or the permanent link has no place left; the
 * result of the last is who has it.
 * @param limit of the link; null for none
 */
function claimGroup(
  ctx: UserCtx,
  wanted: Pick<
    CheckoutRow,
    | "userId"
    | "customerId"
    | "productId"
    | "priceId"
    | "groupKey"
    | "quantity"
    | "mode"
    | "trialDays"
    | "locale"
    | "gift"
    | "upgradeOf"
    | "upgradeCreditMinor"
    | "addedPrices"
  > &
    LinkFields,
  limit: number | null,
): [Statement, Statement, Statement] {
  return [
    claimCheckout(
      ctx.db,
      {
        ...wanted,
        id: newId("chk", ctx.now),
        status: "open",
        stripeSessionId: null,
        stripeSubscriptionId: null,
        url: null,
        expiresAt: ctx.now + CHECKOUT_LIFETIME_MS,
        createdAt: ctx.now,
      },
      limit,
    ),
    markDaysStale(ctx.db, wanted.mode, [toUtcDay(ctx.now)]),
    selectOpenCheckout(ctx.db, wanted),
  ];
}

/**
 * @throws `already_owned`, `payment_processing`, `subscription_suspended`; `currency_locked`, since Stripe bills a
 *   customer in one currency only
 */
function assertAvailable(
  { state }: Pick<Offer, "state">,
  price: PriceWithProduct["price"],
  { customer }: Buyer,
): void {
  if (state === "owned") throw fail("already_owned");
  if (state === "processing") throw fail("payment_processing");
  if (state === "suspended") throw fail("subscription_suspended");
  const currency = customer?.billingCurrency ?? null;
  if (price.type === "recurring" && currency !== null && currency !== price.currency)
    throw currencyLocked(currency);
}

/**
 * Closes a checkout with a trial if the user has had a trial meanwhile, e.g. because another tab paid after this
 * request had read the offer. The checkout is already claimed, so no other one with a trial can be opened from here on.
 * @throws `trial_used`: the user must see the new offer first
 */
async function assertTrialUnused(
  ctx: UserCtx,
  checkout: CheckoutRow,
  customer: LinkedStripeCustomer,
): Promise<void> {
  if (!(await hasUsedTrial(ctx, checkout))) return;
  if (checkout.stripeSessionId === null) await markCheckoutExpired(ctx, checkout);
  else await expireCheckout(ctx, checkout, await findOrCreateSession(ctx, checkout, customer));
  throw fail("trial_used", { reason: "another trial has started meanwhile" });
}

/**
 * Expires the user's open checkout with a trial, so that another one can offer it.
 * @throws `trial_used` if it was paid meanwhile: the user must see the new offer first
 */
async function replaceTrialCheckout(
  ctx: UserCtx,
  checkout: CheckoutRow,
  customer: LinkedStripeCustomer,
): Promise<void> {
  const session = await findOrCreateSession(ctx, checkout, customer);
  await expireCheckout(ctx, checkout, session);
  if ((await findOpenTrialCheckout(ctx.db, checkout))?.id !== checkout.id) return;
  await syncStripeCustomer(ctx, { customerId: customer.id, force: true });
  throw fail("trial_used", { reason: "the checkout of the other trial was paid meanwhile" });
}

/**
 * Returns the checkout's session at Stripe. It is created if there is none yet, for example after a request that
 * claimed the row and then failed.
 */
async function findOrCreateSession(
  ctx: UserCtx,
  checkout: CheckoutRow,
  customer: LinkedStripeCustomer,
  terms?: Promise<Terms>,
): Promise<Stripe.Checkout.Session> {
  if (checkout.stripeSessionId)
    return ctx.stripe.checkout.sessions.retrieve(checkout.stripeSessionId);
  if (checkout.expiresAt < ctx.now + MIN_NEW_SESSION_MS)
    return retryCreation(ctx, checkout, customer);
  const { price, product, ...facts } = await (terms ?? readTermsOf(ctx, checkout));
  const params = toSessionParams(checkout, {
    origin: ctx.config.origin,
    stripeCustomerId: customer.stripeCustomerId,
    price,
    slug: product.slug,
    stripeProductId: product.stripeProductId,
    isGuest: ctx.actor.isGuest === true,
    ...facts,
  });
  await ensureUpgradeCoupon(ctx, checkout, price);
  return saveSession(ctx, checkout, await createSession(ctx, checkout, params));
}

/**
 * Creates the coupon that takes off what was paid for the smaller product, unless it exists.
 * @throws `stripe_unavailable`
 */
async function ensureUpgradeCoupon(
  ctx: UserCtx,
  checkout: CheckoutRow,
  { currency }: Pick<PriceWithProduct["price"], "currency">,
): Promise<void> {
  const id = toUpgradeCoupon(checkout);
  if (id === null) return;
  const amountOff = { amount_off: checkout.upgradeCreditMinor!, currency };
  await ensureCoupon(ctx, { id, name: "Upgrade", duration: "once", ...amountOff }).catch(
    (cause: unknown) => {
      throw fail("stripe_unavailable", { reason: "the upgrade's coupon was not made", cause });
    },
  );
}

type Terms = Awaited<ReturnType<typeof readTerms>>;

/**
 * Reads what the parameters of a session depend on besides the checkout.
 * @param locale that the checkout is stored with: a retry must send the same parameters
 */
async function readTerms(
  ctx: UserCtx,
  sold: PriceWithProduct,
  added: PriceWithProduct[],
  locale: string | null,
) {
  const [tax, consent, asksForCode] = await Promise.all([
    taxSettings.read(ctx),
    describeConsent(ctx, [sold, ...added], locale),
    ctx.actor.isGuest !== true || mayGuestsEnterCodes(ctx),
  ]);
  return { ...sold, added, tax, consent, asksForCode };
}

/** Does the same for what a checkout is stored with. */
async function readTermsOf(ctx: UserCtx, checkout: CheckoutRow): Promise<Terms> {
  const [sold, added] = await Promise.all([
    requirePrice(ctx, { priceId: checkout.priceId }),
    listAddedPrices(ctx, checkout),
  ]);
  return readTerms(ctx, sold, added, checkout.locale);
}

/**
 * Does the same for a checkout whose earlier request failed so long ago that Stripe would refuse its end. The new end is
 * stored first: concurrent requests then send the same parameters, with the same idempotency key.
 */
async function retryCreation(
  ctx: UserCtx,
  checkout: CheckoutRow,
  customer: LinkedStripeCustomer,
): Promise<Stripe.Checkout.Session> {
  const { id, userId, expiresAt } = checkout;
  // Under the new key, Stripe would create another one.
  const created = await findCreatedSession(ctx, checkout, customer.stripeCustomerId);
  if (created) return saveSession(ctx, checkout, created);
  await commit(ctx.db, [
    extendCheckout(ctx.db, { id, from: expiresAt, to: ctx.now + CHECKOUT_LIFETIME_MS }),
  ]);
  const extended = await findCheckout(ctx.db, { id, userId });
  if (extended?.status !== "open") throw fail("checkout_busy", { reason: "it was just closed" });
  return findOrCreateSession(ctx, extended, customer);
}

async function saveSession(
  ctx: UserCtx,
  { id }: CheckoutRow,
  session: Stripe.Checkout.Session,
): Promise<Stripe.Checkout.Session> {
  await commit(ctx.db, [
    setCheckoutSession(ctx.db, { id, stripeSessionId: session.id, url: session.url }),
  ]);
  return session;
}

async function createSession(
  ctx: UserCtx,
  checkout: CheckoutRow,
  params: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> {
  try {
    return await ctx.stripe.checkout.sessions.create(
      params,
      await idempotencyKey("checkout", checkout.id, params),
    );
  } catch (error) {
    const createdSession = isStoredError(error)
      ? await findCreatedSession(ctx, checkout, params.customer!)
      : undefined;
    if (createdSession) return createdSession;
    // Close the checkout if a retry would fail again, so that it doesn't block the group for half an hour.
    if (isStoredError(error) || error instanceof Stripe.errors.StripeInvalidRequestError) {
      await markCheckoutExpired(ctx, checkout);
    }
    if (isCurrencyRefusal(error))
      throw currencyLocked(await fetchCurrency(ctx, params.customer), error);
    if (isMissingPrice(error))
      throw fail("price_unavailable", { reason: "Stripe knows no such price", cause: error });
    if (isRefusedCode(error))
      throw fail("discount_unavailable", {
        reason: "Stripe refused the link's code",
        cause: error,
      });
    throw fail("stripe_unavailable", { reason: "the session was not created", cause: error });
  }
}

/** @param currency the one that the user is billed in; null if Stripe doesn't say */
function currencyLocked(currency: string | null, cause?: unknown) {
  return fail("currency_locked", {
    reason: `billed in ${currency ?? "another currency"}`,
    detail: `Stripe bills a customer in one currency only, and bills this one in ${currency?.toUpperCase() ?? "another one"}.`,
    ...(currency !== null && { currency }),
    cause,
  });
}

/**
 * Whether Stripe refused a session because something of the customer is in another currency. That can also be an
 * invoice item or a discount, which a sync doesn't see. Only the message says so: there is no code.
 */
function isCurrencyRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.message.includes("combine currencies")
  );
}

async function fetchCurrency(ctx: UserCtx, id: string | undefined): Promise<string | null> {
  const customer = id === undefined ? null : await ctx.stripe.customers.retrieve(id);
  return customer === null || customer.deleted ? null : (customer.currency ?? null);
}

/** Whether Stripe refused a session because its price doesn't exist there, or not any more. */
function isMissingPrice(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === "resource_missing" &&
    (error.param ?? "").startsWith("line_items")
  );
}

/** Whether Stripe refused a session because of its promotion code: it has ended, or is not for this customer. */
function isRefusedCode(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.param ?? "").startsWith("discounts")
  );
}

/** Finds a session that was created although we got no answer, or a 500. Its metadata has our checkout's id. */
async function findCreatedSession(
  ctx: UserCtx,
  checkout: CheckoutRow,
  customer: string,
): Promise<Stripe.Checkout.Session | undefined> {
  const { data } = await ctx.stripe.checkout.sessions.list({ customer, limit: 10 });
  return data.find(({ metadata }) => fromMetadata(metadata).checkoutId === checkout.id);
}

/**
 * Closes a checkout that is for another price, in another language or about to expire, at Stripe first. If it was paid
 * meanwhile, it stays.
 */
async function expireCheckout(
  ctx: UserCtx,
  checkout: CheckoutRow,
  session: Stripe.Checkout.Session,
): Promise<void> {
  if (session.status === "open" && !(await expireAtStripe(ctx, session.id))) return;
  await markCheckoutExpired(ctx, checkout);
}

async function markCheckoutExpired(ctx: UserCtx, { id, userId }: CheckoutRow): Promise<void> {
  await commit(ctx.db, [
    closeCheckout(ctx.db, { id, status: "expired" }),
    ...recordEvents(ctx, { userId, kinds: ["checkout"] }),
  ]);
}
