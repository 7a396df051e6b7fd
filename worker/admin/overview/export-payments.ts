import type { Ctx } from "../../context.ts";
import { decodeCursor, toPage } from "../../db/page-cursor.ts";
import { CSV_PAGE_SIZE, csvTime, streamCsv, type CsvColumns } from "../../http/csv.ts";
import { toDecimal } from "../../lib/money.ts";
import { listPaymentsByTime } from "../../purchases/payments/store.ts";
import { periodsOf, type Range } from "./periods.ts";

type ListedPayment = Awaited<ReturnType<typeof listPaymentsByTime>>[number];

/** Formats an amount of the settlement currency; empty until the payment is settled. */
const settled = (amountMinor: number | null, { settlementCurrency }: ListedPayment["payment"]) =>
  amountMinor === null || settlementCurrency === null
    ? null
    : toDecimal(amountMinor, settlementCurrency);

const columns: CsvColumns<ListedPayment> = {
  "Stripe charge": ({ payment }) => payment.stripeChargeId,
  "Stripe payment": ({ payment }) => payment.stripePaymentIntentId,
  Time: ({ payment }) => csvTime(payment.createdAt),
  Status: ({ payment }) => payment.status,
  "Buyer name": ({ user }) => user.name,
  "Buyer email": ({ user }) => user.email,
  Currency: ({ payment }) => payment.currency.toUpperCase(),
  Amount: ({ payment }) => toDecimal(payment.amountMinor, payment.currency),
  Refunded: ({ payment }) => toDecimal(payment.refundedMinor, payment.currency),
  "Settlement currency": ({ payment }) => payment.settlementCurrency?.toUpperCase() ?? null,
  Disputed: ({ payment }) => settled(payment.disputedMinor, payment),
  Fee: ({ payment }) => settled(payment.feeMinor, payment),
  Net: ({ payment }) => settled(payment.netMinor, payment),
};

/** Exports all payments of a range as a CSV file, newest first, with Stripe's fees and what is left. */
export function exportPayments(ctx: Ctx, input: { range: Range }): Response {
  const { current } = periodsOf(input.range, ctx.now);
  const since = Date.parse(current[0]?.padEnd(10, "-01") ?? "");
  return streamCsv(ctx, {
    name: "payments",
    columns,
    filters: input,
    fetchPage: async (cursor) => {
      const rows = await listPaymentsByTime(ctx.db, ctx.config.stripe.mode, {
        since,
        after: cursor === undefined ? undefined : decodeCursor(cursor),
        limit: CSV_PAGE_SIZE + 1,
      });
      return toPage(rows, CSV_PAGE_SIZE, ({ payment }) => ({
        value: payment.createdAt,
        id: payment.stripeChargeId,
      }));
    },
  });
}
