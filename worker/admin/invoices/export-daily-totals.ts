import type Stripe from "stripe";
import {
  listInvoicesAround,
  listRefunds,
  waitForTurn,
} from "../../billing/e-invoice/list-documents.ts";
import { completeInvoice } from "../../billing/e-invoice/write-e-invoice.ts";
import type { Ctx } from "../../context.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { fromStripeTime, openCalendar } from "../../lib/time.ts";
import { listPaymentsByCharge, type PaymentRow } from "../../purchases/payments/store.ts";
import { listAllByTime } from "../../purchases/payments/store-packs.ts";
import { toDecimal } from "../../shared/money.ts";
import { isPermissionMissing, isResourceMissing } from "../../stripe/classify-error.ts";
import { idOf } from "../../stripe/references.ts";
import { isEffectiveRefund } from "../../stripe/refunds.ts";
import { CSV_PAGE_SIZE, streamCsv, type CsvColumns } from "../frame/csv.ts";
import {
  addUpByDay,
  listTaxRates,
  toTaxParts,
  type DailyTotal,
  type Movement,
  type TaxPart,
  type TaxTreatment,
} from "./daily-totals.ts";
import { mapSales } from "./invoices.query.ts";
import type { MonthInput } from "./month.ts";

/** How many objects are fetched at once that no list has. */
const FETCHED_AT_ONCE = 8;

/** What is not the shop's to report, or not known, has no tax. */
const hasTax = ({ treatment }: DailyTotal) =>
  treatment !== "Sold by Link" && treatment !== "Unknown";

const money = (amountMinor: number, { currency }: DailyTotal) => toDecimal(amountMinor, currency);
const taxMoney = (amountMinor: number, row: DailyTotal) =>
  hasTax(row) ? money(amountMinor, row) : null;

const columns = {
  Country: ({ country }) => country,
  Currency: ({ currency }) => currency.toUpperCase(),
  "Tax treatment": ({ treatment }) => treatment,
  "Tax rate (%)": ({ percent }) => percent,
  Net: (row) => taxMoney(row.netMinor, row),
  Tax: (row) => taxMoney(row.taxMinor, row),
  Gross: (row) => money(row.netMinor + row.taxMinor, row),
  Refunded: (row) => money(row.refundedMinor, row),
  "Refunded tax": (row) => taxMoney(row.refundedTaxMinor, row),
} satisfies CsvColumns<DailyTotal>;

/**
 * Exports what was paid and refunded in a month as a CSV file: a row for each day, country, currency and tax rate. A
 * refund counts on its own day. The amounts are those of the payments; Stripe's invoices say how they are taxed.
 */
export function exportDailyTotals(ctx: Ctx, input: MonthInput): Response {
  return streamCsv<DailyTotal>(ctx, {
    name: `daily-totals-${input.month}`,
    columns: { [`Day (${input.timeZone})`]: ({ day }: DailyTotal) => day, ...columns },
    filters: input,
    fetchPage: async () => {
      const movements = await readMovements(ctx, input);
      const percents = await fetchPercents(ctx, listTaxRates(movements));
      return { items: addUpByDay(movements, percents), nextCursor: null };
    },
  });
}

/** Returns Stripe's tax rates in percent; none if the shop's key lacks the permission. */
async function fetchPercents(ctx: Ctx, ids: string[]): Promise<Map<string, number>> {
  const percents = new Map<string, number>();
  // The only call about rates: the bundle does without the code of that resource.
  const retrieve = async (id: string) =>
    (await ctx.stripe.rawRequest("GET", `/v1/tax_rates/${id}`)) as Stripe.TaxRate;
  try {
    for await (const rate of fetchEach(ctx, ids, retrieve))
      percents.set(rate.id, rate.effective_percentage ?? rate.percentage);
  } catch (error) {
    if (!isPermissionMissing(error)) throw error;
  }
  return percents;
}

type Change = Pick<Movement, "kind" | "amountMinor"> & { at: number; payment: PaymentRow };

async function readMovements(ctx: Ctx, { month, timeZone }: MonthInput): Promise<Movement[]> {
  const calendar = openCalendar(timeZone);
  const span = calendar.toSpan(month);
  const taxesOf = await openTaxes(ctx, span);
  const movements: Movement[] = [];
  for await (const changes of listChanges(ctx, span)) {
    const find = await taxesOf(changes.map(({ payment }) => payment));
    for (const { at, payment, ...amount } of changes)
      movements.push({
        ...amount,
        ...find(payment),
        day: calendar.toDay(at),
        currency: payment.currency,
      });
  }
  return movements;
}

