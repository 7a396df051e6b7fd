import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { listPrices } from "../../catalog/store-editing.ts";
import { holdProduct } from "./with-product-lock.ts";
import { findOwed, owe, settleOwed, type Owed } from "./store-pending-syncs.ts";
import { createStripePrice, putStripeProduct, setStripePriceActive } from "./stripe-product.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";

const PRODUCT = "product";
const RETRY_SECONDS = 5;

/**
 * The write that notes, in the batch of an edit, that Stripe does not know of it yet.
 * @param input.what `product`, or the id of a price
 */
export function owePush(ctx: Ctx, input: { productId: string; what: string }): Statement {
  return owe(ctx.db, {
    mode: ctx.config.stripe.mode,
    kind: "push",
    productId: input.productId,
    reason: `${input.what}@${ctx.requestId}`,
    now: ctx.now,
  });
}

/**
 * Tells Stripe what it does not know yet of a product and its prices. It can be repeated at any time; what is edited
 * meanwhile stays owed.
 * @throws what Stripe threw; all of it is still owed then
 */
export async function pushProduct(ctx: Ctx, input: { productId: string }): Promise<void> {
  if (!(await findOwedPush(ctx, input.productId))) return;
  await holdProduct(ctx, input, () => pushHeld(ctx, input));
}

/** The same, for who holds the product. */
export async function pushHeld(ctx: Ctx, input: { productId: string }): Promise<void> {
  const owed = await findOwedPush(ctx, input.productId);
  const product = owed && (await findProduct(ctx.db, input.productId));
  if (!owed || !product) return;
  // A draft that Stripe never heard of is told whole when it is published.
  if (product.stripeProductId !== null || product.status === "published")
    await tellStripe(ctx, product, changesOf(owed));
  await commit(ctx.db, [settleOwed(ctx.db, owed)]);
}

async function tellStripe(
  ctx: Ctx,
  product: ProductRow,
  changes: Map<string, string>,
): Promise<void> {
  const change = changes.get(PRODUCT);
  const stripeProductId =
    change || !product.stripeProductId
      ? await putStripeProduct(ctx, product, change ?? ctx.requestId)
      : product.stripeProductId;
  for (const price of await listPrices(ctx.db, [product.id])) {
    const change = changes.get(price.id);
    const { stripePriceId } = price;
    if (!stripePriceId && price.active) await createStripePrice(ctx, price, stripeProductId);
    if (stripePriceId && change)
      await setStripePriceActive(ctx, { ...price, stripePriceId }, change);
  }
}

/** Pushes now if Stripe answers; if not, the edit stands all the same, and cron goes on trying. */
export async function tryPush(ctx: Ctx, input: { productId: string }): Promise<void> {
  try {
    await pushProduct(ctx, input);
  } catch (error) {
    logEvent("error", "catalog.push_failed", {
      product: input.productId,
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
    await askForWork(ctx, { ...input, delaySeconds: RETRY_SECONDS });
  }
}

/** Has the queue look whether anything is owed for a product. A lost message is made up for by cron. */
export async function askForWork(
  ctx: Ctx,
  input: { productId: string; delaySeconds?: number },
): Promise<void> {
  const { productId, delaySeconds = 0 } = input;
  try {
    await ctx.syncQueue.send({ productId }, { delaySeconds });
  } catch (error) {
    logEvent("error", "catalog.enqueue_failed", {
      product: productId,
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
  }
}

/** What a push would tell Stripe; undefined where nothing is owed. */
export function findOwedPush(ctx: Ctx, productId: string): Promise<Owed | undefined> {
  return findOwed(ctx.db, { mode: ctx.config.stripe.mode, kind: "push", productId });
}

/** What changed, and by which change last. */
function changesOf(owed: Owed): Map<string, string> {
  const reasons = JSON.parse(owed.value) as string[];
  return new Map(
    reasons.map((reason) => {
      const [what = "", change = ""] = reason.split("@");
      return [what, change];
    }),
  );
}
