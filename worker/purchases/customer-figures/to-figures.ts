import { getCurrencyDecimals } from "../../shared/currency-decimals.ts";
import type { PaymentRow } from "../payments/store.ts";

/** What is known of a user's purchases in one mode. `lastPurchaseAt`: the latest order or start of a subscription. */
export type PurchaseFacts = {
  payments: Pick<
    PaymentRow,
    "status" | "amountMinor" | "refundedMinor" | "currency" | "createdAt" | "country"
  >[];
  lastPurchaseAt: number | null;
};

/** See `customer_figures`. */
export type CustomerFigures = {
  currency: string | null;
  spentMinor: number;
  spent: number;
  spentElsewhere: Record<string, number> | null;
  lastPurchaseAt: number | null;
  country: string | null;
};

/** Adds up what a user paid. Refunds are taken off; a payment that failed or is still processing counts nothing. */
export function toFigures({ payments, lastPurchaseAt }: PurchaseFacts): CustomerFigures {
  const paid = payments
    .filter(({ status }) => status === "succeeded")
    .toSorted((a, b) => a.createdAt - b.createdAt);
  const byCurrency = Map.groupBy(paid, ({ currency }) => currency);
  const [main, ...others] = [...byCurrency]
    .map(([currency, rows]) => ({
      currency,
      count: rows.length,
      spentMinor: rows.reduce((sum, row) => sum + row.amountMinor - row.refundedMinor, 0),
    }))
    .toSorted((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
  const lastPaidAt = paid.at(-1)?.createdAt ?? null;
  return {
    currency: main?.currency ?? null,
    spentMinor: main?.spentMinor ?? 0,
    spent: main ? main.spentMinor / 10 ** getCurrencyDecimals(main.currency) : 0,
    spentElsewhere:
      others.length === 0
        ? null
        : Object.fromEntries(others.map(({ currency, spentMinor }) => [currency, spentMinor])),
    lastPurchaseAt:
      lastPaidAt === null && lastPurchaseAt === null
        ? null
        : Math.max(lastPaidAt ?? 0, lastPurchaseAt ?? 0),
    country: paid.findLast(({ country }) => country !== null)?.country ?? null,
  };
}
