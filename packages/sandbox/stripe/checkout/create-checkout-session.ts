import type { Account } from "../account.ts";
import { formatMoney, getMinimumCharge } from "../money.ts";
import { assertSameCurrency } from "../billing/assert-same-currency.ts";
import { resolveDiscount } from "../discounts/params.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { mergeMetadata } from "../protocol/params.ts";
import { createSetupIntent } from "../payments/setup-intent.ts";
import type { SessionRow } from "../store/rows.ts";
import { resolveLines, createSessionLines, type CheckoutLine } from "./session-lines.ts";
import { validateManagedPayments, validateTaxCodes } from "./managed-payments.ts";
import type { SessionParams } from "./params.ts";
import { recomputeTotals } from "./totals.ts";
import {
  validateConsentParams,
  validateTaxBehavior,
  validateTaxParams,
} from "./validate-tax-params.ts";
import { buildSessionRow, type SessionInput } from "./build-session-row.ts";

const minLifetimeSeconds = 30 * 60;
const maxLifetimeSeconds = 24 * 60 * 60;

/**
 * Implements `checkout.sessions.create`. The payment intent or subscription is created later, when the session is paid.
 * @throws ApiError Stripe's 400 for invalid parameters
 */
export function createCheckoutSession(account: Account, params: SessionParams): SessionRow {
  const mode = params.mode ?? "payment";
  validateModeParams(params, mode);
  validateManagedPayments(account, params);
  const now = account.clock.now();
  const expiresAt = params.expires_at ?? now + maxLifetimeSeconds;
  if (expiresAt < now + minLifetimeSeconds)
    throw invalidRequestError(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  if (expiresAt > now + maxLifetimeSeconds)
    throw invalidRequestError(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  const customer =
    params.customer === undefined ? null : account.get("customer", params.customer, "customer");
  validateTaxParams(account, params, customer);
  validateConsentParams(account, params);
  if (mode === "setup") return createSetupSession(account, params, { expiresAt, customer });
  const trial =
    params.subscription_data?.trial_period_days !== undefined ||
    params.subscription_data?.trial_end !== undefined;
  const lines = resolveLines(account, params.line_items ?? [], { trial });
  validateLinesForMode(lines, mode);
  validateTaxCodes(account, params, lines);
  if (params.automatic_tax?.enabled) validateTaxBehavior(account, lines);
  const currency = lines[0]!.price.currency;
  if (mode === "subscription" && customer) assertSameCurrency(account, customer.id, currency);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discount = resolveDiscount(account, params.discounts ?? [], {
    currency,
    customer: customer?.id ?? null,
    total: subtotal,
  });
  const id = newId("checkout.session");
  const input = { id, mode, currency, total: subtotal, expiresAt, customer, setupIntent: null };
  account.create("checkout.session", {
    ...buildSessionRow(account, params, input),
    discounts: discount
      ? [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode }]
      : [],
  });
  createSessionLines(account, id, lines);
  account.schedule(expiresAt, "expire_session", id);
  const session = recomputeTotals(account, id);
  validateMinimumAmount(session, lines);
  return session;
}

/** Refuses a total below Stripe's minimum. A custom amount is checked later, when the customer has chosen it. */
function validateMinimumAmount(
  { amount_total: total, currency }: SessionRow,
  lines: CheckoutLine[],
): void {
  const minimum = getMinimumCharge(currency!);
  if (!total || total >= minimum || lines.some(({ price }) => price.custom_unit_amount)) return;
  throw invalidRequestError(
    `The Checkout Session's total amount due must add up to at least ${formatMoney(minimum, currency!)} ${currency}`,
    { code: "amount_too_small", param: "line_items" },
  );
}

/** Creates a session in setup mode, which saves a payment method and charges nothing. */
function createSetupSession(
  account: Account,
  params: SessionParams,
  { expiresAt, customer }: Pick<SessionInput, "expiresAt" | "customer">,
): SessionRow {
  if (!params.currency)
    throw invalidRequestError("Missing required param: currency.", {
      code: "parameter_missing",
      param: "currency",
    });
  const { id: setupIntent } = createSetupIntent(account, {
    customer: customer?.id ?? null,
    description: params.setup_intent_data?.description ?? null,
    metadata: mergeMetadata({}, params.setup_intent_data?.metadata),
    payment_method_types: ["card"],
  });
  const id = newId("checkout.session");
  const input = { id, mode: "setup", currency: params.currency, total: null } as const;
  const row = buildSessionRow(account, params, { ...input, expiresAt, customer, setupIntent });
  account.schedule(expiresAt, "expire_session", id);
  return account.create("checkout.session", row);
}

function validateModeParams(params: SessionParams, mode: NonNullable<SessionParams["mode"]>): void {
  if (mode !== "setup" && !params.line_items?.length)
    throw invalidRequestError("Missing required param: line_items.", {
      code: "parameter_missing",
      param: "line_items",
    });
  if ((params.line_items?.length ?? 0) > 100)
    throw invalidRequestError("You can pass up to 100 line items.", { param: "line_items" });
  if (!params.success_url)
    throw invalidRequestError("Missing required param: success_url.", {
      code: "parameter_missing",
      param: "success_url",
    });
  if (!URL.canParse(params.success_url))
    throw invalidRequestError("Not a valid URL", { code: "url_invalid", param: "success_url" });
  if (params.customer && params.customer_email) {
    throw invalidRequestError(
      "You may only specify one of these parameters: customer, customer_email.",
      {
        param: "customer",
      },
    );
  }
  const onlyIn = {
    payment: ["payment_intent_data", "invoice_creation", "customer_creation", "submit_type"],
    subscription: ["subscription_data", "payment_method_collection"],
    setup: ["setup_intent_data"],
  } as const;
  if (params.discounts?.length && params.allow_promotion_codes)
    throw invalidRequestError(
      "You may only specify one of these parameters: allow_promotion_codes, discounts.",
      {
        param: "discounts",
      },
    );
  const notInSetup = mode === "setup" ? (["line_items"] as const) : [];
  const foreign = Object.entries(onlyIn).flatMap(([name, fields]) => (name === mode ? [] : fields));
  const wrong = [...foreign, ...notInSetup].find((name) => params[name] !== undefined);
  if (wrong)
    throw invalidRequestError(`You can not pass \`${wrong}\` in \`${mode}\` mode.`, {
      param: wrong,
    });
  if (params.customer_creation && params.customer) {
    throw invalidRequestError(
      "You may only specify one of these parameters: customer, customer_creation.",
      {
        param: "customer_creation",
      },
    );
  }
  if (params.customer_update && !params.customer)
    throw invalidRequestError("`customer_update` can only be used with `customer`.", {
      param: "customer_update",
    });
  if (
    params.subscription_data?.trial_period_days !== undefined &&
    params.subscription_data.trial_end !== undefined
  ) {
    throw invalidRequestError(
      "You may only specify one of these parameters: trial_end, trial_period_days.",
      {
        param: "subscription_data",
      },
    );
  }
}

function validateLinesForMode(
  lines: CheckoutLine[],
  mode: "payment" | "subscription" | "setup",
): void {
  const recurring = lines.filter(({ price }) => price.recurring);
  if (mode === "payment" && recurring.length > 0) {
    throw invalidRequestError(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "mode" },
    );
  }
  if (mode === "subscription" && recurring.length === 0) {
    throw invalidRequestError(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "mode" },
    );
  }
}
