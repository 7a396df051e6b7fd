import type { Ctx } from "../../context.ts";
import { readPage } from "../../db/page-cursor.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";
import { toDecimal } from "../../shared/money.ts";
import { listAllByTime } from "../../purchases/payments/store-packs.ts";
import type { RangeInput } from "./periods.ts";
import { resolveRangeOfShop } from "./show-overview.ts";

type ListedPayment = Awaited<ReturnType<typeof listAllByTime>>[number];

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
  "Customer name": ({ user }) => user.name,
  "Customer email": ({ user }) => user.email,
  Country: ({ payment }) => payment.country,
  Currency: ({ payment }) => payment.currency.toUpperCase(),
  Amount: ({ payment }) => toDecimal(payment.amountMinor, payment.currency),
  Refunded: ({ payment }) => toDecimal(payment.refundedMinor, payment.currency),
  "Settlement currency": ({ payment }) => payment.settlementCurrency?.toUpperCase() ?? null,
  Disputed: ({ payment }) => settled(payment.disputedMinor, payment),
  Fee: ({ payment }) => settled(payment.feeMinor, payment),
  Net: ({ payment }) => settled(payment.netMinor, payment),
};

/** Exports all payments of a range as a CSV file, newest first, with Stripe's fees and what is left. */
export function exportPayments(ctx: Ctx, input: RangeInput): Response {
  return exportList(ctx, { name: "payments", columns, filters: input }, async (filters) => {
    const { span, calendar } = await resolveRangeOfShop(ctx, filters);
    const times = calendar.toTimes(span);
    return readPage(
      filters,
      (window) => listAllByTime(ctx.db, ctx.config.stripe.mode, { ...times, ...window }),
      ({ payment }) => ({ value: payment.createdAt, id: payment.stripeChargeId }),
    );
  });
}
