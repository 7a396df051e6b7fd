import { formatDate } from "../../ui/format-time.ts";
import { describeTotal } from "../../shop/catalog/price-copy.ts";
import type { CustomerLibraryEntry } from "./queries.ts";

/** Explains to the team in one sentence why a user has or had access, and until when. */
export function describeAccess({
  access,
  price,
  quantity,
  renewsAt,
}: Pick<CustomerLibraryEntry, "access" | "price" | "quantity" | "renewsAt">): string {
  const since = formatDate(access.since);
  const until = access.until === null ? null : formatDate(access.until);
  const rate = price === null ? "no charge" : describeTotal(price, quantity);
  switch (access.reason) {
    case "order_paid":
      return price?.amountMinor === 0
        ? `Taken for free on ${since}. No end.`
        : `Bought for ${rate} on ${since}. No end.`;
    case "order_processing":
      return `Ordered on ${since} for ${rate}. The payment is still on its way.`;
    case "order_failed":
      return `The payment of ${since} failed. Nothing was charged.`;
    case "order_refunded":
      return `Bought for ${rate} on ${since} and refunded in full.`;
    case "order_disputed":
      return `Bought for ${rate} on ${since}. The bank disputes the payment, which suspends it.`;
    case "order_closed":
      return "The customer was deleted at Stripe, which ended it.";
    case "subscription_trialing":
      return `Trial since ${since}${renewsAt === null ? "" : `, until ${formatDate(renewsAt)}`}, then ${rate}.`;
    case "subscription_active":
      return `Subscribed since ${since}, at ${rate}.${renewsAt === null ? "" : ` Renews on ${formatDate(renewsAt)}.`}`;
    case "subscription_canceling":
      return `Subscribed since ${since} and canceled. Open until ${until ?? "the end of what was paid"}.`;
    case "subscription_paused":
      return access.active
        ? `Paused${until === null ? "" : `, and open until ${until}`}.`
        : "Paused, and closed until it is resumed.";
    case "subscription_past_due":
      return access.active
        ? `The last payment failed. Open until ${until ?? "the grace is over"} while it is tried again.`
        : "The last payment failed and the grace is over.";
    case "subscription_disputed":
      return "The bank disputes a payment, which suspends it.";
    case "subscription_lapsed":
      return access.active
        ? `The period is over and Stripe has not answered yet. Open until ${until ?? "it does"}.`
        : "The period is over and the renewal could not be confirmed.";
    case "subscription_ended":
      return until === null ? "The subscription ended." : `The subscription ended on ${until}.`;
    case "subscription_inactive":
      return "The subscription is not active: unpaid, or its first payment is not finished.";
    case "manual":
      return until === null
        ? `A gift since ${since}. No end.`
        : `A gift since ${since}, until ${until}.`;
    case "comp_ended":
      return `A gift since ${since} that ended${until === null ? "" : ` on ${until}`}.`;
    case "comp_taken_back":
      return `A gift of ${since}, taken back${until === null ? "" : ` on ${until}`}.`;
    case "source_missing":
      return "The purchase that this came from is unknown, here and at Stripe, so it was revoked.";
  }
}
