import type { Ctx } from "../../context.ts";
import { commit, type Statement } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { recordChange } from "../../audit/record-change.ts";
import { areDeletions, recordEventFailure, settleEventsById } from "../inbox/mark-events.ts";
import { laterThan } from "../../catalog/find-product.ts";
import {
  assertUnchanged,
  findProductOfStripe,
  insertStripePrice,
  setPrice,
  setProduct,
} from "../../catalog/store-editing.ts";
import { fetchNews } from "./fetch-stripe-diff.ts";
import { assertLease, findOwed, owe, settleOwed, type Owed } from "./store-pending-syncs.ts";
import { findOwedPush } from "./push-product.ts";
import { hasNews, type News } from "./stripe-diff.ts";
import { findProduct, type ProductRow } from "../../catalog/store.ts";

/** Our product that Stripe's is; null where it is none of ours. */
export async function findOurProduct(
  ctx: Ctx,
  input: { stripeProductId: string },
): Promise<string | null> {
  const { mode } = ctx.config.stripe;
  return (await findProductOfStripe(ctx.db, mode, input.stripeProductId))?.id ?? null;
}

/**
 * The write that has a product looked at again at Stripe.
 * @param input.reason the id of the event that says so, which is settled with it; or of a sweep
 * @param input.onlyAfterChange only where the statement before it in the batch changed something
 */
export function owePull(
  ctx: Ctx,
  input: { productId: string; reason: string; onlyAfterChange?: boolean },
): Statement {
  const { mode } = ctx.config.stripe;
  return owe(ctx.db, { ...input, mode, kind: "pull", now: ctx.now });
}

/**
 * Makes a product what Stripe says, where Stripe was heard of; for who holds it. An edit of ours that is not pushed yet
 * comes first: nothing is taken over before it is there.
 * @throws what Stripe or D1 threw, noted on the events; it is still owed then
 */
export async function pullHeld(ctx: Ctx, input: { productId: string; token: string }) {
  const { mode } = ctx.config.stripe;
  const { productId, token } = input;
  const owed = await findOwed(ctx.db, { mode, kind: "pull", productId });
  if (!owed) return;
  const eventIds = JSON.parse(owed.value) as string[];
  try {
    if (await findOwedPush(ctx, productId)) throw new Error("an edit is not pushed yet");
    const product = await findProduct(ctx.db, productId);
    const news = product?.stripeProductId
      ? await fetchNews(ctx, {
          product: { ...product, stripeProductId: product.stripeProductId },
          isDeletion: await areDeletions(ctx, { ids: eventIds }),
        })
      : undefined;
    await commit(ctx.db, [
      assertLease(ctx.db, { mode, productId, token }),
      ...(product && news && hasNews(news) ? takeOver(ctx, product, news) : []),
      settleEventsById(ctx, { ids: eventIds }),
      settleOwed(ctx.db, owed),
    ]);
  } catch (error) {
    await commit(ctx.db, [recordEventFailure(ctx, { ids: eventIds, error })]);
    throw error;
  }
}

/** The ids of the events that wait for a product's pull. */
export async function listWaitingEvents(ctx: Ctx, input: { productId: string }): Promise<string[]> {
  const place = { mode: ctx.config.stripe.mode, kind: "pull" as const, ...input };
  const owed: Owed | undefined = await findOwed(ctx.db, place);
  return owed ? (JSON.parse(owed.value) as string[]) : [];
}

function takeOver(ctx: Ctx, product: ProductRow, news: News): Statement[] {
  const { id, updatedAt } = product;
  const changed = Object.keys(news.product) as (keyof News["product"])[];
  return [
    // Whoever edited it since it was read is right: the batch fails, and the next try reads it again.
    assertUnchanged(ctx.db, { id, updatedAt }),
    ...(changed.length > 0
      ? [setProduct(ctx.db, id, { ...news.product, updatedAt: laterThan(product, ctx.now) })]
      : []),
    ...news.prices.map((price) => setPrice(ctx.db, price.id, price.change)),
    ...news.added.map(({ facts, stripePriceId }) =>
      insertStripePrice(ctx.db, {
        ...facts,
        id: newId("prc", ctx.now),
        productId: id,
        // The seller decides whether it is for sale here.
        active: false,
        mode: product.mode,
        stripePriceId,
        createdAt: ctx.now,
      }),
    ),
    recordChange(ctx, {
      action: "product.changed_at_stripe",
      targetId: id,
      before: Object.fromEntries(changed.map((name) => [name, product[name as keyof ProductRow]])),
      after: {
        ...news.product,
        ...(news.prices.length > 0 && { prices: news.prices }),
        ...(news.added.length > 0 && { added: news.added.map((price) => price.stripePriceId) }),
      },
    }),
  ];
}
