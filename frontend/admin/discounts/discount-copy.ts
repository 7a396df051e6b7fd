import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Discount } from "./queries.ts";

const stateLabels: Record<Discount["state"], MessageDescriptor> = {
  active: msg`Active`,
  used_up: msg`Fully redeemed`,
  expired: msg`Expired`,
  ended: msg`Deactivated`,
};

/** Returns the label of a discount's state. */
export function getDiscountStateLabel(i18n: I18n, state: Discount["state"]): string {
  return i18n._(stateLabels[state]);
}

/** Describes a discount's amount and duration: "25% off for 3 months". */
export function describeDiscount(
  i18n: I18n,
  {
    percentOff,
    amountOffMinor,
    currency,
    duration,
    months,
  }: Pick<Discount, "percentOff" | "amountOffMinor" | "currency" | "duration" | "months">,
): string {
  const formats = formatsOf(i18n);
  const amount =
    amountOffMinor !== null && currency !== null
      ? formats.money(amountOffMinor, currency)
      : formats.percent((percentOff ?? 0) / 100, 2);
  if (duration === "forever") return i18n._(msg`${amount} off all payments`);
  if (duration === "once") return i18n._(msg`${amount} off the first payment`);
  return i18n._(
    msg`${plural(
      { months: months ?? 0 },
      {
        one: `${amount} off for # month`,
        other: `${amount} off for # months`,
      },
    )}`,
  );
}

/** Describes how often a code was redeemed, and its limit. */
export function describeRedemptions(
  i18n: I18n,
  { timesRedeemed, maxRedemptions }: Pick<Discount, "timesRedeemed" | "maxRedemptions">,
): string {
  const { number } = formatsOf(i18n);
  const count = number(timesRedeemed);
  if (maxRedemptions === null) return count;
  const limit = number(maxRedemptions);
  return i18n._(msg`${count} of ${limit}`);
}
