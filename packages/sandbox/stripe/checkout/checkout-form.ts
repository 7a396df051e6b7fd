import type { Account } from "../account.ts";
import { formatMoney, isChargeable, parseMoney } from "../billing/money.ts";
import type { PaymentDetails } from "../payments/payment-method.ts";
import type { Problems } from "./fields.ts";
import { cardProblems, compact, goodCard, readExpiry, type TypedCard } from "./card-fields.ts";
import type { SessionRow } from "../store/rows.ts";
import { readLines, type SessionLine } from "./session-lines.ts";
import { wantsPaymentMethod } from "./pay-checkout-session.ts";

/** What stands in the fields, as typed. */
export interface Typed extends TypedCard {
  method: "card" | "sepa_debit";
  email: string;
  iban: string;
  amount: string;
  quantities: Record<string, string>;
  terms: boolean;
}

/** The fields of a page that was just opened: a card that works, so that one click pays. */
export function prefilled(account: Account, session: SessionRow): Typed {
  const customer = session.customer
    ? account.objects.find("customer", session.customer as string)
    : undefined;
  return {
    ...goodCard(account, customer?.name ?? null),
    method: "card",
    email: session.customer_details?.email ?? "",
    iban: "AT61 1904 3002 3457 3201",
    amount: "",
    quantities: {},
    terms: false,
  };
}

export function readTyped(form: URLSearchParams, fallback: Typed): Typed {
  const field = (name: string, before: string) => form.get(name)?.trim() ?? before;
  const quantities = [...form]
    .filter(([name]) => name.startsWith("quantity-"))
    .map(([name, value]) => [name.slice("quantity-".length), value.trim()]);
  return {
    method: form.get("method") === "sepa_debit" ? "sepa_debit" : "card",
    email: field("email", fallback.email),
    number: field("number", fallback.number),
    expiry: field("expiry", fallback.expiry),
    cvc: field("cvc", fallback.cvc),
    iban: field("iban", fallback.iban),
    name: field("name", fallback.name),
    amount: field("amount", fallback.amount),
    quantities: Object.fromEntries(quantities),
    terms: form.get("terms") === "on",
  };
}

/**
 * What is wrong before any bank is asked, in the words of Stripe's page and the order of the fields.
 * Empty when the form may be sent.
 */
export function findProblems(account: Account, session: SessionRow, typed: Typed): Problems {
  const lines = readLines(account, session.id);
  const knowsEmail = Boolean(session.customer_details?.email);
  const needsTerms = session.consent_collection?.terms_of_service === "required";
  return {
    ...(!knowsEmail &&
      !/^\S+@\S+\.\S+$/.test(typed.email) && { email: "Your email is incomplete." }),
    ...Object.assign({}, ...lines.map((line) => choiceProblems(line, typed))),
    ...(asksForMethod(session, lines) && methodProblems(account, typed)),
    ...(needsTerms && !typed.terms && { terms: "Accept the terms to continue." }),
  };
}

/** Whether the page shows fields for a card: also where the buyer may choose an amount above nothing. */
export function asksForMethod(session: SessionRow, lines: SessionLine[]): boolean {
  return wantsPaymentMethod(session) || lines.some(({ price }) => price.custom_unit_amount);
}

function choiceProblems({ row, price }: SessionLine, typed: Typed): Problems {
  const problems: Problems = {};
  const { custom_unit_amount: bounds, currency } = price;
  if (bounds) {
    const amount = typed.amount === "" ? row.amount_subtotal : parseMoney(typed.amount, currency);
    const { minimum, maximum } = bounds;
    if (amount === null || !isChargeable(amount, currency))
      problems.amount = "Enter an amount, such as 10.00.";
    else if (amount < (minimum ?? 0))
      problems.amount = `The least is ${formatMoney(minimum ?? 0, currency)}.`;
    else if (maximum !== null && amount > maximum)
      problems.amount = `The most is ${formatMoney(maximum, currency)}.`;
  }
  const wanted = typed.quantities[row.id];
  if (row.adjustable_quantity?.enabled && wanted !== undefined) {
    const minimum = row.adjustable_quantity.minimum ?? 1;
    const maximum = row.adjustable_quantity.maximum ?? 99;
    const fits = /^\d+$/.test(wanted) && Number(wanted) >= minimum && Number(wanted) <= maximum;
    if (!fits) problems[`quantity-${row.id}`] = `Choose between ${minimum} and ${maximum}.`;
  }
  return problems;
}

function methodProblems(account: Account, typed: Typed): Problems {
  const iban: Problems = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(compact(typed.iban))
    ? {}
    : { iban: "Your IBAN is invalid." };
  return {
    ...(typed.method === "sepa_debit" ? iban : cardProblems(account, typed)),
    ...(typed.name === "" && { name: "Your name is incomplete." }),
  };
}

/** The payment details of a form without problems. */
export function toDetails(typed: Typed, email: string | null): PaymentDetails {
  const { month, year } = readExpiry(typed.expiry) ?? { month: 0, year: 0 };
  const number = compact(typed.method === "sepa_debit" ? typed.iban : typed.number);
  return { type: typed.method, number, expMonth: month, expYear: year, name: typed.name, email };
}
