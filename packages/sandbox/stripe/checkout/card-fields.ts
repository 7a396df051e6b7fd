import { html } from "hono/html";
import type { Html } from "../../ui/page.ts";
import type { Account } from "../account.ts";
import type { PaymentDetails } from "../payments/payment-method.ts";
import { field, type Problems } from "./fields.ts";

/** A card as typed. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

/** A card that works, so that one click does it. */
export function goodCard(account: Account, name: string | null): TypedCard {
  const year = new Date(account.clock.now() * 1000).getUTCFullYear() + 3;
  return {
    number: "4242 4242 4242 4242",
    expiry: `12 / ${String(year).slice(2)}`,
    cvc: "123",
    name: name ?? "Test Buyer",
  };
}

export function readCard(form: URLSearchParams, fallback: TypedCard): TypedCard {
  const typed = (name: keyof TypedCard) => form.get(name)?.trim() ?? fallback[name];
  return {
    number: typed("number"),
    expiry: typed("expiry"),
    cvc: typed("cvc"),
    name: typed("name"),
  };
}

/** The details of a card without problems. */
export function cardDetails(
  { number, expiry, name }: TypedCard,
  email: string | null,
): PaymentDetails {
  const { month, year } = readExpiry(expiry)!;
  return {
    type: "card",
    number: compact(number),
    expMonth: month,
    expYear: year,
    name: name || null,
    email,
  };
}

/** Number, date and code. */
export function cardFields({ number, expiry, cvc }: TypedCard, problems: Problems): Html {
  return html`${field({ id: "number", label: "Card number", value: number, inputmode: "numeric", autocomplete: "cc-number" }, problems)}
    <div class="halves">
      ${field({ id: "expiry", label: "Expiry", value: expiry, inputmode: "numeric", autocomplete: "cc-exp", placeholder: "MM / YY" }, problems)}
      ${field({ id: "cvc", label: "CVC", value: cvc, inputmode: "numeric", autocomplete: "cc-csc" }, problems)}
    </div>`;
}

/** What is wrong with a card before any bank is asked, in the words of Stripe's page. */
export function cardProblems(
  account: Account,
  { number, expiry, cvc }: Omit<TypedCard, "name">,
): Problems {
  const problems: Problems = {};
  const digits = compact(number);
  if (!/^\d{13,19}$/.test(digits)) problems.number = "Your card number is incomplete.";
  else if (!passesLuhn(digits)) problems.number = "Your card number is invalid.";
  const date = readExpiry(expiry);
  const today = new Date(account.clock.now() * 1000);
  if (!date) problems.expiry = "Your card's expiration date is incomplete.";
  else if (date.year * 12 + date.month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1)
    problems.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test(cvc)) problems.cvc = "Your card's security code is incomplete.";
  return problems;
}

/** `12 / 30` → month and year; null when it is no date. */
export function readExpiry(typed: string): { month: number; year: number } | null {
  const match = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(typed);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : null;
}

/** Without the spaces that people type. */
export function compact(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
