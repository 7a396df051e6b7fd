import type { Ctx } from "../context.ts";
import { findRules, hasTopic } from "../law/rules.ts";
import { toUtcDay } from "../lib/time.ts";
import { consentSettings } from "./consent-settings.ts";
import { readSettingVersion, type SettingOf } from "./define-setting.ts";
import { lawSettings } from "./law-settings.ts";

type LawSettings = SettingOf<typeof lawSettings>;

/**
 * Saves where the shop sells. If the law of one of these countries needs a consent at the checkout, it is asked for from
 * now on, unless the seller has chosen before, or Stripe cannot ask yet. The doctor says if it is not asked.
 */
export async function saveLawSettings(
  ctx: Ctx,
  input: LawSettings,
  version?: number,
): Promise<LawSettings> {
  const saved = await lawSettings.save(ctx, input, version);
  const isChosen = (await readSettingVersion(ctx, consentSettings.name)) > 0;
  const rules = findRules({ ...saved, on: toUtcDay(ctx.now) });
  if (isChosen || saved.seller === null || !hasTopic(rules, "consent")) return saved;
  try {
    await consentSettings.save(ctx, { ask: "terms_and_waiver", text: null });
  } catch {
    // Stripe refused or did not answer.
  }
  return saved;
}
