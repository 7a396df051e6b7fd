import { findLinkRefusal } from "../../checkout/find-link-refusal.ts";
import type { Ctx } from "../../context.ts";
import { failAt } from "../../errors.ts";
import { withFreshSettings } from "../../settings/read-setting.ts";
import { taxSettings, type TaxSettings } from "../../settings/tax-settings.ts";

/**
 * Saves the tax settings. Link becomes the seller only if Stripe says that it can sell what is for sale.
 * @throws `invalid_input`, which says what to set up first; `edit_conflict`; `stripe_unavailable`
 */
export async function saveTaxSettings(
  ctx: Ctx,
  input: TaxSettings,
  version?: number,
): Promise<TaxSettings> {
  const before = await taxSettings.read(withFreshSettings(ctx));
  if (input.soldByLink && !before.soldByLink) {
    const refusal = await findLinkRefusal(ctx);
    if (refusal !== null) throw failAt("soldByLink", refusal);
  }
  return taxSettings.save(ctx, input, version);
}
