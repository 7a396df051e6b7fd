import type Stripe from "stripe";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { Buyer } from "./storm-users.ts";
import type { Chance } from "./seeded-random.ts";
import { inParallel, WIDTH } from "./run-in-parallel.ts";
import { eventsAfter } from "./deliver-events.ts";
import { buy, makeOffers } from "./purchases.ts";
import { openTime } from "./time.ts";
import { trouble } from "./incidents.ts";

const DAYS_BETWEEN_ACTS = 12;

/**
 * Opens a history at Stripe of which our side hears nothing. The first act is everybody's purchases; before each further
 * one some days go by, with their renewals and failed charges, and then things happen to people, in rounds.
 * @returns plays one act that makes at least `count` events, and gives them, oldest first
 */
export async function openHistory(shop: TestShop, chance: Chance, buyers: Buyer[]) {
  const offers = await makeOffers(shop);
  const time = openTime(shop);
  const [latest] = (await shop.ctx().stripe.events.list({ limit: 1 })).data;
  let cursor = latest!.id;
  let isFirst = true;

  return async (count: number): Promise<Stripe.Event[]> => {
    const events: Stripe.Event[] = [];
    const collect = async () => {
      const page = await eventsAfter(shop, cursor);
      cursor = page.cursor;
      events.push(...page.events);
    };
    if (isFirst) {
      for (const offer of offers)
        await inParallel(buyers, WIDTH, (buyer) => buy(shop, chance, buyer, offer));
    } else await time.advance(DAYS_BETWEEN_ACTS);
    isFirst = false;
    await collect();
    while (events.length < count) {
      await inParallel(buyers, WIDTH, (buyer) => trouble(shop, chance, buyer));
      await collect();
    }
    return events;
  };
}
