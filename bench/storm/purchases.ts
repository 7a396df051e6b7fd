import type Stripe from "stripe";
import { newId } from "../../worker/lib/ids.ts";
import { toMetadata } from "../../worker/stripe/metadata.ts";
import { monthly } from "../../worker/testing/purchases.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { Buyer } from "./storm-users.ts";
import type { Chance } from "./seeded-random.ts";

/** Something on sale. */
export type Offer = { productId: string; priceId: string; stripePriceId: string; kind: Kind };
type Kind = keyof typeof kinds;

const CARD = "4242424242424242";

/** What is sold, and how it is paid for: mostly without trouble. */
const kinds = {
  book: {
    price: { type: "one_time", amountMinor: 2900, currency: "usd" },
    cards: [
      ...Array.from({ length: 12 }, () => CARD),
      "4000000000000259", // disputed at once
      "4000000000005126", // a refund fails later
      "4000000000007726", // a refund is pending, then succeeds
      "AT611904300234573201", // a bank debit
    ],
  },
  membership: {
    price: monthly,
    cards: [CARD],
  },
  trial: {
    price: { ...monthly, trialDays: 7 },
    cards: [CARD, CARD, CARD, "4000000000000341"], // can be saved, then every charge fails
  },
} as const;

const stock: Kind[] = ["book", "book", "membership", "trial"];

/** Puts two books, a membership and one that begins with a trial on sale. */
export async function makeOffers(shop: TestShop): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const kind of stock) {
    const product = await shop.sell({ prices: [kinds[kind].price] });
    const priceId = product.prices[0]!.id;
    const stripePriceId = await shop.env.DB.prepare(
      "SELECT stripe_price_id FROM prices WHERE id = ?",
    )
      .bind(priceId)
      .first<string>("stripe_price_id");
    offers.push({ productId: product.id, priceId, stripePriceId: stripePriceId!, kind });
  }
  return offers;
}

/**
 * Buys at Stripe's page what our checkout would have asked for. Our verb is left out: it refetches the customer first,
 * and nothing is to be known before the storm. A few never pay.
 */
export async function buy(
  shop: TestShop,
  chance: Chance,
  buyer: Buyer,
  offer: Offer,
): Promise<void> {
  const { stripe } = shop.ctx();
  const { cards } = kinds[offer.kind];
  const leaves = chance.next() < 0.03;
  const card = chance.pick(cards);
  const metadata = toMetadata({
    checkoutId: newId("chk", Date.now()),
    userId: buyer.userId,
    productId: offer.productId,
    priceId: offer.priceId,
  });
  const session = await stripe.checkout.sessions.create({
    customer: buyer.stripeId,
    line_items: [{ price: offer.stripePriceId, quantity: 1 }],
    success_url: "http://localhost:8787/checkout/return",
    metadata,
    ...(offer.kind === "book"
      ? { mode: "payment", payment_intent_data: { metadata }, invoice_creation: { enabled: true } }
      : {
          mode: "subscription",
          subscription_data: {
            metadata,
            ...(offer.kind === "trial" && { trial_period_days: 7 }),
          },
        }),
  });
  if (leaves) await stripe.checkout.sessions.expire(session.id);
  else await remember(shop, buyer, (await shop.pay(session.url!, card)).id);
}

async function remember(shop: TestShop, buyer: Buyer, sessionId: string): Promise<void> {
  const { stripe } = shop.ctx();
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent.latest_charge"],
  });
  if (typeof session.subscription === "string") buyer.subscriptions.push(session.subscription);
  if (session.payment_status === "unpaid") buyer.debits.push(session.id);
  const payment = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = payment?.latest_charge as Stripe.Charge | null | undefined;
  if (!charge) return;
  buyer.charges.push(charge.id);
}
