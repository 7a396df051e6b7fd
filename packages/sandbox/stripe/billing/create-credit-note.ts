import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { roundMoney } from "../money.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import type { CreditNoteLineRow, CreditNoteRow, LineItemRow } from "../store/rows.ts";

interface CreditedLine {
  invoice_line_item: string;
  amount?: number | undefined;
  quantity?: number | undefined;
}

/**
 * Creates a credit note for lines of a paid invoice.
 * @throws ApiError 400 if the invoice isn't paid, or if the amount that was paid back isn't the note's total
 */
export function createCreditNote(
  account: Account,
  given: {
    invoice: string;
    lines: CreditedLine[];
    out_of_band_amount: number;
    reason?: Stripe.CreditNote.Reason | undefined;
  },
): CreditNoteRow {
  const invoice = account.get("invoice", given.invoice, "invoice");
  // Stripe credits open invoices, too. No shop here does.
  if (invoice.status !== "paid")
    throw invalidRequestError("The stand-in makes credit notes of paid invoices only.", {
      param: "invoice",
    });
  const id = newId("credit_note");
  const lines = given.lines.map((line) => toLine(account, id, invoice.id, line));
  const sum = (amountOf: (line: CreditNoteLineRow) => number) =>
    lines.reduce((total, line) => total + amountOf(line), 0);
  const onTop = ({ taxes }: CreditNoteLineRow) =>
    (taxes ?? []).reduce(
      (total, tax) => total + (tax.tax_behavior === "exclusive" ? tax.amount : 0),
      0,
    );
  const subtotal = sum(({ amount }) => amount);
  const discounted = sum(({ discount_amount: discount }) => discount);
  const total = subtotal - discounted + sum(onTop);
  if (given.out_of_band_amount !== total)
    throw invalidRequestError(
      `The sum of credit amount, refund amount and out of band amount (${given.out_of_band_amount}) must equal the credit note amount (${total}).`,
    );
  const taxes = lines.flatMap((line) => line.taxes ?? []);
  const earlier = account.objects.findAll("credit_note", [
    { field: "invoice", equals: invoice.id },
  ]);
  account.update("invoice", invoice.id, {
    post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + total,
  });
  for (const line of lines) account.create("credit_note_line_item", line);
  return account.create(
    "credit_note",
    {
      id,
      object: "credit_note",
      amount: total,
      amount_shipping: 0,
      created: account.clock.now(),
      currency: invoice.currency,
      customer: invoice.customer as string,
      customer_account: null,
      customer_balance_transaction: null,
      discount_amount: discounted,
      discount_amounts: [],
      effective_at: account.clock.now(),
      invoice: invoice.id,
      livemode: false,
      memo: null,
      metadata: {},
      number: `${invoice.number}-CN-${String(earlier.length + 1).padStart(2, "0")}`,
      out_of_band_amount: total,
      pdf: `https://pay.stripe.com/credit_notes/${id}/pdf`,
      post_payment_amount: total,
      pre_payment_amount: 0,
      pretax_credit_amounts: [],
      reason: given.reason ?? null,
      refunds: [],
      shipping_cost: null,
      status: "issued",
      subtotal,
      subtotal_excluding_tax: subtotal,
      total,
      total_excluding_tax: total - taxes.reduce((all, { amount }) => all + amount, 0),
      total_taxes: taxes,
      type: "post_payment",
      voided_at: null,
    },
    "credit_note.created",
  );
}

/** Credits a part of a line: that of the quantity or of the amount, else all of it. */
function toLine(
  account: Account,
  note: string,
  invoice: string,
  { invoice_line_item: lineId, amount, quantity }: CreditedLine,
): CreditNoteLineRow {
  const line: LineItemRow = account.get("line_item", lineId, "lines[0][invoice_line_item]");
  if (line.invoice !== invoice)
    throw invalidRequestError(`The line ${lineId} is not one of the invoice.`, { param: "lines" });
  const share =
    amount !== undefined
      ? amount / line.amount
      : (quantity ?? line.quantity ?? 1) / (line.quantity ?? 1);
  const part = (whole: number) => roundMoney(whole * share, line.currency);
  const discount = part((line.discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0));
  return {
    id: newId("credit_note_line_item"),
    object: "credit_note_line_item",
    amount: part(line.amount),
    description: line.description,
    discount_amount: discount,
    discount_amounts: (line.discount_amounts ?? []).map((each) => ({
      ...each,
      amount: part(each.amount),
    })),
    invoice_line_item: lineId,
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: amount === undefined ? (quantity ?? line.quantity) : null,
    tax_rates: [],
    taxes: (line.taxes ?? []).map((tax) => ({
      ...tax,
      amount: part(tax.amount),
      taxable_amount: tax.taxable_amount === null ? null : part(tax.taxable_amount),
    })),
    type: "invoice_line_item",
    unit_amount: null,
    unit_amount_decimal: null,
    _note: note,
  };
}
