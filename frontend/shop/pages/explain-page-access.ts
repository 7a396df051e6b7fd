import { formatDate } from "../../ui/format-time.ts";
import type { ReadablePage } from "./queries.ts";

/** Explains why the user can read a page. The text follows the product's name: ", yours since March 3, 2026." */
export function explainPageAccess({
  reason,
  since,
  until,
}: NonNullable<ReadablePage["why"]>): string {
  const end = until === null ? null : formatDate(until);
  switch (reason) {
    case "manual":
      return end === null
        ? `, given to you by the shop on ${formatDate(since)}.`
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
      return `, yours since ${formatDate(since)}.`;
  }
}
