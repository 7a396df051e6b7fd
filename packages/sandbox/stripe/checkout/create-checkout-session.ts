import type { Account } from "../account.ts";
import { formatMoney, leastCharge } from "../billing/money.ts";
import { refuseOtherCurrency } from "../billing/assert-same-currency.ts";
import { chooseDiscount } from "../discounts/params.ts";
import { invalid } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { mergeMetadata } from "../protocol/params.ts";
import { createSetupIntent } from "../payments/setup-intent.ts";
import type { SessionRow } from "../store/rows.ts";
import { resolveLines, writeLines, type Line } from "./session-lines.ts";
import type { SessionParams } from "./params.ts";
import { retotal } from "./totals.ts";
import { refuseTax } from "./validate-tax-params.ts";
import { sessionRow, type SessionFacts } from "./build-session-row.ts";

const shortestLife = 30 * 60;
const longestLife = 24 * 60 * 60;

/** `checkout.sessions.create`: nothing is bought yet, and no payment intent or subscription exists. */
export function createSession(account: Account, params: SessionParams): SessionRow {
  const mode = params.mode ?? "payment";
  refuseWrongMode(params, mode);
  const now = account.clock.now();
  const expiresAt = params.expires_at ?? now + longestLife;
  if (expiresAt < now + shortestLife)
    throw invalid(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  if (expiresAt > now + longestLife)
    throw invalid(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  const customer =
    params.customer === undefined ? null : account.get("customer", params.customer, "customer");
  refuseTax(params, customer);
  if (mode === "setup") return createSetupSession(account, params, { expiresAt, customer });
  const trial =
    params.subscription_data?.trial_period_days !== undefined ||
    params.subscription_data?.trial_end !== undefined;
  const lines = resolveLines(account, params.line_items ?? [], { trial });
  refuseWrongLines(lines, mode);
  const currency = lines[0]!.price.currency;
  if (mode === "subscription" && customer) refuseOtherCurrency(account, customer.id, currency);
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const discount = chooseDiscount(account, params.discounts ?? [], {
    currency,
    customer: customer?.id ?? null,
    total: subtotal,
  });
  const id = newId("checkout.session");
  const facts = { id, mode, currency, total: subtotal, expiresAt, customer, setupIntent: null };
  account.create("checkout.session", {
    ...sessionRow(account, params, facts),
    discounts: discount
      ? [{ coupon: discount.coupon.id, promotion_code: discount.promotionCode }]
      : [],
  });
  writeLines(account, id, lines);
  account.schedule(expiresAt, "expire_session", id);
  const session = retotal(account, id);
  refuseTooLittle(session, lines);
  return session;
}

/** A buyer's own amount is checked once it is chosen. */
function refuseTooLittle({ amount_total: total, currency }: SessionRow, lines: Line[]): void {
  const least = leastCharge(currency!);
  if (!total || total >= least || lines.some(({ price }) => price.custom_unit_amount)) return;
  throw invalid(
    `The Checkout Session's total amount due must add up to at least ${formatMoney(least, currency!)} ${currency}`,
    { code: "amount_too_small", param: "line_items" },
  );
}

/** A session that saves a method and sells nothing. */
function createSetupSession(
  account: Account,
  params: SessionParams,
  { expiresAt, customer }: Pick<SessionFacts, "expiresAt" | "customer">,
): SessionRow {
  if (!params.currency)
    throw invalid("Missing required param: currency.", {
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
  const facts = { id, mode: "setup", currency: params.currency, total: null } as const;
  const row = sessionRow(account, params, { ...facts, expiresAt, customer, setupIntent });
  account.schedule(expiresAt, "expire_session", id);
  return account.create("checkout.session", row);
}

function refuseWrongMode(params: SessionParams, mode: NonNullable<SessionParams["mode"]>): void {
  if (mode !== "setup" && !params.line_items?.length)
    throw invalid("Missing required param: line_items.", {
      code: "parameter_missing",
      param: "line_items",
    });
  if ((params.line_items?.length ?? 0) > 100)
    throw invalid("You can pass up to 100 line items.", { param: "line_items" });
  if (!params.success_url)
    throw invalid("Missing required param: success_url.", {
      code: "parameter_missing",
      param: "success_url",
    });
  if (!URL.canParse(params.success_url))
    throw invalid("Not a valid URL", { code: "url_invalid", param: "success_url" });
  if (params.customer && params.customer_email) {
    throw invalid("You may only specify one of these parameters: customer, customer_email.", {
      param: "customer",
    });
  }
  const onlyIn = {
    payment: ["payment_intent_data", "invoice_creation", "customer_creation", "submit_type"],
    subscription: ["subscription_data", "payment_method_collection"],
    setup: ["setup_intent_data"],
  } as const;
  if (params.discounts?.length && params.allow_promotion_codes)
    throw invalid(
      "You may only specify one of these parameters: allow_promotion_codes, discounts.",
      {
        param: "discounts",
      },
    );
  const notInSetup = mode === "setup" ? (["line_items"] as const) : [];
  const foreign = Object.entries(onlyIn).flatMap(([name, fields]) => (name === mode ? [] : fields));
  const wrong = [...foreign, ...notInSetup].find((name) => params[name] !== undefined);
  if (wrong) throw invalid(`You can not pass \`${wrong}\` in \`${mode}\` mode.`, { param: wrong });
  if (params.customer_creation && params.customer) {
    throw invalid("You may only specify one of these parameters: customer, customer_creation.", {
      param: "customer_creation",
    });
  }
  if (params.customer_update && !params.customer)
    throw invalid("`customer_update` can only be used with `customer`.", {
      param: "customer_update",
    });
  if (
    params.subscription_data?.trial_period_days !== undefined &&
    params.subscription_data.trial_end !== undefined
  ) {
    throw invalid("You may only specify one of these parameters: trial_end, trial_period_days.", {
      param: "subscription_data",
    });
  }
}

function refuseWrongLines(lines: Line[], mode: "payment" | "subscription" | "setup"): void {
  const recurring = lines.filter(({ price }) => price.recurring);
  if (mode === "payment" && recurring.length > 0) {
    throw invalid(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
      { param: "mode" },
    );
  }
  if (mode === "subscription" && recurring.length === 0) {
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "mode" },
    );
  }
}
