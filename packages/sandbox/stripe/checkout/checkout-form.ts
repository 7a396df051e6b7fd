import type { Account } from "../account.ts";
import { formatMoney, isChargeableAmount, parseMoney } from "../money.ts";
import type { PaymentDetails } from "../payments/payment-method.ts";
import type { Problems } from "./fields.ts";
import {
  validateCard,
  normalizeAccountNumber,
  defaultTestCard,
  parseExpiry,
  type CardFormValues,
} from "./card-fields.ts";
import type { SessionRow } from "../store/rows.ts";
import { parseTaxId } from "../tax/tax-ids.ts";
import { collectsAddress, testAddress } from "./session-tax.ts";
import { listSessionLines, type SessionLine } from "./session-lines.ts";
import { requiresPaymentMethod } from "./pay-checkout-session.ts";

/** The form fields as submitted. */
export interface CheckoutFormValues extends CardFormValues {
  method: "card" | "sepa_debit";
  email: string;
  iban: string;
  amount: string;
  quantities: Record<string, string>;
  terms: boolean;
  country: string;
  taxId: string;
}

/** Returns the initial values of the form, with a test card that succeeds. */
export function getPrefilledValues(account: Account, session: SessionRow): CheckoutFormValues {
  const customer = session.customer
    ? account.objects.find("customer", session.customer as string)
    : undefined;
  return {
    ...defaultTestCard(account, customer?.name ?? null),
    method: "card",
    email: session.customer_details?.email ?? "",
    iban: "AT61 1904 3002 3457 3201",
    amount: "",
    quantities: {},
    terms: false,
    country: customer?.address?.country ?? testAddress.country!,
    taxId: "",
  };
}

export function readFormValues(
  form: URLSearchParams,
  fallback: CheckoutFormValues,
): CheckoutFormValues {
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
    country: field("country", fallback.country).toUpperCase(),
    taxId: field("tax-id", fallback.taxId),
  };
}

/**
 * Returns the problems that no bank has to check, with Stripe's messages, in the order of the fields. Empty if the
 * form is valid.
 */
export function validateForm(
  account: Account,
  session: SessionRow,
  typed: CheckoutFormValues,
): Problems {
  const lines = listSessionLines(account, session.id);
  const knowsEmail = Boolean(session.customer_details?.email);
  const needsTerms = session.consent_collection?.terms_of_service === "required";
  return {
    ...(!knowsEmail &&
      !/^\S+@\S+\.\S+$/.test(typed.email) && { email: "Your email is incomplete." }),
    ...Object.assign({}, ...lines.map((line) => validateChoices(line, typed))),
    ...(showsPaymentMethodFields(session, lines) && validatePaymentMethod(account, typed)),
    ...(collectsAddress(session) &&
      !/^[A-Z]{2}$/.test(typed.country) && { country: "Enter a country by its two letters." }),
    ...(session.tax_id_collection?.enabled &&
      typed.taxId !== "" &&
      parseTaxId(typed.taxId) === null && { "tax-id": "Your VAT ID is invalid." }),
    ...(needsTerms && !typed.terms && { terms: "Accept the terms to continue." }),
  };
}

/** Returns whether the page shows fields for a card. It does for a custom amount, which may be above zero. */
export function showsPaymentMethodFields(session: SessionRow, lines: SessionLine[]): boolean {
  return requiresPaymentMethod(session) || lines.some(({ price }) => price.custom_unit_amount);
}

function validateChoices({ row, price }: SessionLine, typed: CheckoutFormValues): Problems {
  const problems: Problems = {};
  const { custom_unit_amount: bounds, currency } = price;
  if (bounds) {
    const amount = typed.amount === "" ? row.amount_subtotal : parseMoney(typed.amount, currency);
    const { minimum, maximum } = bounds;
    if (amount === null || !isChargeableAmount(amount, currency))
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

function validatePaymentMethod(account: Account, typed: CheckoutFormValues): Problems {
  const iban: Problems = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(normalizeAccountNumber(typed.iban))
    ? {}
    : { iban: "Your IBAN is invalid." };
  return {
    ...(typed.method === "sepa_debit" ? iban : validateCard(account, typed)),
    ...(typed.name === "" && { name: "Your name is incomplete." }),
  };
}

/** Converts a valid form to payment details. */
export function toPaymentDetails(typed: CheckoutFormValues, email: string | null): PaymentDetails {
  const { month, year } = parseExpiry(typed.expiry) ?? { month: 0, year: 0 };
  const number = normalizeAccountNumber(typed.method === "sepa_debit" ? typed.iban : typed.number);
  return { type: typed.method, number, expMonth: month, expYear: year, name: typed.name, email };
}
