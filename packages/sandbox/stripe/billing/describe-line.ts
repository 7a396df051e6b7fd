import type { Account } from "../account.ts";
import type { PriceRow } from "../store/rows.ts";
import { formatMoney } from "../money.ts";

/** Describes a full period: `2 × Pro (at $19.00 / month)`. */
export function describeLine(account: Account, price: PriceRow, quantity: number): string {
  const name = productName(account, price);
  const rate = formatMoney(Number(price.unit_amount_decimal), price.currency);
  if (!price.recurring) return name;
  const { interval, interval_count: count } = price.recurring;
  const every = count === 1 ? interval : `every ${count} ${interval}s`;
  return `${quantity} × ${name} (at ${rate} / ${every})`;
}

/** Describes a free trial: `Trial period for Pro`. */
export function describeTrial(account: Account, price: PriceRow): string {
  return `Trial period for ${productName(account, price)}`;
}

/** Describes a proration: `Unused time on Pro after 21 Nov 2026`. */
export function describeProration(
  account: Account,
  kind: "Unused" | "Remaining",
  { price, quantity, at }: { price: PriceRow; quantity: number; at: number },
): string {
  const subject = `${quantity > 1 ? `${quantity} × ` : ""}${productName(account, price)}`;
  const day = new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(at * 1000);
  return `${kind} time on ${subject} after ${day}`;
}

function productName(account: Account, price: PriceRow): string {
  return account.objects.find("product", price.product as string)?.name ?? "a product";
}
