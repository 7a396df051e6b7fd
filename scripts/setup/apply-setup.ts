import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { buildShop, deployShop } from "../deploy/deploy-shop.ts";
import { readRevision } from "../deploy/revision.ts";
import { readSettings, readWorkerName, type Settings } from "../deploy/settings.ts";
import { withShop } from "../shop/with-shop.ts";
import { locales, sourceLocale, type Locale } from "../../worker/shared/locales.ts";
import { saveLanguages } from "../../worker/settings/languages.ts";
import { findSetting } from "../../worker/settings/store.ts";
import type { Facts } from "./read-facts.ts";
import { DEPLOYED, fingerprint } from "./make-secrets.ts";
import { readFinalSettings, type SetupContext } from "./steps.ts";
import type { Answers } from "./finding.ts";

/** Whether the shop answers with exactly these settings and this release, as the last setup noted. */
export async function isDeployed({ answers, surroundings }: SetupContext): Promise<boolean> {
  const settings = readFinalSettings(answers);
  if (answers[DEPLOYED] !== fingerprint(settings, readRevision().tag)) return false;
  try {
    return (await surroundings.fetch(`${settings.config.origin}/api/health`)).ok;
  } catch {
    return false;
  }
}

/**
 * Does what is planned: sets up Stripe, and deploys. Every step can be repeated, so a setup that stopped goes on with the
 * next run.
 * @param save keeps answers at once: Stripe shows the webhook's secret only once
 * @returns the address of the shop
 */
export async function applySetup(
  { answers, surroundings }: SetupContext,
  facts: Facts,
  save: (answers: Answers) => void,
): Promise<string> {
  const { runner } = surroundings;
  // First, so that a failed build changes nothing.
  await buildShop(runner, { hasDocs: answers["DOCS"] === "on" });
  let complete = answers;
  for (const step of facts.stripe) {
    const secret = await step.run();
    if (!secret) continue;
    complete = { ...complete, STRIPE_WEBHOOK_SECRET: secret };
    save(complete);
  }
  const settings = readSettings(complete);
  const account = await openCloudflareAccount(runner, process.env);
  const { origin } = await deployShop(
    { runner, account },
    {
      name: readWorkerName(answers),
      settings,
      onMigrated: (configPath) => chooseLanguage(configPath, settings, answers["SETUP_LANGUAGE"]),
    },
  );
  save({ ...complete, [DEPLOYED]: fingerprint(settings, readRevision().tag) });
  return origin;
}

/** Sets the language that the seller writes in, unless the shop has chosen its languages already. */
async function chooseLanguage(
  configPath: string,
  { vars, secrets }: Settings,
  language: string | undefined,
): Promise<void> {
  if (language === undefined || language === sourceLocale) return;
  await withShop(
    { configPath, persistTo: false, vars: { ...vars, ...secrets } },
    "setup",
    async (newCtx) => {
      const ctx = newCtx();
      if (await findSetting(ctx.db, "languages")) return;
      await saveLanguages(ctx, { default: language as Locale, offered: [...locales] });
    },
  );
}
