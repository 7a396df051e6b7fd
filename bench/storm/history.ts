import type { TestShop } from "../../worker/testing/shop.ts";
import type { StormUser } from "./storm-users.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { runInParallel, CONCURRENCY } from "./run-in-parallel.ts";
import { listEventIdsAfter } from "./deliver-events.ts";
import { buy, createOffers } from "./purchases.ts";
import { createTimeControl } from "./time.ts";
import { applyRandomIncident } from "./incidents.ts";

const DAYS_BETWEEN_PHASES = 12;

/**
 * Creates a history at Stripe without delivering its events. In the first phase, every user buys one offer after
 * another until there are enough events. Each later phase advances the time by some days, with renewals and failed
 * charges, and then applies random incidents.
 * @returns a function that runs one phase with at least `count` events, and returns their ids, oldest first
 */
export async function createHistory(shop: TestShop, random: SeededRandom, stormUsers: StormUser[]) {
  const offers = await createOffers(shop);
  const time = createTimeControl(shop);
  const [latest] = (await shop.ctx().stripe.events.list({ limit: 1 })).data;
  let cursor = latest!.id;
  let isFirst = true;

  return async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    const collect = async () => {
      const page = await listEventIdsAfter(shop, cursor);
      cursor = page.cursor;
      ids.push(...page.ids);
    };
    if (isFirst) {
      for (const offer of offers) {
        if (ids.length >= count) break;
        await runInParallel(stormUsers, CONCURRENCY, (user) => buy(shop, random, user, offer));
        await collect();
      }
    } else {
      await time.advance(DAYS_BETWEEN_PHASES);
      await collect();
    }
    isFirst = false;
    while (ids.length < count) {
      await runInParallel(stormUsers, CONCURRENCY, (user) =>
        applyRandomIncident(shop, random, user),
      );
      await collect();
    }
    return ids;
  };
}
