import type { Action } from "./actions.ts";
import { createPeople } from "./people.ts";
import { DAY, HOUR, type Plan } from "./plan.ts";
import { liveAsCustomer } from "./plan-customers.ts";
import { addTrouble } from "./plan-trouble.ts";
import { createRandom } from "./random.ts";
import { isFirstOfPromotion, promotionOf, seasonOf } from "./seasons.ts";

/**
 * Returns what happens in a shop from `start` to `end` (Unix milliseconds, start of a UTC day), in order. It grows,
 * slows in summer, has a promotion in November and a busy December. The same input gives the same life.
 * @param pace how many customers come, compared with the life that is shipped
 */
export function planLife(input: {
  seed: number;
  start: number;
  end: number;
  pace?: number;
}): Action[] {
  const { seed, start, end, pace = 1 } = input;
  const random = createRandom(seed);
  const invent = createPeople(random);
  const actions: Action[] = [];
  const plan: Plan = { random, end, add: (...more) => actions.push(...more) };
  for (let day = start; day < end; day += DAY) {
    const growth = 0.4 + (0.42 * (day - start)) / (end - start);
    let expected = growth * seasonOf(day) * pace;
    for (; expected > 0; expected -= 1)
      if (random.chance(expected)) {
        // Few people buy at night.
        const at = day + random.between(7, 23) * HOUR;
        liveAsCustomer(plan, invent(), at);
      }
    if (new Date(day).getUTCDay() === 1) plan.add({ type: "payout", at: day + 9 * HOUR });
    if (isFirstOfPromotion(day))
      plan.add({
        type: "create_discount",
        ...promotionOf(day),
        expiresAt: day + 16 * DAY,
        at: day + 6 * HOUR,
      });
    plan.add({ type: "end_day", at: day + DAY - 3 * 60_000 });
  }
  addTrouble(plan, invent, { start, end });
  return actions.filter(({ at }) => at < end).toSorted((one, two) => one.at - two.at);
}
