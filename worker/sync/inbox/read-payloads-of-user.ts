import type { Ctx } from "../../context.ts";
import { payloadExpiryOf, readPayloads } from "./payload-objects.ts";
import type { EventRow } from "./store.ts";
import { listMovingPayloads } from "./store-payloads.ts";

/**
 * Returns the payloads of a user's events that are there, by the ids of the events: from the database and from R2.
 * @throws `unavailable` if R2 does not answer
 */
export async function readPayloadsOfUser(
  ctx: Ctx,
  input: {
    userId: string;
    events: Pick<EventRow, "id" | "mode" | "receivedAt" | "payload" | "payloadRemovedAt">[];
  },
): Promise<Map<string, string>> {
  const kept = input.events.filter(
    (event) => event.payloadRemovedAt === null && payloadExpiryOf(ctx, event) > ctx.now,
  );
  const known = new Map(kept.map(({ id, payload }) => [id, payload]));
  // The database first: a payload is in R2 before it leaves the database.
  for (const { id, payload } of await listMovingPayloads(ctx.db, input.userId))
    known.set(id, payload);
  const missing = kept.filter(({ id }) => !known.get(id));
  return new Map([...known, ...(await readPayloads(ctx, missing))]);
}
