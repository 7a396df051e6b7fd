import { parseMoney } from "../../ui/money-input.ts";
import type { NewDiscount } from "./discount-copy.ts";

/** The values of a new discount. Field names match the API's, so that API errors appear at their fields. */
export const emptyDiscount = {
  name: "",
  off: { kind: "percent" as "percent" | "amount", percent: "", amount: "", currency: "usd" },
  duration: "once" as NewDiscount["duration"],
  months: "",
  code: "",
  maxRedemptions: "",
  /** A day such as `2026-12-31`; the discount ends at the end of it in the seller's time zone. */
  expiresAt: "",
  firstPurchaseOnly: false,
  /** Blank for no minimum. */
  minimum: { amount: "", currency: "usd" },
  productIds: [] as string[],
};

export type DiscountFormValues = typeof emptyDiscount;

/**
 * Converts form values to the API's input. Invalid numbers are sent as null, so that the server rejects their fields.
 */
export function toNewDiscount(form: DiscountFormValues): NewDiscount {
  const { off, months, code, maxRedemptions, expiresAt } = form;
  const { currency } = off;
  return {
    name: form.name,
    off:
      off.kind === "percent"
        ? { kind: "percent", percentOff: toNumber(off.percent) }
        : {
            kind: "amount",
            amountOffMinor: parseMoney(off.amount, currency) ?? Number.NaN,
            currency,
          },
    duration: form.duration,
    ...(form.duration === "repeating" && months.trim() !== "" && { months: toNumber(months) }),
    ...(code.trim() !== "" && { code }),
    ...(maxRedemptions.trim() !== "" && { maxRedemptions: toNumber(maxRedemptions) }),
    ...(expiresAt !== "" && { expiresAt: endOfDay(expiresAt) }),
    firstPurchaseOnly: form.firstPurchaseOnly,
    ...(form.minimum.amount.trim() !== "" && { minimum: toMinimum(form.minimum) }),
    productIds: form.productIds,
  };
}

function toMinimum({ amount, currency }: DiscountFormValues["minimum"]) {
  return { amountMinor: parseMoney(amount, currency) ?? Number.NaN, currency };
}

function toNumber(text: string): number {
  const trimmed = text.trim().replace(",", ".");
  return trimmed === "" ? Number.NaN : Number(trimmed);
}

function endOfDay(day: string): number {
  return Math.floor(new Date(`${day}T23:59:59`).getTime());
}
