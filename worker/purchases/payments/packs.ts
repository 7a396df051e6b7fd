import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { PaymentRow } from "./store.ts";

/** What a payment has to be before it is packed: it succeeded, is settled, and nothing was refunded or disputed. */
const packedValues = {
  status: "succeeded",
  refundedMinor: 0,
  disputedMinor: 0,
  failureCode: null,
} as const satisfies Partial<PaymentRow>;

/** What differs between the payments of a customer. `createdAt` is stored relative to the first one. */
const columns = [
  "stripeChargeId",
  "stripePaymentIntentId",
  "stripeInvoiceId",
  "invoiceNumber",
  "createdAt",
  "amountMinor",
  "currency",
  "settlementCurrency",
  "feeMinor",
  "netMinor",
  "stripeSubscriptionId",
  "country",
  "sourceType",
  "sourceId",
  "productId",
  "isFirst",
] as const satisfies (keyof PaymentRow)[];

/** A pack as it is read: `payments` in hexadecimal, and the Stripe customer whose payments they are. */
export type PaymentPack = {
  mode: PaymentRow["mode"];
  customerId: string;
  userId: string;
  firstAt: number;
  payments: string;
};

/** Whether nothing about a payment is open. What is rare stays in `payments`, where indexes find it. */
export function canBePacked(row: PaymentRow): boolean {
  return (
    Object.entries(packedValues).every(
      ([name, value]) => row[name as keyof PaymentRow] === value,
    ) &&
    row.netMinor !== null &&
    row.stripeInvoiceId !== null &&
    row.sourceType !== null
  );
}

/**
 * Packs payments of one Stripe customer. Each column is stored once if all its values are the same.
 * @returns the time of the first payment (unix milliseconds), and compressed JSON in hexadecimal
 */
export function packPayments(rows: PaymentRow[]): Pick<PaymentPack, "firstAt" | "payments"> {
  const sorted = rows.toSorted((a, b) => a.createdAt - b.createdAt);
  const firstAt = sorted[0]?.createdAt ?? 0;
  const values = columns.map((name) => {
    const column = sorted.map((row) => (name === "createdAt" ? row[name] - firstAt : row[name]));
    return column.every((value) => value === column[0]) ? column[0] : column;
  });
  return {
    firstAt,
    payments: deflateRawSync(JSON.stringify([rows.length, ...values])).toString("hex"),
  };
}

/** Returns the payments of a pack, oldest first. */
export function unpackPayments({ payments, firstAt, ...customer }: PaymentPack): PaymentRow[] {
  const text = inflateRawSync(Buffer.from(payments, "hex")).toString();
  const [count, ...values] = JSON.parse(text) as [number, ...unknown[]];
  return Array.from({ length: count }, (_, at) => {
    const own = Object.fromEntries(
      columns.map((name, column) => {
        const value = values[column];
        return [name, Array.isArray(value) ? (value[at] as unknown) : value];
      }),
    ) as Pick<PaymentRow, (typeof columns)[number]>;
    return { ...packedValues, ...customer, ...own, createdAt: firstAt + own.createdAt };
  });
}
