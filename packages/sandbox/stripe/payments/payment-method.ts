import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { emptyAddress } from "../protocol/params.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { findTestCard } from "./test-cards.ts";

/** Valid payment details: a card, or the IBAN of a SEPA debit. */
export interface PaymentDetails {
  type: "card" | "sepa_debit";
  /** Card number or IBAN, without spaces. */
  number: string;
  /** Of a card; by default December, three years from now. */
  expMonth?: number | undefined;
  expYear?: number | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
  /** The billing address that was entered; Checkout asks for the country at least. */
  address?: Partial<Stripe.Address> | null | undefined;
}

export function createPaymentMethod(
  account: Account,
  { type, number, expMonth, expYear, name, email, address }: PaymentDetails,
  id = newId("payment_method"),
): PaymentMethodRow {
  const fingerprint = createHash("sha256")
    .update(number)
    .digest("base64url")
    .replace(/[-_]/g, "0")
    .slice(0, 16);
  const base = {
    id,
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: {
      address: address ? { ...emptyAddress, ...address } : null,
      email: email ?? null,
      name: name ?? null,
      phone: null,
      tax_id: null,
    },
    created: account.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type,
    _private: { number },
  } satisfies Partial<PaymentMethodRow>;
  if (type === "sepa_debit") {
    return account.create("payment_method", {
      ...base,
      sepa_debit: {
        bank_code: number.slice(4, 9),
        branch_code: "",
        country: number.slice(0, 2),
        fingerprint,
        generated_from: { charge: null, setup_attempt: null },
        last4: number.slice(-4),
      },
    });
  }
  return account.create("payment_method", {
    ...base,
    card: {
      brand: "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: findTestCard(number)?.decline?.code === "incorrect_cvc" ? "fail" : "pass",
      },
      country: "US",
      display_brand: "visa",
      exp_month: expMonth ?? 12,
      exp_year: expYear ?? new Date(account.clock.now() * 1000).getUTCFullYear() + 3,
      fingerprint,
      funding: "credit",
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  });
}

/** Attaches the method to the customer, for later charges. */
export function attachPaymentMethod(
  account: Account,
  method: PaymentMethodRow,
  customer: string,
): PaymentMethodRow {
  if (method.customer === customer) return method;
  const attached = account.update("payment_method", method.id, { customer });
  account.emit("payment_method.attached", "payment_method", attached);
  return attached;
}

/** Returns the payment method details of a charge. */
export function toChargeDetails(
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Stripe.Charge.PaymentMethodDetails {
  if (method.sepa_debit) {
    const { bank_code, branch_code, country, fingerprint, last4 } = method.sepa_debit;
    return {
      sepa_debit: { bank_code, branch_code, country, fingerprint, last4, mandate: null },
      type: "sepa_debit",
    };
  }
  const card = method.card!;
  return {
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: "unregulated",
      three_d_secure: authenticated
        ? {
            authentication_flow: "challenge",
            electronic_commerce_indicator: "05",
            exemption_indicator: null,
            result: "authenticated",
            result_reason: null,
            transaction_id: null,
            version: "2.2.0",
          }
        : null,
      transaction_link_id: null,
      wallet: null,
    },
    type: "card",
  };
}
