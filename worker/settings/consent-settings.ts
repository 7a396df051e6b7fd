import Stripe from "stripe";
import { z } from "zod";
import type { Ctx } from "../context.ts";
import { failAt } from "../errors.ts";
import { translateRows } from "../translations/translate.ts";
import { trySession } from "../stripe/try-session.ts";
import { defineSetting, type SettingOf } from "./define-setting.ts";
import { settingTranslations, writeSettingTranslations } from "./setting-translations.ts";

/** Stripe's limit. */
export const MAX_CONSENT_TEXT_LENGTH = 1200;
/** What the seller's own text may take of it, so that what the law needs fits beside it in every language. */
const MAX_OWN_TEXT_LENGTH = 400;

/**
 * What buyers must agree to at checkout, with one box to tick on Stripe's page. Asking can be turned on only if Stripe
 * accepts it; otherwise Stripe would refuse every checkout. Saving throws `invalid_input`, which says what to set up at
 * Stripe first, or `stripe_unavailable`.
 */
export const consentSettings = defineSetting({
  name: "consent",
  schema: () =>
    z.strictObject({
      /**
       * `terms`: the terms of service. `terms_and_waiver`: also that what is bought begins at once, and what that means
       * for the right of withdrawal, by the kinds of the benefits (`worker/checkout/describe-consent.ts`).
       */
      ask: z.enum(["none", "terms", "terms_and_waiver"]),
      /**
       * The seller's own text beside the box; null for the standard text. May contain Markdown links. It never replaces
       * what `terms_and_waiver` adds, but stands before it.
       */
      text: z
        .string()
        .trim()
        .min(1, "Enter a text or leave it blank.")
        .max(MAX_CONSENT_TEXT_LENGTH, `At most ${MAX_CONSENT_TEXT_LENGTH} characters.`)
        .nullable(),
    }),
  defaults: { ask: "none", text: null },
  async beforeSave(ctx, { before, after }) {
    assertOwnTextFits("text", after.ask, after.text);
    if (after.ask === "none" || before.ask !== "none") return;
    const message = await findConsentSetupError(ctx);
    if (message) throw failAt("ask", message);
  },
});

export type ConsentSettings = SettingOf<typeof consentSettings>;

/** The settings as they are saved, with all translations of the text; those are unchanged if left out. */
export const savedConsentSettings = z.lazy(() =>
  consentSettings.schema.unwrap().extend({
    translations: settingTranslations.consent.optional(),
  }),
);

/** Returns what a checkout asks for, with the seller's text in the language of `ctx.texts`. */
export async function readConsentInLanguage(ctx: Ctx): Promise<ConsentSettings> {
  const { ask, text } = await consentSettings.read(ctx);
  // Without a text of their own, the standard one is shown, in each language.
  if (text === null) return { ask, text };
  const [translated] = await translateRows(ctx, [{ id: "consent", text }], ["text"]);
  return { ask, text: translated!.text };
}

/** Saves what new checkouts ask for. */
export async function saveConsentSettings(
  ctx: Ctx,
  { translations, ...input }: z.output<typeof savedConsentSettings>,
  version?: number,
): Promise<ConsentSettings> {
  for (const [locale, { text }] of Object.entries(translations ?? {}))
    assertOwnTextFits(`translations.${locale}.text`, input.ask, text);
  const statements = await writeSettingTranslations(ctx, "consent", translations);
  return consentSettings.save(ctx, input, version, statements);
}

/** @throws `invalid_input` if the text leaves no place for what the law needs */
function assertOwnTextFits(
  path: string,
  ask: ConsentSettings["ask"],
  text: string | null | undefined,
): void {
  if (isOwnTextTooLong({ ask, text: text ?? null }))
    throw failAt(path, `At most ${MAX_OWN_TEXT_LENGTH} characters, with what the law needs.`);
}

/** Whether the seller's own text was saved before there was a limit, and is too long to be shown. */
export function isOwnTextTooLong({ ask, text }: Pick<ConsentSettings, "ask" | "text">): boolean {
  return ask === "terms_and_waiver" && (text?.length ?? 0) > MAX_OWN_TEXT_LENGTH;
}

/**
 * Returns what to set up at Stripe before it can ask for consent, or null if nothing is missing. Stripe doesn't say
 * whether the account has a URL of its terms, so this opens a session that charges nothing, and closes it again.
 */
export async function findConsentSetupError(ctx: Ctx): Promise<string | null> {
  const { stripe, requestId, config } = ctx;
  try {
    await trySession(
      stripe,
      { action: "consent-check", requestId },
      {
        mode: "setup",
        currency: "usd",
        success_url: config.origin,
        consent_collection: { terms_of_service: "required" },
        managed_payments: { enabled: false },
      },
    );
    return null;
  } catch (error) {
    if (!isTermsUrlMissing(error)) throw error;
    return "Your Stripe account has no URL for your terms of service. Enter it in the Stripe dashboard under Settings → Business → Public details, then try again.";
  }
}

/** Whether Stripe refused to ask for consent because the account has no URL of its terms. */
export function isTermsUrlMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    ((error.param ?? "").startsWith("consent_collection") ||
      error.message.includes("terms of service"))
  );
}
