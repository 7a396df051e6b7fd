import type Stripe from "stripe";
import { newId } from "../../worker/lib/ids.ts";
import { toMetadata } from "../../worker/stripe/metadata.ts";
import { monthly } from "../../worker/testing/fixtures/purchases.ts";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { StormUser } from "./storm-users.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A product on sale, with its price. */
export type Offer = { productId: string; priceId: string; stripePriceId: string; kind: Kind };
type Kind = keyof typeof kinds;

const WORKING_CARD = "4242424242424242";

/** What is sold, and the cards that users pay with. Most of them work. */
const kinds = {
  book: {
    price: { type: "one_time", amountMinor: 2900, currency: "usd" },
    cards: [
      ...Array.from({ length: 12 }, () => WORKING_CARD),
      "4000000000000259", // disputed immediately
      "4000000000005126", // a refund fails later
      "4000000000007726", // a refund is pending, then succeeds
      "AT611904300234573201", // a bank debit
    ],
  },
  membership: {
    price: monthly,
    cards: [WORKING_CARD],
  },
  trial: {
    price: { ...monthly, trialDays: 7 },
    cards: [WORKING_CARD, WORKING_CARD, WORKING_CARD, "4000000000000341"], // can be saved, but every charge fails
  },
} as const;

const offeredKinds: Kind[] = ["book", "book", "membership", "trial"];

/** Puts two books, a membership and a membership with a trial on sale. */
export async function createOffers(shop: TestShop): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const kind of offeredKinds) {
    const product = await shop.createPublishedProduct({ prices: [kinds[kind].price] });
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
 * Buys with the same checkout session that our checkout creates. Doesn't call our verb, because that would sync the
 * customer before the events arrive. A few users never pay.
 */
export async function buy(
  shop: TestShop,
  random: SeededRandom,
  user: StormUser,
  offer: Offer,
): Promise<void> {
  const { stripe } = shop.ctx();
  const { cards } = kinds[offer.kind];
  const abandonsCheckout = random.next() < 0.03;
  const card = random.pick(cards);
  const metadata = toMetadata({
    checkoutId: newId("chk", Date.now()),
    userId: user.userId,
    productId: offer.productId,
    priceId: offer.priceId,
  });
  const session = await stripe.checkout.sessions.create({
    customer: user.stripeCustomerId,
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
  if (abandonsCheckout) await stripe.checkout.sessions.expire(session.id);
  else await recordPurchase(shop, user, (await shop.pay(session.url!, card)).id);
}

async function recordPurchase(shop: TestShop, user: StormUser, sessionId: string): Promise<void> {
  const { stripe } = shop.ctx();
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent.latest_charge"],
  });
  if (typeof session.subscription === "string") user.subscriptions.push(session.subscription);
  if (session.payment_status === "unpaid") user.debits.push(session.id);
  const payment = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = payment?.latest_charge as Stripe.Charge | null | undefined;
  if (!charge) return;
  user.charges.push(charge.id);
}
