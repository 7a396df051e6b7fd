import { Hono } from "hono";
import { z } from "zod";
import type { UserEnv } from "../../context.ts";
import { validate } from "../../http/validate.ts";
import { languageSettings, readLanguages, saveLanguages } from "../../settings/languages.ts";
import { readLegalTexts, savedLegalTexts, saveLegalTexts } from "../../settings/legal-pages.ts";
import { saveShopPicture, showShopCard } from "../../settings/share-pictures.ts";
import { removeLogo, saveLogo } from "../../settings/logo.ts";
import {
  emailSettings,
  readEmailSettings,
  saveEmailSettings,
} from "../../settings/email-settings.ts";
import { readSettingTranslations } from "../../settings/setting-translations.ts";
import { policySettings, readPolicySettings } from "../../access/policy-settings.ts";
import { emailExampleRoutes } from "./email-example-routes.ts";
import { previewPolicySettings, savePolicy } from "./save-policy.ts";
import {
  readConsentSettings,
  savedConsentSettings,
  saveConsentSettings,
} from "../../settings/consent-settings.ts";
import { readTaxSettings, saveTaxSettings, taxSettings } from "../../settings/tax-settings.ts";
import {
  readTrialSettings,
  saveTrialSettings,
  trialSettings,
} from "../../settings/trial-settings.ts";
import {
  checkAccents,
  readShopSettings,
  savedShopDetails,
  saveShopDetails,
  saveShopSettings,
  shopAppearance,
} from "../../settings/shop-settings.ts";

const color = z.string().max(64).optional();
const accentQuery = z.strictObject({ accent: color, accentDark: color });

/** `/api/admin/settings`: owners only. */
export const settingsRoutes = new Hono<UserEnv>()
  .get("/shop", async (c) => c.json(await readShopSettings(c.var.ctx)))
  .put("/shop", validate("json", savedShopDetails), async (c) =>
    c.json(await saveShopDetails(c.var.ctx, c.req.valid("json"))),
  )
  .put("/look", validate("json", shopAppearance), async (c) =>
    c.json(await saveShopSettings(c.var.ctx, c.req.valid("json"))),
  )
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
  .get("/legal", async (c) => c.json(await readLegalTexts(c.var.ctx)))
  .put("/legal", validate("json", savedLegalTexts), async (c) =>
    c.json(await saveLegalTexts(c.var.ctx, c.req.valid("json"))),
  )
  .get("/policy", async (c) => c.json(await readPolicySettings(c.var.ctx)))
  .put("/policy", validate("json", policySettings), async (c) =>
    c.json(await savePolicy(c.var.ctx, c.req.valid("json"))),
  )
  .post("/policy/effect", validate("json", policySettings), async (c) =>
    c.json(await previewPolicySettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/tax", async (c) => c.json(await readTaxSettings(c.var.ctx)))
  .put("/tax", validate("json", taxSettings), async (c) =>
    c.json(await saveTaxSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/consent", async (c) => c.json(await readConsentSettings(c.var.ctx)))
  .put("/consent", validate("json", savedConsentSettings), async (c) =>
    c.json(await saveConsentSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/trials", async (c) => c.json(await readTrialSettings(c.var.ctx)))
  .put("/trials", validate("json", trialSettings), async (c) =>
    c.json(await saveTrialSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/languages", async (c) => c.json(await readLanguages(c.var.ctx)))
  .put("/languages", validate("json", languageSettings), async (c) =>
    c.json(await saveLanguages(c.var.ctx, c.req.valid("json"))),
  )
  .get("/mails", async (c) => c.json(await readEmailSettings(c.var.ctx)))
  .put("/mails", validate("json", emailSettings), async (c) =>
    c.json(await saveEmailSettings(c.var.ctx, c.req.valid("json"))),
  )
  .route("/mails/examples", emailExampleRoutes);
