import type { Ctx } from "../../context.ts";
import { CSV_PAGE_SIZE, csvTime, streamCsv, type CsvColumns } from "../../http/csv.ts";
import { toDecimal } from "../../lib/money.ts";
import { mapBalances, type PaymentBalance } from "./balances.query.ts";
import { searchOrders, type ListedOrder, type OrderSearch } from "./search-orders.ts";

const columns: CsvColumns<ListedOrder & { balance: PaymentBalance | null }> = {
  Order: ({ id }) => id,
  Time: ({ createdAt }) => csvTime(createdAt),
  Status: ({ status }) => status,
  Product: ({ product }) => product.name,
  Quantity: ({ quantity }) => quantity,
  "Customer name": ({ user }) => user.name,
  "Customer email": ({ user }) => user.email,
  Currency: ({ currency }) => currency.toUpperCase(),
  Total: ({ totalMinor, currency }) => toDecimal(totalMinor, currency),
  Tax: ({ taxMinor, currency }) => toDecimal(taxMinor, currency),
  Discount: ({ discountMinor, currency }) => toDecimal(discountMinor, currency),
  Refunded: ({ refundedMinor, currency }) => toDecimal(refundedMinor, currency),
  "Settlement currency": ({ balance }) => balance?.settlementCurrency.toUpperCase() ?? null,
  Fee: ({ balance }) => balance && toDecimal(balance.feeMinor, balance.settlementCurrency),
  Net: ({ balance }) => balance && toDecimal(balance.netMinor, balance.settlementCurrency),
  Dispute: ({ disputeStatus }) => disputeStatus,
  "Stripe payment": ({ stripePaymentIntentId }) => stripePaymentIntentId,
};

/** Exports all matching orders as a CSV file. */
export function exportOrders(ctx: Ctx, input: OrderSearch): Response {
  return streamCsv(ctx, {
    name: "orders",
    columns,
    filters: input,
    fetchPage: async (cursor) => {
      const page = await searchOrders(ctx, { ...input, cursor, limit: CSV_PAGE_SIZE });
      const balances = await mapBalances(
        ctx.db,
        ctx.config.stripe.mode,
        page.items.map(({ id }) => id),
      );
      return {
        ...page,
        items: page.items.map((order) => ({ ...order, balance: balances.get(order.id) ?? null })),
      };
    },
  });
}
