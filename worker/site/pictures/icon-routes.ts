import { Hono, type Context } from "hono";
import type { AppEnv } from "../../context.ts";
import { cachePublicPage } from "../../http/cache-public-page.ts";
import { drawIconSvg } from "../../drawing/draw-icon.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { chooseIconColors, describeManifest, openIcon } from "./icons.ts";

const answerIcon = (size: number) => async (c: Context<AppEnv>) => {
  const { bytes, contentType } = await openIcon(c.var.ctx, { size });
  return c.body(bytes, 200, { "content-type": contentType });
};

/** The shop's icons, from its logo or its color, and the manifest that names them. */
export const iconRoutes = new Hono<AppEnv>()
  .get("/favicon.ico", cachePublicPage({ isInOneLanguage: true }), answerIcon(48))
  .get("/apple-touch-icon.png", cachePublicPage({ isInOneLanguage: true }), answerIcon(180))
  .get("/icon-192.png", cachePublicPage({ isInOneLanguage: true }), answerIcon(192))
  .get("/favicon.svg", cachePublicPage({ isInOneLanguage: true }), async (c) =>
    c.body(drawIconSvg(chooseIconColors(await readShopSettings(c.var.ctx))), 200, {
      "content-type": "image/svg+xml",
    }),
  )
  .get("/manifest.webmanifest", cachePublicPage({ isInOneLanguage: true }), async (c) =>
    c.body(JSON.stringify(await describeManifest(c.var.ctx)), 200, {
      "content-type": "application/manifest+json",
    }),
  );
