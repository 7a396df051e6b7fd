// In English: for the team's emails and for programs. What buyers read is in the message catalogs.

/** Adds how often an amount is paid: "$9.00 a month", "$9.00 every 3 months"; the amount alone if it is paid once. */
export function addInterval(
  amount: string,
  { interval, intervalCount }: { interval: string | null; intervalCount: number | null },
): string {
  if (!interval) return amount;
  const count = intervalCount ?? 1;
  return count === 1 ? `${amount} a ${interval}` : `${amount} every ${count} ${interval}s`;
}

/** Returns what to say about tax after a price: " plus tax", " incl. tax" or nothing. */
export function toTaxWords(tax: "exclusive" | "inclusive" | null | undefined): string {
  if (!tax) return "";
  return tax === "exclusive" ? " plus tax" : " incl. tax";
}
