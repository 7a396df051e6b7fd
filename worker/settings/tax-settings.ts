import type Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { recordChange } from "../audit/record-change.ts";
import { findSetting, putSetting } from "./store.ts";

/** How tax is dealt with, for checkouts and prices that are made from now on. */
export const taxSettings = z.strictObject({
  /** Stripe computes and collects it. */
  automatic: z.boolean(),
  /** Whether amounts have it in them; null leaves it to what is set at Stripe. */
  behavior: z.enum(["exclusive", "inclusive"]).nullable(),
  collectTaxIds: z.boolean(),
  requireBillingAddress: z.boolean(),
});

export type TaxSettings = z.output<typeof taxSettings>;

const none: TaxSettings = {
  automatic: false,
  behavior: null,
  collectTaxIds: false,
  requireBillingAddress: false,
};

export async function readTax(ctx: Ctx): Promise<TaxSettings> {
  const row = await findSetting(ctx.db, "tax");
  return {
    ...none,
    ...taxSettings
      .partial()
      .strip()
      .parse(row?.value ?? {}),
  };
}

/**
 * Acts on checkouts that are opened from now on. Automatic tax is turned on only where Stripe can compute it: else it
 * would refuse every checkout.
 * @throws `invalid_input` saying what is to be set at Stripe first, `stripe_unavailable`
 */
export async function saveTax(ctx: Ctx, input: TaxSettings): Promise<TaxSettings> {
  const before = await readTax(ctx);
  if (input.automatic && !before.automatic) {
    const message = refuseAutomaticTax(await ctx.stripe.tax.settings.retrieve());
    if (message)
      throw fail("invalid_input", {
        reason: "Stripe Tax is not ready",
        fields: [{ path: "automatic", message }],
      });
  }
  await commit(ctx.db, [
    putSetting(ctx.db, { name: "tax", value: input, updatedAt: ctx.now }),
    recordChange(ctx, { action: "settings.updated", targetId: "tax", before, after: input }),
  ]);
  return input;
}

/** What is to be set at Stripe before it can compute tax; null where nothing is. */
export function refuseAutomaticTax(
  settings: Pick<Stripe.Tax.Settings, "status" | "status_details" | "defaults">,
): string | null {
  if (settings.status !== "active") {
    const missing = settings.status_details.pending?.missing_fields ?? [];
    const what = missing.length > 0 ? ` (missing: ${missing.join(", ")})` : "";
    return `Stripe Tax is not set up yet${what}. Set it up in Stripe’s dashboard under Tax, then try again.`;
  }
  if (settings.defaults.tax_behavior === null)
    return "Stripe does not know whether your prices include tax. Choose it in Stripe’s dashboard under Tax, Settings, then try again.";
  return null;
}
