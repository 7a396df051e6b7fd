import type { Ctx } from "../../context.ts";
import { streamCsv, type CsvColumns } from "../frame/csv.ts";
import { openShopCalendar } from "../../settings/shop-settings.ts";
import { toDecimal } from "../../shared/money.ts";
import type { RangeInput } from "./periods.ts";
import { showOverview, type CurrencyFigures } from "./show-overview.ts";

type Row = { period: string; index: number; figures: CurrencyFigures };

const amount =
  (valueOf: (figures: CurrencyFigures) => (number | null)[] | undefined) =>
  ({ figures, index }: Row) => {
    const value = valueOf(figures)?.[index] ?? null;
    return value === null ? null : toDecimal(value, figures.currency);
  };

const columns = {
  Currency: ({ figures }) => figures.currency.toUpperCase(),
  Payments: ({ figures, index }) => figures.payments.values[index] ?? null,
  "New customers": ({ figures, index }) => figures.newCustomers.values[index] ?? null,
  Gross: amount(({ gross }) => gross.values),
  Refunded: amount(({ refunded }) => refunded.values),
  Revenue: amount(({ revenue }) => revenue.values),
  Disputed: amount(({ disputed }) => disputed.values),
  Fees: amount(({ fees }) => fees.values),
  Net: amount(({ net }) => net.values),
  Payouts: amount(({ paidOut }) => paidOut.values),
  MRR: amount(({ recurring }) => recurring?.mrr.values),
  Subscribers: ({ figures, index }) => figures.recurring?.subscribers.values[index] ?? null,
} satisfies CsvColumns<Row>;

/**
 * Exports the figures of a range as a CSV file: a row for each day or month and currency. The first heading names the
 * time zone of the days.
 */
export async function exportFigures(ctx: Ctx, input: RangeInput): Promise<Response> {
  const { timeZone } = await openShopCalendar(ctx);
  return streamCsv<Row>(ctx, {
    name: "overview",
    columns: { [`Period (${timeZone})`]: ({ period }: Row) => period, ...columns },
    filters: input,
    fetchPage: async () => {
      const { periods, currencies } = await showOverview(ctx, input);
      return {
        items: currencies.flatMap((figures) =>
          periods.map((period, index) => ({ period, index, figures })),
        ),
        nextCursor: null,
      };
    },
  });
}