/** Lists the payments of a time, then the refunds. */
async function* listChanges(
  ctx: Ctx,
  span: { since: number; until: number },
): AsyncGenerator<Change[]> {
  const { mode } = ctx.config.stripe;
  let after: Cursor | undefined;
  do {
    const rows = await listAllByTime(ctx.db, mode, { ...span, after, limit: CSV_PAGE_SIZE });
    yield rows
      .filter(({ payment }) => payment.status === "succeeded")
      .map(({ payment }) => ({
        kind: "payment",
        at: payment.createdAt,
        amountMinor: payment.amountMinor,
        payment,
      }));
    const last = rows.length === CSV_PAGE_SIZE ? rows.at(-1)?.payment : undefined;
    after = last && { value: last.createdAt, id: last.stripeChargeId };
  } while (after);
  for await (const refunds of listRefunds(ctx, span)) {
    const charges = refunds.flatMap(({ charge }) => idOf(charge) ?? []);
    const payments = new Map(
      (await listPaymentsByCharge(ctx.db, mode, charges)).map((row) => [row.stripeChargeId, row]),
    );
    yield refunds.filter(isEffectiveRefund).flatMap(({ charge, amount, created }) => {
      // Another program's payment, in an account that it shares with the shop.
      const payment = payments.get(idOf(charge) ?? "");
      const at = fromStripeTime(created) ?? 0;
      return payment ? [{ kind: "refund" as const, at, amountMinor: amount, payment }] : [];
    });
  }
}

type Taxes = Pick<Movement, "country" | "parts">;

/**
 * Reads how payments are taxed: from the invoices of a time, from others one by one, and from orders that have none.
 * @returns what prepares a page of payments, and returns what finds the taxes of each
 */
async function openTaxes(ctx: Ctx, span: { since: number; until: number }) {
  const invoices = new Map<string, Taxes>();
  const learn = (invoice: Stripe.Invoice) =>
    invoices.set(invoice.id, {
      country: invoice.customer_address?.country ?? null,
      parts: toTaxParts(invoice),
    });
  for await (const page of listInvoicesAround(ctx, span)) page.forEach(learn);
  return async (payments: PaymentRow[]) => {
    const ids = new Set(payments.flatMap(({ stripeInvoiceId }) => stripeInvoiceId || []));
    const missing = [...ids].filter((id) => !invoices.has(id));
    const fetched = fetchEach(ctx, missing, (id) => ctx.stripe.invoices.retrieve(id));
    for await (const invoice of fetched) learn(await completeInvoice(ctx, invoice));
    const sources = [...new Set(payments.flatMap(({ sourceId }) => sourceId ?? []))];
    const sales = await mapSales(ctx.db, sources);
    return (payment: PaymentRow): Taxes => {
      const { amountMinor, country } = payment;
      const sale = sales.get(payment.sourceId ?? "");
      const only = (treatment: TaxTreatment, taxMinor: number, wholeMinor: number): Taxes => {
        const part: TaxPart = { treatment, rates: "", netMinor: wholeMinor - taxMinor, taxMinor };
        return { country, parts: [part] };
      };
      if (sale?.soldByLink) return only("Sold by Link", 0, amountMinor);
      const invoice = invoices.get(payment.stripeInvoiceId ?? "");
      if (invoice) return { ...invoice, country: invoice.country ?? country };
      if (!sale?.totalMinor || sale.taxMinor === null) return { country, parts: [] };
      return only(
        sale.taxMinor === 0 ? "No tax calculated" : "Taxed",
        sale.taxMinor,
        sale.totalMinor,
      );
    };
  };
}

/** Fetches objects of Stripe one by one, some at once. Those that Stripe has no longer are left out. */
async function* fetchEach<Item>(
  ctx: Ctx,
  ids: string[],
  retrieve: (id: string) => Promise<Item>,
): AsyncGenerator<Item> {
  const fetchOne = async (id: string): Promise<Item | null> => {
    try {
      return await waitForTurn(ctx, () => retrieve(id));
    } catch (error) {
      if (isResourceMissing(error)) return null;
      throw error;
    }
  };
  for (let at = 0; at < ids.length; at += FETCHED_AT_ONCE)
    for (const item of await Promise.all(ids.slice(at, at + FETCHED_AT_ONCE).map(fetchOne)))
      if (item !== null) yield item;
}
