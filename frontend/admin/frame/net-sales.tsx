import { useFormats } from "../../i18n/use-formats.ts";

/** What was paid in one currency, in minor units. */
type Total = { currency: string; paidMinor: number; refundedMinor: number };

/** Writes what was paid after refunds, in each currency; nothing without a payment, or if there is too much to add up. */
export function NetSales({ totals }: { totals: Total[] | null }) {
  const { list, money } = useFormats();
  const paid = (totals ?? []).filter(({ paidMinor }) => paidMinor > 0);
  return list(
    paid.map(({ paidMinor, refundedMinor, currency }) =>
      money(paidMinor - refundedMinor, currency, "exact"),
    ),
  );
}
