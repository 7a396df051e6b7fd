import type Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { recordChange } from "../audit/record-change.ts";
import { findSetting, upsertSetting } from "./store.ts";

/** Tax settings for new checkouts and new prices. */
export const taxSettings = z.strictObject({
  /** If true, Stripe calculates and collects tax. */
  automatic: z.boolean(),
  /** Whether amounts include tax. Null uses the setting at Stripe. */
  behavior: z.enum(["exclusive", "inclusive"]).nullable(),
  collectTaxIds: z.boolean(),
  requireBillingAddress: z.boolean(),
});

export type TaxSettings = z.output<typeof taxSettings>;

const defaultTaxSettings: TaxSettings = {
  automatic: false,
  behavior: null,
  collectTaxIds: false,
  requireBillingAddress: false,
};

/** What decides what the shop says about tax beside its prices. */
export type TaxDisplay = {
  /** Whether Stripe calculates tax at new checkouts. */
  isCalculated: boolean;
  /** For prices that don't say whether they include tax: the Stripe account's default when it was last read. */
  accountDefault: "exclusive" | "inclusive" | "inferred_by_currency" | null;
};

const accountDefault = z.enum(["exclusive", "inclusive", "inferred_by_currency"]).nullable();

/** Returns what to say about tax beside prices. */
export async function readTaxDisplay(ctx: Ctx): Promise<TaxDisplay> {
  const row = await findSetting(ctx.db, "tax");
  const stored = z
    .object({ automatic: z.boolean(), accountDefault })
    .partial()
    .parse(row?.value ?? {});
  return {
    isCalculated: stored.automatic ?? false,
    accountDefault: stored.accountDefault ?? null,
  };
}

export async function readTaxSettings(ctx: Ctx): Promise<TaxSettings> {
  const row = await findSetting(ctx.db, "tax");
  return {
    ...defaultTaxSettings,
    ...taxSettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}

/**
 * Saves the tax settings, which apply to new checkouts. Automatic tax can be turned on only if Stripe can calculate it;
 * otherwise Stripe would refuse every checkout.
 * @throws `invalid_input` saying what to set up at Stripe first, `stripe_unavailable`
 */
export async function saveTaxSettings(ctx: Ctx, input: TaxSettings): Promise<TaxSettings> {
  const before = await readTaxSettings(ctx);
  const stripeSettings = input.automatic ? await ctx.stripe.tax.settings.retrieve() : null;
  if (stripeSettings && !before.automatic) {
    const message = findTaxSetupError(stripeSettings);
    if (message)
      throw fail("invalid_input", {
        reason: "Stripe Tax is not ready",
        fields: [{ path: "automatic", message }],
      });
  }
  await commit(ctx.db, [
    upsertSetting(ctx.db, {
      name: "tax",
      value: { ...input, accountDefault: parseAccountDefault(stripeSettings) },
      updatedAt: ctx.now,
    }),
    recordChange(ctx, { action: "settings.updated", targetId: "tax", before, after: input }),
  ]);
  return input;
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
