import { randomBytes } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Stripe's prefixes by object type. */
export const prefixes = {
  account: "acct_",
  balance_transaction: "txn_",
  "billing_portal.configuration": "bpc_",
  "billing_portal.session": "bps_",
  charge: "ch_",
  "checkout.session": "cs_test_",
  credit_note: "cn_",
  credit_note_line_item: "cnli_",
  customer: "cus_",
  discount: "di_",
  dispute: "du_",
  event: "evt_",
  invoice: "in_",
  invoice_payment: "inpay_",
  invoiceitem: "ii_",
  item: "li_",
  line_item: "il_",
  payment_intent: "pi_",
  payment_method: "pm_",
  payment_record: "pr_",
  payout: "po_",
  price: "price_",
  product: "prod_",
  promotion_code: "promo_",
  "radar.early_fraud_warning": "issfr_",
  refund: "re_",
  request: "req_",
  review: "prv_",
  setup_intent: "seti_",
  subscription: "sub_",
  subscription_item: "si_",
  subscription_schedule: "sub_sched_",
  tax_id: "txi_",
  "tax.registration": "taxreg_",
  "test_helpers.test_clock": "clock_",
  webhook_endpoint: "we_",
} as const;

/** Returns a new id such as `cus_Qw8…`. Checkout ids are as long as Stripe's, because they appear in URLs. */
export function newId(type: keyof typeof prefixes): string {
  return (
    prefixes[type] +
    randomText(
      type === "checkout.session" ? 58 : type === "customer" || type === "product" ? 14 : 24,
    )
  );
}

/** Returns `length` random letters and digits. */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
}
