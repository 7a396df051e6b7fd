import type Stripe from "stripe";
import type { TestShop } from "../../worker/testing/shop.ts";
import type { StormUser } from "./storm-users.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { runInParallel, CONCURRENCY } from "./run-in-parallel.ts";
import { listEventsAfter } from "./deliver-events.ts";
import { buy, createOffers } from "./purchases.ts";
import { createTimeControl } from "./time.ts";
import { applyRandomIncident } from "./incidents.ts";

const DAYS_BETWEEN_PHASES = 12;

/**
 * Creates a history at Stripe without delivering its events. In the first phase, every user buys every offer. Each
 * later phase advances the time by some days, with renewals and failed charges, and then applies random incidents.
 * @returns a function that runs one phase with at least `count` events, and returns them oldest first
 */
export async function createHistory(shop: TestShop, random: SeededRandom, stormUsers: StormUser[]) {
  const offers = await createOffers(shop);
  const time = createTimeControl(shop);
  const [latest] = (await shop.ctx().stripe.events.list({ limit: 1 })).data;
  let cursor = latest!.id;
  let isFirst = true;

  return async (count: number): Promise<Stripe.Event[]> => {
    const events: Stripe.Event[] = [];
    const collect = async () => {
      const page = await listEventsAfter(shop, cursor);
      cursor = page.cursor;
      events.push(...page.events);
    };
    if (isFirst) {
      for (const offer of offers)
        await runInParallel(stormUsers, CONCURRENCY, (user) => buy(shop, random, user, offer));
    } else await time.advance(DAYS_BETWEEN_PHASES);
    isFirst = false;
    await collect();
    while (events.length < count) {
      await runInParallel(stormUsers, CONCURRENCY, (user) =>
        applyRandomIncident(shop, random, user),
      );
      await collect();
    }
    return events;
  };
}
