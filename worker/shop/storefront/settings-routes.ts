import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { runVerb } from "../../http/run-verb.ts";
import { renderThemeCss } from "../../settings/accent.ts";
import { legalPages, showLegalPage } from "../../settings/legal-pages.ts";
import { logoNamePattern, sendLogo } from "../../settings/logo.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";

const pageParam = z.object({ page: z.enum(legalPages) });
const logoParam = z.object({ name: z.string().regex(logoNamePattern) });

/** `/api/shop`: the shop's theme, logo and legal pages. */
export const shopSettingsRoutes = new Hono<AppEnv>()
  // A separate stylesheet, since the content security policy allows no inline styles. A page that links to it never
  // shows in another color first.
  .get("/theme.css", cachePublicPage({ isInOneLanguage: true }), async (c) =>
    c.body(renderThemeCss(await readShopSettings(c.var.ctx)), 200, {
      "content-type": "text/css; charset=utf-8",
    }),
  )
  .get("/logo/:name", ...runVerb(sendLogo, { param: logoParam }))
  .get("/legal/:page", cachePublicPage(), ...runVerb(showLegalPage, { param: pageParam }));
