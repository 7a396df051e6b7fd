import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import {
  consentSettings,
  savedConsentSettings,
  saveConsentSettings,
} from "../../settings/consent-settings.ts";
import { checkoutSettings } from "../../settings/checkout-settings.ts";
import { eInvoiceSettings } from "../../settings/e-invoice-settings.ts";
import { emailSettings } from "../../settings/email-settings.ts";
import { savedLaw } from "../../settings/save-law-settings.ts";
import { languageSettings } from "../../settings/languages.ts";
import { legalTexts } from "../../settings/legal-pages.ts";
import { saveShopPicture, showShopCard } from "../../settings/share-pictures.ts";
import { removeLogo, saveLogo } from "../../settings/logo.ts";
import { readSettingTranslations } from "../../settings/setting-translations.ts";
import { storefrontSettings } from "../../settings/storefront-settings.ts";
import { taxSettings } from "../../settings/tax-settings.ts";
import { trialSettings } from "../../settings/trial-settings.ts";
import { winBackSettings } from "../../settings/win-back-settings.ts";
import { policySettings } from "../../access/policy-settings.ts";
import { emailExampleRoutes } from "./email-example-routes.ts";
import { readLegalFacts } from "./read-legal-facts.ts";
import { previewPolicySettings, savePolicy } from "./save-policy.ts";
import { saveTaxSettings } from "./save-tax.ts";
import { showReminderFigures } from "../../checkout/remind-of-checkouts.ts";
import { showWinBackFigures } from "../../billing/win-back.ts";
import { settingRoutes, versionQuery } from "../frame/setting-routes.ts";
import { readLaw } from "../../setup/read-law.ts";
import {
  checkAccents,
  readShopSettings,
  savedShopDetails,
  saveAppearance,
  saveShopDetails,
  shopAppearance,
} from "../../settings/shop-settings.ts";

const color = z.string().max(64).optional();
const accentQuery = z.strictObject({ accent: color, accentDark: color });

/** `/api/admin/settings`: owners only. */
export const settingsRoutes = new Hono<UserEnv>()
  .get("/shop", async (c) => c.json(await readShopSettings(c.var.ctx)))
  .put("/shop", ...runVerb(saveShopDetails, { json: savedShopDetails, query: versionQuery }))
  .put("/look", ...runVerb(saveAppearance, { json: shopAppearance, query: versionQuery }))
  .get("/look/verdict", validate("query", accentQuery), (c) =>
    c.json(checkAccents(c.req.valid("query"))),
  )
  .put("/logo", async (c) =>
    c.json(await saveLogo(c.var.ctx, { bytes: new Uint8Array(await c.req.arrayBuffer()) })),
  )
  .get("/share-picture", async (c) => c.json(await showShopCard(c.var.ctx)))
  .put(
    "/share-picture",
    validate("query", z.strictObject({ source: z.string().regex(/^[0-9a-f]{16}$/) })),
    async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer());
      await saveShopPicture(c.var.ctx, { ...c.req.valid("query"), bytes });
      return c.json(await showShopCard(c.var.ctx));
    },
  )
  .delete("/logo", async (c) => c.json(await removeLogo(c.var.ctx)))
  .get("/translations", async (c) => c.json(await readSettingTranslations(c.var.ctx)))
  .route("/legal", settingRoutes(legalTexts))
  .get("/legal-facts", async (c) => c.json(await readLegalFacts(c.var.ctx)))
  .route("/policy", settingRoutes({ ...policySettings, save: savePolicy }))
  .post("/policy/effect", ...runVerb(previewPolicySettings, { json: policySettings.schema }))
  .route("/e-invoices", settingRoutes(eInvoiceSettings))
  .route("/tax", settingRoutes({ ...taxSettings, save: saveTaxSettings }))
  .route(
    "/consent",
    settingRoutes({ ...consentSettings, schema: savedConsentSettings, save: saveConsentSettings }),
  )
  .route("/trials", settingRoutes(trialSettings))
  .route("/checkout", settingRoutes(checkoutSettings))
  .route("/win-back", settingRoutes(winBackSettings))
  .get("/win-back/figures", async (c) => c.json(await showWinBackFigures(c.var.ctx)))
  .route("/law", settingRoutes(savedLaw))
  .get("/law/rules", async (c) => c.json(await readLaw(c.var.ctx)))
  .route("/languages", settingRoutes(languageSettings))
  .route("/storefront", settingRoutes(storefrontSettings))
  .get("/emails/checkout-reminders", async (c) => c.json(await showReminderFigures(c.var.ctx)))
  .route("/emails", settingRoutes(emailSettings))
  .route("/emails/examples", emailExampleRoutes);
