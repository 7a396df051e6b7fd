import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { PriceRow, TaxSettingsRow } from "../store/rows.ts";

/** There is one row per account, with this id. */
const settingsId = "tax_settings";

const initialSettings: TaxSettingsRow = {
  id: settingsId,
  object: "tax.settings",
  defaults: { provider: "stripe", tax_behavior: "exclusive", tax_code: null },
  head_office: {
    address: {
      city: "Portland",
      country: "US",
      line1: "1 Sandbox Street",
      line2: null,
      postal_code: "97201",
      state: "OR",
    },
  },
  livemode: false,
  status: "active",
  status_details: { active: {} },
};

/** Returns the account's tax settings. Stripe Tax is active at first, without any registration. */
export function getTaxSettings(account: Account): TaxSettingsRow {
  return account.objects.find("tax.settings", settingsId) ?? initialSettings;
}

/** Stores a change of the tax settings. Without an origin address Stripe Tax is pending. */
export function updateTaxSettings(
  account: Account,
  change: Partial<Pick<TaxSettingsRow, "defaults" | "head_office">>,
): TaxSettingsRow {
  const row = { ...getTaxSettings(account), ...change };
  const settings: TaxSettingsRow = row.head_office
    ? { ...row, status: "active", status_details: { active: {} } }
    : {
        ...row,
        status: "pending",
        status_details: { pending: { missing_fields: ["head_office"] } },
      };
  if (account.objects.find("tax.settings", settingsId))
    account.objects.update("tax.settings", settings);
  else account.objects.insert("tax.settings", settings);
  return settings;
}

/** Sets Stripe Tax up as at first, or as in an account that never did. */
export function resetTaxSettings(account: Account, state: "active" | "unset"): void {
  const { defaults, head_office } = initialSettings;
  updateTaxSettings(
    account,
    state === "active"
      ? { defaults, head_office }
      : { defaults: { ...defaults, tax_behavior: null }, head_office: null },
  );
}

/**
 * Returns whether a price includes tax: its own behavior, or else the account's default. Null if neither says so, with
 * which Stripe cannot calculate tax.
 */
export function resolveTaxBehavior(
  account: Account,
  price: Pick<PriceRow, "tax_behavior" | "currency">,
): "exclusive" | "inclusive" | null {
  const { tax_behavior: own, currency } = price;
  const behavior = own === "unspecified" ? getTaxSettings(account).defaults.tax_behavior : own;
  switch (behavior) {
    case "exclusive":
    case "inclusive":
      return behavior as "exclusive" | "inclusive";
    case "inferred_by_currency":
      return currency === "usd" || currency === "cad" ? "exclusive" : "inclusive";
    default:
      return null;
  }
}

/** Whether the account has a registration in this country that is in effect now. */
export function isRegisteredIn(account: Account, country: string): boolean {
  return account.objects
    .findAll("tax.registration", [{ field: "country", equals: country }])
    .some((row) => getRegistrationStatus(account, row) === "active");
}

/** Returns the status, which follows from the time. */
export function getRegistrationStatus(
  account: Account,
  row: Pick<Stripe.Tax.Registration, "active_from" | "expires_at">,
): "active" | "expired" | "scheduled" {
  const now = account.clock.now();
  if (row.expires_at !== null && row.expires_at <= now) return "expired";
  return row.active_from <= now ? "active" : "scheduled";
}
