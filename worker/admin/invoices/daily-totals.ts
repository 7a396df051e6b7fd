import type Stripe from "stripe";
import { findNearestRate, readLineAmounts } from "../../billing/e-invoice/to-document.ts";

/** How an amount is taxed, in the words of the export. Of what Link sold, Link owes the tax; no invoice says the unknown. */
export type TaxTreatment =
  | "Taxed"
  | "Reverse charge"
  | "Zero-rated"
  | "Exempt"
  | "No tax calculated"
  | "Sold by Link"
  | "Unknown";

/** A part of what was paid, in minor units. `rates`: Stripe's ids of its tax rates, or any other text that names them. */
export type TaxPart = {
  treatment: TaxTreatment;
  rates: string;
  netMinor: number;
  taxMinor: number;
};

/** What was paid or refunded at a time, in minor units. `parts` may add up to another amount, in the same proportions. */
export type Movement = {
  kind: "payment" | "refund";
  day: string;
  country: string | null;
  currency: string;
  amountMinor: number;
  parts: TaxPart[];
};

/** What was paid and refunded on a day, in minor units. `percent` is null unless it was taxed. */
export type DailyTotal = {
  day: string;
  country: string | null;
  currency: string;
  treatment: TaxTreatment;
  percent: number | null;
  netMinor: number;
  taxMinor: number;
  refundedMinor: number;
  refundedTaxMinor: number;
};

type Amounts = Pick<TaxPart, "netMinor" | "taxMinor">;

const treatments: Record<string, TaxTreatment> = {
  reverse_charge: "Reverse charge",
  zero_rated: "Zero-rated",
  customer_exempt: "Exempt",
  product_exempt: "Exempt",
};

/** Splits an invoice, with all its lines, by how they are taxed. */
export function toTaxParts({ lines }: Stripe.Invoice): TaxPart[] {
  return lines.data.map((line) => {
    const amounts = readLineAmounts(line);
    const [tax] = line.taxes ?? [];
    const ids = (line.taxes ?? []).map(({ tax_rate_details: rate }) => rate?.tax_rate ?? "");
    return amounts.taxMinor === 0
      ? {
          ...amounts,
          treatment: treatments[tax?.taxability_reason ?? ""] ?? "No tax calculated",
          rates: "",
        }
      : { ...amounts, treatment: "Taxed", rates: ids.toSorted().join() };
  });
}

/** Returns the ids of all tax rates of what was paid and refunded. */
export function listTaxRates(movements: Movement[]): string[] {
  const ids = movements.flatMap(({ parts }) => parts.flatMap(({ rates }) => rates.split(",")));
  return [...new Set(ids)].filter((id) => id !== "");
}

/**
 * Adds up payments and refunds by day, country, currency and rate. All rows of a currency add up to exactly what was
 * paid, and to what was refunded.
 * @param percentOf Stripe's tax rates by id. Where one is missing, the rate is found from all that was taxed with it
 */
export function addUpByDay(
  movements: Movement[],
  percentOf: ReadonlyMap<string, number>,
): DailyTotal[] {
  const shares = movements.flatMap((movement) =>
    splitAmount(movement).map((share) => ({ ...movement, ...share })),
  );
  const percents = new Map(
    [...Map.groupBy(shares, toRateKey)].map(([key, group]) => [
      key,
      addUpPercents(group[0]!, percentOf) ?? findPercent(group),
    ]),
  );
  const totals = new Map<string, DailyTotal>();
  for (const share of shares) {
    const { kind, day, country, currency, treatment, netMinor, taxMinor } = share;
    const percent = treatment === "Taxed" ? percents.get(toRateKey(share))! : null;
    const rate = (percent ?? 0).toFixed(4).padStart(8, "0");
    const key = [day, country ?? "", currency, treatment, rate].join();
    const total = totals.get(key) ?? {
      day,
      country,
      currency,
      treatment,
      percent,
      netMinor: 0,
      taxMinor: 0,
      refundedMinor: 0,
      refundedTaxMinor: 0,
    };
    totals.set(
      key,
      kind === "payment"
        ? { ...total, netMinor: total.netMinor + netMinor, taxMinor: total.taxMinor + taxMinor }
        : {
            ...total,
            refundedMinor: total.refundedMinor + netMinor + taxMinor,
            refundedTaxMinor: total.refundedTaxMinor + taxMinor,
          },
    );
  }
  return [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

const toRateKey = ({ country, rates, treatment }: { country: string | null } & TaxPart) =>
  [country, treatment, rates].join();

/** Splits an amount in the proportions of its parts, to the minor unit. */
function splitAmount({ amountMinor, parts }: Movement): TaxPart[] {
  const unknown = { treatment: "Unknown" as const, rates: "", netMinor: amountMinor, taxMinor: 0 };
  const whole = parts.reduce((sum, part) => sum + grossOf(part), 0);
  if (whole === 0) return [unknown];
  if (whole === amountMinor) return parts;
  let [sum, split] = [0, 0];
  return parts.map((part) => {
    const gross = grossOf(part);
    sum += gross;
    const share = Math.round((amountMinor * sum) / whole) - split;
    split += share;
    const taxMinor = gross === 0 ? 0 : Math.round((share * part.taxMinor) / gross);
    return { ...part, netMinor: share - taxMinor, taxMinor };
  });
}

/** Returns what the rates of a part come to; null if one is not known. */
function addUpPercents({ rates }: TaxPart, percentOf: ReadonlyMap<string, number>): number | null {
  const percents = rates.split(",").map((id) => percentOf.get(id));
  return percents.every((percent) => percent !== undefined)
    ? percents.reduce((sum, percent) => sum + percent, 0)
    : null;
}

/** Returns the rate in percent: a usual one if it explains the taxes, each to the minor unit, else with two decimals. */
function findPercent(taxed: Amounts[]): number {
  const net = taxed.reduce((sum, { netMinor }) => sum + netMinor, 0);
  const tax = taxed.reduce((sum, { taxMinor }) => sum + taxMinor, 0);
  const usual = findNearestRate(net, tax);
  return Math.abs((net * usual) / 100 - tax) <= taxed.length
    ? usual
    : Math.round((10_000 * tax) / net) / 100;
}

const grossOf = ({ netMinor, taxMinor }: Amounts): number => netMinor + taxMinor;
