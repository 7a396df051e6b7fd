import { formatDate } from "../../ui/format-time.ts";
import { describeTotal } from "../catalog/price-copy.ts";
import type { LibraryEntry } from "./queries.ts";

/**
 * Explains why a user has access, and until when, in one or two sentences. The next charge is on `renewsAt`; access
 * itself ends a day later.
 */
export function explainAccess({
  access,
  price,
  quantity,
  renewsAt,
  notice,
}: Pick<LibraryEntry, "access" | "price" | "quantity" | "renewsAt"> &
  Partial<Pick<LibraryEntry, "notice">>): string {
  if (notice?.code.startsWith("trial_refused"))
    return "The free trial did not start, and nothing was charged. Billing says why.";
  const since = formatDate(access.since);
  const until = access.until === null ? null : formatDate(access.until);
  const rate = price === null ? "no charge" : describeTotal(price, quantity);
  const then = price !== null && price.amountMinor > 0 ? `, then ${rate}` : "";
  switch (access.reason) {
    case "order_paid":
      return price?.amountMinor === 0
        ? `Yours since ${since}. It was free and has no end.`
        : `You bought this on ${since}. It is yours and has no end.`;
    case "order_processing":
      return "Your payment is still on its way. This opens by itself when it arrives; there is no need to pay again.";
    case "order_failed":
      return `The payment of ${since} did not go through, so nothing was charged and this stayed closed.`;
    case "order_refunded":
      return `You bought this on ${since}. It was refunded in full, and that closed it.`;
    case "order_disputed":
      return "Your bank disputes the payment. This is on hold until that is settled.";
    case "order_closed":
      return `You bought this on ${since}. The shop closed your customer record, and that ended it. Write to the shop if this is a mistake.`;
    case "subscription_trialing":
      return renewsAt === null
        ? `Your free trial began on ${since}${then}.`
        : `Your free trial runs until ${formatDate(renewsAt)}${then}.`;
    case "subscription_active":
      return renewsAt === null
        ? `Subscribed since ${since}, at ${rate}.`
        : `Subscribed since ${since}, at ${rate}. It renews on ${formatDate(renewsAt)}.`;
    case "subscription_canceling":
      return `You canceled. It stays open until ${until ?? "the end of what you paid for"}, and nothing more is charged.`;
    case "subscription_paused":
      return access.active
        ? "Paused: nothing is charged. Billing says how long it stays open."
        : "Paused: nothing is charged, and it is closed until you resume it.";
    case "subscription_past_due":
      return access.active
        ? `The last payment failed. It stays open until ${until ?? "further notice"} while your card is tried again.`
        : "The last payment failed and could not be repeated, so this is closed.";
    case "subscription_disputed":
      return "Your bank disputes the latest payment. This is on hold until that is settled.";
    case "subscription_lapsed":
      return access.active
        ? "Your period has ended and the renewal is being confirmed. Nothing changes for you meanwhile."
        : "Your period has ended and the renewal could not be confirmed.";
    case "subscription_ended":
      return until === null
        ? "This subscription has ended."
        : `This subscription ended on ${until}.`;
    case "subscription_inactive":
      return "This subscription is not active at the moment. Billing says why.";
    case "manual":
      return until === null
        ? `The shop gave you this on ${since}. It has no end.`
        : `The shop gave you this on ${since}, until ${until}.`;
    case "comp_ended":
      return `The shop gave you this on ${since}, until ${until ?? "it ended"}.`;
    case "comp_taken_back":
      return `The shop gave you this on ${since} and took it back${until === null ? "" : ` on ${until}`}.`;
    case "source_missing":
      return "The shop has no record of how you got this, so it is closed. Write to the shop if this is a mistake.";
  }
}

const heldOpen =
  "It stays open for now, because the shop is still checking its payments. It closes after that.";

/** Explains an entry that opens only because the shop takes no access away during and after an outage. */
export function explainHeldOpen({ access }: Pick<LibraryEntry, "access">): string {
  const since = formatDate(access.since);
  const ended = access.until === null ? "has ended" : `ended on ${formatDate(access.until)}`;
  switch (access.reason) {
    case "order_refunded":
      return `You bought this on ${since}, and it was refunded in full. ${heldOpen}`;
    case "order_closed":
      return `You bought this on ${since}, and the shop closed your customer record. ${heldOpen}`;
    case "order_disputed":
    case "subscription_disputed":
      return `Your bank disputes the payment. ${heldOpen}`;
    case "subscription_past_due":
      return `The last payment failed and could not be repeated. ${heldOpen}`;
    case "subscription_active":
    case "subscription_trialing":
    case "subscription_lapsed":
      return `Your period ${ended}, and the renewal is not confirmed yet. ${heldOpen}`;
    case "subscription_canceling":
      return `You canceled, and what you paid for ${ended}. ${heldOpen}`;
    default:
      return `Your access ${ended}. ${heldOpen}`;
  }
}
