import { formatDay } from "../../ui/format-time.ts";
import type { OpenPage } from "./queries.ts";

/** Why somebody can read a page, as what follows the product's name: ", yours since March 3, 2026." */
export function explainReading({ reason, since, until }: OpenPage["why"]): string {
  const end = until === null ? null : formatDay(until);
  switch (reason) {
    case "manual":
      return end === null
        ? `, given to you by the shop on ${formatDay(since)}.`
        : `, given to you by the shop until ${end}.`;
    case "subscription_canceling":
      return end === null ? ", until what you paid for is over." : `, open to you until ${end}.`;
    case "subscription_past_due":
      return end === null
        ? ". The last payment failed; billing says what to do."
        : `. The last payment failed; it stays open until ${end}.`;
    case "subscription_trialing":
      return ", which you are trying for free.";
    default:
      return `, yours since ${formatDay(since)}.`;
  }
}
