import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { Status } from "../frame/label.tsx";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { InferRequestType, InferResponseType } from "hono/client";
import type { api } from "../../http/client.ts";

/** How each state of a discount is shown. */
export const discountStates: Record<Discount["state"], Status> = {
  active: { tone: "good", label: msg`Active` },
  used_up: { tone: "neutral", label: msg`Fully redeemed` },
  expired: { tone: "neutral", label: msg`Expired` },
  ended: { tone: "neutral", label: msg`Deactivated` },
};

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

/** Describes the lowest order that a code works for: "from $50". Empty for any. */
export function describeMinimum(
  i18n: I18n,
  { minimumMinor, minimumCurrency }: Pick<Discount, "minimumMinor" | "minimumCurrency">,
): string {
  if (minimumMinor === null || minimumCurrency === null) return "";
  const amount = formatsOf(i18n).money(minimumMinor, minimumCurrency);
  return i18n._(
    msg({ message: `orders from ${amount}`, comment: "What a discount code works for" }),
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

export type Discount = InferResponseType<typeof api.admin.discounts.$get>["items"][number];
export type NewDiscount = InferRequestType<typeof api.admin.discounts.$post>["json"];

export const discountsKey = ["admin", "discounts"];
