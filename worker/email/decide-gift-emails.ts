import type { GiftRow } from "../access/store.ts";
import { DAY } from "../lib/time.ts";
import type { NewEmail } from "./queued-email.ts";

/** How long before its end a gift has a reminder, and how long it must last to have one. */
const END_NOTICE_MS = 3 * DAY;
const MIN_LENGTH_MS = 7 * DAY;

/** Returns the emails about a gift that are known when it is given: that it was given, and that it will end. */
export function decideGiftEmails({
  id,
  createdAt,
  endsAt,
  seatOf,
}: Pick<GiftRow, "id" | "createdAt" | "endsAt" | "seatOf">): NewEmail[] {
  const given: NewEmail = { kind: "purchase", dedupeKey: id, sourceId: id, dueAt: createdAt };
  // The end of a seat moves with its purchase, and the buyer is told.
  if (seatOf !== null || endsAt === null || endsAt - createdAt < MIN_LENGTH_MS) return [given];
  return [
    given,
    {
      kind: "ending_soon",
      dedupeKey: `${id}:${endsAt}`,
      sourceId: id,
      dueAt: endsAt - END_NOTICE_MS,
      facts: { of: "end", at: endsAt },
    },
  ];
}
