import { parseMoney } from "../../ui/format-money.ts";
import type { NewDiscount } from "./queries.ts";

/** A discount as it is typed. Its names are those of what is sent, so that a refusal finds its field. */
export type DiscountForm = {
  name: string;
  off: { kind: "percent" | "amount"; percent: string; amount: string; currency: string };
  duration: NewDiscount["duration"];
  months: string;
  code: string;
  maxRedemptions: string;
  /** A day, `2026-12-31`: its last moment in the seller's own time. */
  expiresAt: string;
  firstPurchaseOnly: boolean;
  productIds: string[];
};

export const emptyDiscount: DiscountForm = {
  name: "",
  off: { kind: "percent", percent: "", amount: "", currency: "usd" },
  duration: "once",
  months: "",
  code: "",
  maxRedemptions: "",
  expiresAt: "",
  firstPurchaseOnly: false,
  productIds: [],
};

/** What is typed → what is sent. What is no number goes as none, and is refused at its field. */
export function toNewDiscount(form: DiscountForm): NewDiscount {
  const { off, months, code, maxRedemptions, expiresAt } = form;
  const currency = off.currency.trim().toLowerCase();
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
    productIds: form.productIds,
  };
}

function toNumber(text: string): number {
  const trimmed = text.trim().replace(",", ".");
  return trimmed === "" ? Number.NaN : Number(trimmed);
}

function endOfDay(day: string): number {
  return Math.floor(new Date(`${day}T23:59:59`).getTime());
}
