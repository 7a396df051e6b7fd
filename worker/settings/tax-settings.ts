import type Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { failAt } from "../errors.ts";
import { defineSetting, type SettingOf } from "./define-setting.ts";
import { readSetting } from "./read-setting.ts";

/**
 * Tax settings for new checkouts and new prices. Automatic tax can be turned on only if Stripe can calculate it;
 * otherwise Stripe would refuse every checkout. Where Link sells, Stripe decides about tax, ids and addresses itself,
 * so only `behavior` counts beside it. Saving throws `invalid_input`, which says what to set up at Stripe
 * first, or `stripe_unavailable`.
 */
export const taxSettings = defineSetting({
  name: "tax",
  schema: () =>
    z.strictObject({
      /** If true, Stripe calculates and collects tax. */
      automatic: z.boolean(),
      /**
       * Whether amounts include tax. Null: they do if the seller sells from outside the US and Canada (the setting
       * `law`); otherwise, and if that is not known, the default of the Stripe account decides.
       */
      behavior: z.enum(["exclusive", "inclusive"]).nullable(),
      collectTaxIds: z.boolean(),
      requireBillingAddress: z.boolean(),
      /** Whether Stripe's subsidiary Link is the seller of new checkouts (Managed Payments), and not the shop. */
      soldByLink: z.boolean(),
    }),
  defaults: {
    automatic: false,
    behavior: null,
    collectTaxIds: false,
    requireBillingAddress: false,
    soldByLink: false,
  },
  async beforeSave(ctx, { before, after }) {
    const isTaxed = after.automatic || after.soldByLink;
    const stripeSettings = isTaxed ? await ctx.stripe.tax.settings.retrieve() : null;
    if (stripeSettings && usesAutomaticTax(after) && !usesAutomaticTax(before)) {
      const message = findTaxSetupError(stripeSettings);
      if (message) throw failAt("automatic", message);
    }
    const accountDefault = parseAccountDefault(stripeSettings);
    // Without a default, Link adds tax to the price.
    return { accountDefault: accountDefault ?? (after.soldByLink ? "exclusive" : null) };
  },
});

/** Whether new checkouts calculate tax in the shop's name. */
function usesAutomaticTax(settings: { automatic: boolean; soldByLink: boolean }): boolean {
  return settings.automatic && !settings.soldByLink;
}

export type TaxSettings = SettingOf<typeof taxSettings>;

/** Inputs of the tax note beside a price. */
export type TaxDisplay = {
  /** Whether Stripe calculates tax at new checkouts, in whoever's name. */
  isCalculated: boolean;
  /** For prices that don't say whether they include tax: the Stripe account's default when it was last read. */
  accountDefault: "exclusive" | "inclusive" | "inferred_by_currency" | null;
};

const accountDefault = z.enum(["exclusive", "inclusive", "inferred_by_currency"]).nullable();

/** Returns what to say about tax beside prices. */
export async function readTaxDisplay(ctx: Ctx): Promise<TaxDisplay> {
  const row = await readSetting(ctx, "tax");
  const stored = z
    .object({ automatic: z.boolean(), soldByLink: z.boolean(), accountDefault })
    .partial()
    .parse(row?.value ?? {});
  return {
    isCalculated: (stored.automatic ?? false) || (stored.soldByLink ?? false),
    accountDefault: stored.accountDefault ?? null,
  };
}

function parseAccountDefault(settings: Stripe.Tax.Settings | null): TaxDisplay["accountDefault"] {
  const parsed = accountDefault.safeParse(settings?.defaults.tax_behavior ?? null);
  return parsed.success ? parsed.data : null;
}

/** Returns what to set up at Stripe before it can calculate tax, or null if nothing is missing. */
export function findTaxSetupError(
  settings: Pick<Stripe.Tax.Settings, "status" | "status_details" | "defaults">,
): string | null {
  if (settings.status !== "active") {
    const missing = settings.status_details.pending?.missing_fields ?? [];
    const details = missing.length > 0 ? ` (missing: ${missing.join(", ")})` : "";
    return `Stripe Tax isn’t set up yet${details}. Set it up in the Stripe dashboard under Tax, then try again.`;
  }
  if (settings.defaults.tax_behavior === null)
    return "Your Stripe account has no default for whether prices include tax. Choose one in the Stripe dashboard under Tax → Settings, then try again.";
  return null;
}
