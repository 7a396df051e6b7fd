import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { takeEvent } from "./receive-event.ts";
import { listKnownIds } from "../inbox/store.ts";

/**
 * Takes those of Stripe's events that no delivery has brought, as a delivery would.
 * @returns how many these were
 */
export async function takeMissing(ctx: Ctx, input: { events: Stripe.Event[] }): Promise<number> {
  if (input.events.length === 0) return 0;
  const ids = input.events.map(({ id }) => id);
  const known = new Set(
    (await listKnownIds(ctx.db, { ids, mode: ctx.config.stripe.mode })).map(({ id }) => id),
  );
  let taken = 0;
  for (const event of input.events) {
    if (known.has(event.id)) continue;
    const { isNew } = await takeEvent(ctx, { event, payload: JSON.stringify(event) });
    if (isNew) taken++;
  }
  return taken;
}
