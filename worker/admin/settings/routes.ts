import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { fail } from "../../errors.ts";
import { requireRole } from "../../http/require.ts";
import { validate } from "../../http/validate.ts";
import { showMailExample } from "../../mail/preview-email.ts";
import { legalTexts, readLegal, saveLegal } from "../../settings/legal-pages.ts";
import { MOST_LOGO_BYTES, removeLogo, saveLogo } from "../../settings/logo.ts";
import {
  mailKinds,
  mailSettings,
  readMailSettings,
  saveMailSettings,
} from "../../settings/email-settings.ts";
import { policySettings, readPolicySettings } from "../../access/policy-settings.ts";
import { previewPolicy, savePolicy } from "./save-policy.ts";
import { readTax, saveTax, taxSettings } from "../../settings/tax-settings.ts";
import {
  judgeLook,
  readShop,
  saveShop,
  shopIdentity,
  shopLook,
} from "../../settings/shop-settings.ts";

const kindParam = z.object({ kind: z.enum(mailKinds) });
const color = z.string().max(64).optional();
const lookQuery = z.strictObject({ accent: color, accentDark: color });
const limitLogo = bodyLimit({
  maxSize: MOST_LOGO_BYTES,
  onError: () => {
    throw fail("too_large");
  },
});

/** `/api/admin/settings`: owners only. */
export const settingsRoutes = new Hono<AppEnv>()
  .get("/shop", requireRole("owner"), async (c) => c.json(await readShop(c.var.ctx)))
  .put("/shop", requireRole("owner"), validate("json", shopIdentity), async (c) =>
    c.json(await saveShop(c.var.ctx, c.req.valid("json"))),
  )
  .put("/look", requireRole("owner"), validate("json", shopLook), async (c) =>
    c.json(await saveShop(c.var.ctx, c.req.valid("json"))),
  )
  .get("/look/verdict", requireRole("owner"), validate("query", lookQuery), (c) =>
    c.json(judgeLook(c.req.valid("query"))),
  )
  .put("/logo", requireRole("owner"), limitLogo, async (c) =>
    c.json(await saveLogo(c.var.ctx, { bytes: new Uint8Array(await c.req.arrayBuffer()) })),
  )
  .delete("/logo", requireRole("owner"), async (c) => c.json(await removeLogo(c.var.ctx)))
  .get("/legal", requireRole("owner"), async (c) => c.json(await readLegal(c.var.ctx)))
  .put("/legal", requireRole("owner"), validate("json", legalTexts), async (c) =>
    c.json(await saveLegal(c.var.ctx, c.req.valid("json"))),
  )
  .get("/policy", requireRole("owner"), async (c) => c.json(await readPolicySettings(c.var.ctx)))
  .put("/policy", requireRole("owner"), validate("json", policySettings), async (c) =>
    c.json(await savePolicy(c.var.ctx, c.req.valid("json"))),
  )
  .post("/policy/effect", requireRole("owner"), validate("json", policySettings), async (c) =>
    c.json(await previewPolicy(c.var.ctx, c.req.valid("json"))),
  )
  .get("/tax", requireRole("owner"), async (c) => c.json(await readTax(c.var.ctx)))
  .put("/tax", requireRole("owner"), validate("json", taxSettings), async (c) =>
    c.json(await saveTax(c.var.ctx, c.req.valid("json"))),
  )
  .get("/mails", requireRole("owner"), async (c) => c.json(await readMailSettings(c.var.ctx)))
  .put("/mails", requireRole("owner"), validate("json", mailSettings), async (c) =>
    c.json(await saveMailSettings(c.var.ctx, c.req.valid("json"))),
  )
  .get("/mails/:kind/preview", requireRole("owner"), validate("param", kindParam), async (c) =>
    c.json(await showMailExample(c.var.ctx, c.req.valid("param"))),
  );
