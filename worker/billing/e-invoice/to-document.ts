import type Stripe from "stripe";
import { AppError, failAt } from "../../errors.ts";
import type { EInvoiceSettings } from "../../settings/e-invoice-settings.ts";

/** Codes of EN 16931 for why a VAT rate applies: standard or reduced, zero, exempt, reverse charge. */
type Category = "S" | "Z" | "E" | "AE";

/** What VAT says of a line. `percent` is 0 unless the category is S. */
type Vat = { category: Category; percent: number; reason: string | null };

/** A line in minor units, after discounts and without VAT. `quantity` is negative for a credit. */
export type DocumentLine = {
  name: string;
  quantity: number;
  netMinor: number;
  vat: Vat;
  /** Unix seconds; null for what is not sold for a period. */
  period: { start: number; end: number } | null;
};

/** The sum of all lines with the same category and rate. */
export type DocumentVat = Vat & { basisMinor: number; taxMinor: number };

/** An invoice or a credit note in the terms of EN 16931. Amounts are in minor units, times in Unix seconds. */
export type EInvoiceDocument = {
  /** The number of the invoice that a credit note is about; null for an invoice. */
  credits: string | null;
  number: string;
  issuedAt: number;
  dueAt: number;
  currency: string;
  seller: EInvoiceSeller;
  buyer: { name: string; email: string | null; address: Stripe.Address; vatId: string | null };
  lines: DocumentLine[];
  vats: DocumentVat[];
  netMinor: number;
  taxMinor: number;
  totalMinor: number;
  paidMinor: number;
};

/** What an e-invoice says of the seller; the email is the shop's contact address. */
export type EInvoiceSeller = EInvoiceSettings & { email: string };

/** The VAT rates in Europe, in percent. */
const rates = [
  2.1, 2.6, 3, 3.8, 4, 4.8, 5, 5.5, 6, 7, 8, 8.1, 9, 9.5, 10, 11, 12, 13, 13.5, 14, 15, 16, 17, 18,
  19, 20, 21, 22, 23, 24, 25, 25.5, 27,
];

const vatIdTypes: readonly string[] = ["eu_vat", "gb_vat"];

/** A line of an invoice or of a credit note. */
type Line = Pick<Stripe.InvoiceLineItem, "amount" | "description" | "discount_amounts"> & {
  quantity?: number | null;
  taxes: LineTax[] | null;
  period?: Stripe.InvoiceLineItem["period"];
};
type LineTax = { amount: number; tax_behavior: string; taxability_reason: string };

/**
 * Converts Stripe's invoice, with all its lines, to the terms of EN 16931. Amounts are Stripe's; only sums are made here.
 * Stripe names a rate by an id alone, so the rate is the European one that is nearest to what was charged.
 * @throws `invalid_input`, which says why an e-invoice of it would be wrong
 */
export function toEInvoiceDocument(
  invoice: Stripe.Invoice,
  seller: EInvoiceSeller,
): EInvoiceDocument {
  const { number, status, total } = invoice;
  if (number === null || (status !== "paid" && status !== "open"))
    throw refuse("Only invoices that are paid, or open, have an e-invoice.");
  const issuedAt =
    invoice.effective_at ?? invoice.status_transitions.finalized_at ?? invoice.created;
  return {
    credits: null,
    number,
    issuedAt,
    dueAt: invoice.due_date ?? issuedAt,
    ...toParties(invoice, seller),
    ...toAmounts(invoice.lines.data, { total, invoice, seller }),
    paidMinor: total - (status === "open" ? invoice.amount_remaining : 0),
  };
}

/**
 * Converts Stripe's credit note, with all its lines and its invoice, in the same way. Its amounts are positive, and
 * nothing is due.
 * @throws `invalid_input`, which says why an e-invoice of it would be wrong
 */
export function toCreditNoteDocument(
  note: Stripe.CreditNote,
  seller: EInvoiceSeller,
): EInvoiceDocument {
  const { invoice, number, total } = note;
  if (note.status !== "issued" || typeof invoice !== "object" || invoice.number === null)
    throw refuse("It was voided, or its invoice is not known.");
  const issuedAt = note.effective_at ?? note.created;
  return {
    credits: invoice.number,
    number,
    issuedAt,
    dueAt: issuedAt,
    ...toParties(invoice, seller),
    ...toAmounts(note.lines.data, { total, invoice, seller }),
    paidMinor: total,
  };
}

function toParties(invoice: Stripe.Invoice, seller: EInvoiceSeller) {
  const { customer_address: address, customer_email: email, customer_name: name } = invoice;
  if (!address?.country)
    throw refuse("The buyer’s billing address is not known. Settings → Tax can require it.");
  const buyer = { name: name ?? email ?? "", email, address, vatId: findVatId(invoice) };
  return { currency: invoice.currency.toUpperCase(), seller, buyer };
}

