import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import type { PaymentDetails } from "../payments/payment-method.ts";
import { labeledField, type Problems } from "./fields.ts";

/** The card fields as submitted. */
export interface CardFormValues {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

/** Returns a test card that succeeds, to prefill the form. */
export function defaultTestCard(account: Account, name: string | null): CardFormValues {
  const year = new Date(account.clock.now() * 1000).getUTCFullYear() + 3;
  return {
    number: "4242 4242 4242 4242",
    expiry: `12 / ${String(year).slice(2)}`,
    cvc: "123",
    name: name ?? "Test Buyer",
  };
}

export function readCardForm(form: URLSearchParams, fallback: CardFormValues): CardFormValues {
  const typed = (name: keyof CardFormValues) => form.get(name)?.trim() ?? fallback[name];
  return {
    number: typed("number"),
    expiry: typed("expiry"),
    cvc: typed("cvc"),
    name: typed("name"),
  };
}

/** Converts valid card fields to payment details. */
export function toCardDetails(
  { number, expiry, name }: CardFormValues,
  email: string | null,
): PaymentDetails {
  const { month, year } = parseExpiry(expiry)!;
  return {
    type: "card",
    number: normalizeAccountNumber(number),
    expMonth: month,
    expYear: year,
    name: name || null,
    email,
  };
}

/** Renders the fields for number, expiry and CVC. */
export function cardFields({ number, expiry, cvc }: CardFormValues, problems: Problems): Html {
  return html`${labeledField({ id: "number", label: "Card number", value: number, inputmode: "numeric", autocomplete: "cc-number" }, problems)}
    <div class="halves">
      ${labeledField({ id: "expiry", label: "Expiry", value: expiry, inputmode: "numeric", autocomplete: "cc-exp", placeholder: "MM / YY" }, problems)}
      ${labeledField({ id: "cvc", label: "CVC", value: cvc, inputmode: "numeric", autocomplete: "cc-csc" }, problems)}
    </div>`;
}

/** Returns the problems with a card that no bank has to check, with Stripe's messages. */
export function validateCard(
  account: Account,
  { number, expiry, cvc }: Omit<CardFormValues, "name">,
): Problems {
  const problems: Problems = {};
  const digits = normalizeAccountNumber(number);
  if (!/^\d{13,19}$/.test(digits)) problems.number = "Your card number is incomplete.";
  else if (!passesLuhn(digits)) problems.number = "Your card number is invalid.";
  const date = parseExpiry(expiry);
  const today = new Date(account.clock.now() * 1000);
  if (!date) problems.expiry = "Your card's expiration date is incomplete.";
  else if (date.year * 12 + date.month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    problems.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test(cvc)) problems.cvc = "Your card's security code is incomplete.";
  return problems;
}

/** Parses `12 / 30` into month and year. Returns null if it is not a date. */
export function parseExpiry(typed: string): { month: number; year: number } | null {
  const match = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(typed);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : null;
}

/** Removes spaces and dashes, and converts to upper case. */
export function normalizeAccountNumber(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
