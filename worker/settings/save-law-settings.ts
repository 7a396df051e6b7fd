import type { Ctx } from "../context.ts";
import { AppError } from "../errors.ts";
import { findRules, hasTopic } from "../law/rules.ts";
import { toUtcDay } from "../lib/time.ts";
import { consentSettings } from "./consent-settings.ts";
import { readSettingVersion, type SettingOf } from "./define-setting.ts";
import { lawSettings } from "./law-settings.ts";

type LawSettings = SettingOf<typeof lawSettings>;

/** Where the shop sells; when it was saved, also why no consent is asked for at the checkout now. */
type SavedLaw = LawSettings & {
  /** A sentence for the seller; null if nothing keeps Stripe from asking, or it is not asked for by itself. */
  consentRefusal?: string | null;
};

/** The setting, as its routes read and save it. */
export const savedLaw = {
  ...lawSettings,
  read: (ctx: Ctx): Promise<SavedLaw> => lawSettings.read(ctx),
  save: saveLawSettings,
};

/**
 * Saves where the shop sells. If the law of one of these countries needs a consent at the checkout, it is asked for from
 * now on, unless the seller has chosen before, or Stripe cannot ask yet. The doctor says if it is not asked.
 * @throws before anything is saved, if Stripe does not say whether it can ask
 */
export async function saveLawSettings(
  ctx: Ctx,
  input: LawSettings,
  version?: number,
): Promise<SavedLaw> {
  const isChosen = (await readSettingVersion(ctx, consentSettings.name)) > 0;
  const isCurrent = version === undefined || version === (await readSettingVersion(ctx, "law"));
  const rules = findRules({ ...input, on: toUtcDay(ctx.now) });
  const mustAsk = !isChosen && input.seller !== null && hasTopic(rules, "consent");
  const consentRefusal = mustAsk && isCurrent ? await askForConsent(ctx) : null;
  return { ...(await lawSettings.save(ctx, input, version)), consentRefusal };
}

/** Asks for consent from now on. @returns what to set up at Stripe first, as a sentence; null if it is asked for */
async function askForConsent(ctx: Ctx): Promise<string | null> {
  try {
    await consentSettings.save(ctx, { ask: "terms_and_waiver", text: null });
    return null;
  } catch (error) {
    const refusal = error instanceof AppError ? error.fields?.[0]?.message : undefined;
    if (refusal === undefined) throw error;
    return refusal;
  }
}
