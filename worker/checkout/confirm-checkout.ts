import { commit } from "../db/client.ts";
import { recordEvents } from "../feed/record-events.ts";
import { fail } from "../errors.ts";
import type { UserCtx } from "../context.ts";
import { requireProductSummary, type ProductSummary } from "../catalog/map-product-summaries.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import {
  listEntriesOf,
  readLibrary,
  type Library,
  type LibraryEntry,
} from "../delivery/library/show-library.ts";
import { closeCheckout, findCheckout, type CheckoutRow } from "../purchases/checkout/store.ts";
import { findSuccessTarget } from "../purchases/checkout/store-links.ts";
import { developerSettings } from "../settings/developer-settings.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { isAllowedSuccessUrl } from "./create-checkout-link.ts";

/**
 * The outcome of a checkout:
 * - `complete`: paid; `entry` is the new library entry
 * - `processing`: the bank has not answered yet; access follows automatically
 * - `failed`: the bank declined after the buyer had left the page
 * - `open`: not paid; `resumeUrl` leads back to it
 * - `expired`: the session ended unpaid
 * - `trial_refused`: the free trial did not start, and nothing was charged; the notice of `entry` says why
 * - `confirming`: another sync is running; ask again shortly
 */
export type Confirmation = {
  state: "confirming" | "complete" | "processing" | "failed" | "open" | "expired" | "trial_refused";
  product: ProductSummary;
  resumeUrl: string | null;
  entry: LibraryEntry | null;
  /** The entries of the other products that were bought with it. */
  others: LibraryEntry[];
  /** Whether the shop emails what was bought; the billing page has receipts in any case. */
  isEmailed: boolean;
  /** Where the program that prepared the purchase wants the buyer next; null if it wants nothing, or it isn't paid. */
  successUrl: string | null;
};

/**
 * Runs the same sync as the webhook when the buyer returns, so that access doesn't wait for a webhook.
 * @throws `not_found` if the checkout isn't this user's
 */
export async function confirmCheckout(ctx: UserCtx, input: { id: string }): Promise<Confirmation> {
  const { userId } = ctx.actor;
  const checkout = await findCheckout(ctx.db, { id: input.id, userId });
  if (!checkout) throw fail("not_found", { reason: "no checkout of this user" });
  const [product, confirmed] = await Promise.all([
    requireProductSummary(ctx, { id: checkout.productId }),
    findOutcome(ctx, checkout),
  ]);
  return { ...confirmed, product };
}

/** Reads the outcome from our own rows, and syncs if they don't know it yet. */
async function findOutcome(
  ctx: UserCtx,
  found: CheckoutRow,
): Promise<Omit<Confirmation, "product">> {
  const known =
    found.status === "complete" ? await readOutcome(ctx, found) : { state: found.status };
  if (known.state !== "open" && known.state !== "processing") return describeOutcome(ctx, known);
  const { customerId } = found;
  const { state } = await syncStripeCustomer(ctx, { customerId, force: true });
  const read = await readOutcome(ctx, found);
  if (await hasExpired(ctx, read.checkout)) {
    const { id, userId } = found;
    await commit(ctx.db, [
      closeCheckout(ctx.db, { id, status: "expired" }),
      ...recordEvents(ctx, { userId, kinds: ["checkout"] }),
    ]);
    return describeOutcome(ctx, { state: "expired" });
  }
  const isConfirming = state === "busy" && read.state === "open";
  return describeOutcome(ctx, isConfirming ? { state: "confirming" } : read);
}

/** `library` and `sourceId`: what was bought, once the outcome knows it. */
type Outcome = {
  state: Confirmation["state"];
  checkout?: CheckoutRow;
  library?: Library;
  sourceId?: string;
  /** The order of what was bought once, beside a subscription. */
  besideId?: string | undefined;
  target?: SuccessTarget | undefined;
};

/** Reads the outcome from our own rows, and all that describes it beside them. */
async function readOutcome(ctx: UserCtx, before: CheckoutRow) {
  const { id, userId } = before;
  const [checkout = before, library, target] = await Promise.all([
    findCheckout(ctx.db, { id, userId }),
    readLibrary(ctx, { userId }),
    findSuccessTarget(ctx.db, id),
  ]);
  return { ...toOutcome(checkout, library), checkout, library, target };
}

async function describeOutcome(
  ctx: UserCtx,
  { state, checkout, library, sourceId, besideId, target }: Outcome,
): Promise<Omit<Confirmation, "product">> {
  const isPaid = state === "complete" || state === "processing";
  const [successUrl, entries, beside, emails] = await Promise.all([
    isPaid && target ? toSuccessUrl(ctx, target) : null,
    library && sourceId !== undefined ? listEntriesOf(ctx, library, sourceId) : [],
    library && besideId !== undefined ? listEntriesOf(ctx, library, besideId) : [],
    emailSettings.read(ctx),
  ]);
  const resumeUrl = state === "open" ? (checkout?.url ?? null) : null;
  const isEmailed = ctx.config.auth.emailSender !== undefined && emails.purchase;
  const [entry = null, ...others] = entries;
  return { state, resumeUrl, successUrl, entry, others: [...others, ...beside], isEmailed };
}

type SuccessTarget = NonNullable<Awaited<ReturnType<typeof findSuccessTarget>>>;

/** Returns the success URL of the checkout's link, with the id that it names, if its origin is still allowed. */
async function toSuccessUrl(
  ctx: UserCtx,
  { id, successUrl }: SuccessTarget,
): Promise<string | null> {
  if (successUrl === null) return null;
  if (!isAllowedSuccessUrl(successUrl, await developerSettings.read(ctx))) return null;
  const url = new URL(successUrl);
  url.searchParams.set("checkout", id);
  return url.href;
}

/** Whether an open checkout's session expired early, for example because the seller expired it. */
async function hasExpired(ctx: UserCtx, checkout: CheckoutRow): Promise<boolean> {
  if (checkout.status !== "open" || checkout.stripeSessionId === null) return false;
  const session = await ctx.stripe.checkout.sessions.retrieve(checkout.stripeSessionId);
  return session.status === "expired";
}

/** Returns the state of a checkout, and the order or subscription that came of it. */
function toOutcome(
  checkout: CheckoutRow,
  { orders, subscriptions }: Library,
): Pick<Outcome, "state" | "sourceId" | "besideId"> {
  const { status, stripeSubscriptionId, stripeSessionId } = checkout;
  if (status !== "complete") return { state: status };
  if (stripeSubscriptionId) {
    const mine = subscriptions.find((row) => row.stripeSubscriptionId === stripeSubscriptionId);
    if (!mine) return { state: "confirming" };
    return {
      state: mine.trialRefused === null ? "complete" : "trial_refused",
      sourceId: mine.id,
      besideId: orders.find((row) => row.stripeSessionId === stripeSessionId)?.id,
    };
  }
  const order = orders.find((row) => row.stripeSessionId === stripeSessionId);
  if (!order) return { state: "confirming" };
  if (order.status === "pending") return { state: "processing", sourceId: order.id };
  return { state: order.status === "failed" ? "failed" : "complete", sourceId: order.id };
}
