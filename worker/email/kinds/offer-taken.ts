import { msg, plural } from "@lingui/core/macro";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { listNextPayment } from "./cancellation.ts";
import type { LibraryFacts, WriteLibraryEmail } from "./library-facts.ts";
import { manageAction, startContent } from "./parts.ts";

/** After a subscriber took a discount instead of canceling: how much it is, and for how long. */
export const writeOfferTaken: WriteLibraryEmail = (context, facts) => {
  const { i18n } = context;
  const { entry, offer } = facts;
  if (offer === null) return null;
  const name = toName(context, entry.product.name);
  const discount = describeDiscount(context, offer);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your discount on ${name}`),
    heading: i18n._(msg`Your subscription continues with a discount`),
    paragraphs: [
      i18n._(msg`Thanks for staying. Your discount: ${discount}.`),
      i18n._(
        msg`Your subscription to ${name} continues. It renews automatically until you cancel it.`,
      ),
    ],
    details: listNextPayment(context, facts),
    action: manageAction(context, entry.sourceId),
  };
};

function describeDiscount(
  { i18n, formats }: EmailContext,
  { percentOff, amountOffMinor, currency, months }: NonNullable<LibraryFacts["offer"]>,
): string {
  const off =
    percentOff === null
      ? formats.money(amountOffMinor ?? 0, currency ?? "usd", "exact")
      : formats.percent(percentOff / 100);
  return i18n._(
    months === null
      ? msg`${off} off your next payment`
      : msg`${plural(months, { 1: `${off} off for one month`, other: `${off} off for # months` })}`,
  );
}
