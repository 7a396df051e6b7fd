import { msg } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { formatRate, listPrice, type Rate } from "./format-rate.ts";
import type { LibraryFacts } from "./library-facts.ts";
import { manageAction, startContent } from "./parts.ts";

/** What a subscriber will pay, for all seats, and from when on. Times in unix milliseconds. */
export type PriceChange = {
  newPrice: Rate;
  /** The renewal that is the first with the new price; null if it is the first one after `notBefore`. */
  renewsAt: number | null;
  notBefore: number;
};

type Facts = Pick<LibraryFacts, "entry">;

/** Writes the notice of a new price. Returns null for an entry without a price. A pure function. */
export function writePriceChange(
  context: EmailContext,
  { entry, change }: Facts & { change: PriceChange },
): EmailContent | null {
  if (entry.price === null) return null;
  const { i18n, formats } = context;
  const name = toName(context, entry.product.name);
  const date = formats.date(change.renewsAt ?? change.notBefore);
  const isExact = change.renewsAt !== null;
  return {
    ...startContent(context),
    subject: isExact
      ? i18n._(msg`The price of ${name} changes on ${date}`)
      : i18n._(msg`The price of ${name} changes after ${date}`),
    heading: i18n._(msg`The price of your subscription is changing`),
    paragraphs: [
      isExact
        ? i18n._(
            msg`The price of your subscription to ${name} is changing. You’ll pay the new price for the first time when your subscription renews on ${date}.`,
          )
        : i18n._(
            msg`The price of your subscription to ${name} is changing. You’ll pay the new price for the first time when your subscription renews after ${date}.`,
          ),
      i18n._(
        msg`Until then, you keep your current price. Taxes and discounts, if any, still apply.`,
      ),
      i18n._(
        msg`No action is needed to continue. If you don’t want to pay the new price, cancel before that renewal and you won’t be charged again.`,
      ),
    ],
    details: [
      { label: i18n._(msg`Current price`), value: formatRate(context, entry.price) },
      { label: i18n._(msg`New price`), value: formatRate(context, change.newPrice) },
    ],
    action: manageAction(context, entry.sourceId),
  };
}

/** Writes the email that says that an announced price doesn't come. A pure function. */
export function writePriceChangeCanceled(
  context: EmailContext,
  { entry }: Facts,
): EmailContent | null {
  if (entry.price === null) return null;
  const { i18n } = context;
  const name = toName(context, entry.product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`The price of ${name} stays the same`),
    heading: i18n._(msg`The price of your subscription stays the same`),
    paragraphs: [
      i18n._(
        msg`We recently told you about a new price for ${name}. The new price doesn’t apply to your subscription. You keep your current price.`,
      ),
      i18n._(msg`No action is needed.`),
    ],
    details: listPrice(context, entry.price),
    action: manageAction(context, entry.sourceId),
  };
}
