import type Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { failAt } from "../errors.ts";
import { defineSetting, type SettingOf } from "./define-setting.ts";
import { readSetting } from "./read-setting.ts";

/**
 * Tax settings for new checkouts and new prices. Automatic tax can be turned on only if Stripe can calculate it;
 * otherwise Stripe would refuse every checkout. Saving throws `invalid_input`, which says what to set up at Stripe
 * first, or `stripe_unavailable`.
 */
export const taxSettings = defineSetting({
  name: "tax",
  schema: z.strictObject({
    /** If true, Stripe calculates and collects tax. */
    automatic: z.boolean(),
    /** Whether amounts include tax. Null uses the setting at Stripe. */
    behavior: z.enum(["exclusive", "inclusive"]).nullable(),
    collectTaxIds: z.boolean(),
    requireBillingAddress: z.boolean(),
  }),
  defaults: {
    automatic: false,
    behavior: null,
    collectTaxIds: false,
    requireBillingAddress: false,
  },
  async beforeSave(ctx, { before, after }) {
    const stripeSettings = after.automatic ? await ctx.stripe.tax.settings.retrieve() : null;
    if (stripeSettings && !before.automatic) {
      const message = findTaxSetupError(stripeSettings);
      if (message) throw failAt("automatic", message);
    }
    return { accountDefault: parseAccountDefault(stripeSettings) };
  },
});

export type TaxSettings = SettingOf<typeof taxSettings>;

/** Inputs of the tax note beside a price. */
export type TaxDisplay = {
  /** Whether Stripe calculates tax at new checkouts. */
  isCalculated: boolean;
  /** For prices that don't say whether they include tax: the Stripe account's default when it was last read. */
  accountDefault: "exclusive" | "inclusive" | "inferred_by_currency" | null;
};

const accountDefault = z.enum(["exclusive", "inclusive", "inferred_by_currency"]).nullable();

/** Returns what to say about tax beside prices. */
export async function readTaxDisplay(ctx: Ctx): Promise<TaxDisplay> {
  const row = await readSetting(ctx, "tax");
  const stored = z
    .object({ automatic: z.boolean(), accountDefault })
    .partial()
    .parse(row?.value ?? {});
  return {
    isCalculated: stored.automatic ?? false,
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