function toAmounts(
  data: Line[],
  { total, invoice, seller }: { total: number; invoice: Stripe.Invoice; seller: EInvoiceSeller },
) {
  const lines = data.map((line) => toLine(line, seller));
  const vats = [...Map.groupBy(lines, ({ vat }) => `${vat.category} ${vat.percent}`).values()].map(
    (group): DocumentVat => ({
      ...group[0]!.vat,
      basisMinor: sum(group.map(({ netMinor }) => netMinor)),
      taxMinor: sum(group.map(({ taxMinor }) => taxMinor)),
    }),
  );
  const netMinor = sum(lines.map((line) => line.netMinor));
  const taxMinor = sum(vats.map((vat) => vat.taxMinor));
  if (netMinor + taxMinor !== total) throw refuse("Its lines don’t add up to its total.");
  if (vats.some(({ category }) => category === "AE") && findVatId(invoice) === null)
    throw refuse("The reverse charge needs the VAT id of the buyer.");
  return {
    lines: lines.map(({ taxMinor: _, ...line }) => line),
    vats,
    netMinor,
    taxMinor,
    totalMinor: total,
  };
}

const findVatId = ({ customer_tax_ids: ids }: Stripe.Invoice): string | null =>
  ids?.find(({ type }) => vatIdTypes.includes(type))?.value ?? null;

/** Whether an e-invoice of the invoice can be written. */
export function canBeEInvoice(invoice: Stripe.Invoice, seller: EInvoiceSeller): boolean {
  try {
    toEInvoiceDocument(invoice, seller);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Returns what a line costs, after discounts, without and with its taxes. */
export function readLineAmounts({ amount, discount_amounts: discounts, taxes }: Line) {
  const included = (taxes ?? []).filter(({ tax_behavior: behavior }) => behavior === "inclusive");
  const netMinor = amount - sumAmounts(discounts ?? []) - sumAmounts(included);
  return { netMinor, taxMinor: sumAmounts(taxes ?? []) };
}

function toLine(line: Line, seller: EInvoiceSettings): DocumentLine & { taxMinor: number } {
  const [tax, ...others] = line.taxes ?? [];
  if (others.length > 0) throw refuse("It has two taxes on one line, which VAT doesn’t know.");
  const { netMinor, taxMinor } = readLineAmounts(line);
  const { period } = line;
  return {
    name: line.description ?? "–",
    // A price is never negative, so a credit has a negative quantity.
    quantity: (line.quantity || 1) * (netMinor < 0 ? -1 : 1),
    netMinor,
    taxMinor,
    vat: toVat(tax, { netMinor, taxMinor }, seller),
    period: !period || period.start === period.end ? null : period,
  };
}

function toVat(
  tax: LineTax | undefined,
  { netMinor, taxMinor }: { netMinor: number; taxMinor: number },
  { exemption }: EInvoiceSettings,
): Vat {
  const untaxed = (category: Category, reason: string | null): Vat => ({
    category,
    percent: 0,
    reason,
  });
  if (taxMinor !== 0) return { category: "S", percent: findRate(netMinor, taxMinor), reason: null };
  switch (tax?.taxability_reason) {
    case "reverse_charge":
      return untaxed("AE", "Reverse charge");
    case "zero_rated":
      return untaxed("Z", null);
    case "customer_exempt":
    case "product_exempt":
      return untaxed("E", "Exempt from VAT");
    default:
      if (netMinor === 0) return untaxed("Z", null);
      if (exemption !== "") return untaxed("E", exemption);
      throw refuse(
        "Stripe calculated no VAT, and the settings don’t say why the shop charges none.",
      );
  }
}

/** Returns the European rate that explains a tax to the minor unit. @throws `invalid_input` if none does */
function findRate(netMinor: number, taxMinor: number): number {
  const rate = findNearestRate(netMinor, taxMinor);
  if (Math.abs((netMinor * rate) / 100 - taxMinor) > 1)
    throw refuse("Its tax is at no rate of VAT that is in use in Europe.");
  return rate;
}

/** Returns the rate of VAT in Europe that is nearest to what was charged, in percent. */
export function findNearestRate(netMinor: number, taxMinor: number): number {
  const exact = (100 * taxMinor) / netMinor;
  return rates.reduce((best, each) =>
    Math.abs(each - exact) < Math.abs(best - exact) ? each : best,
  );
}

function refuse(message: string): AppError {
  return failAt("invoice", message);
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
const sumAmounts = (items: { amount: number }[]) => sum(items.map(({ amount }) => amount));
