import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv, Ctx } from "../context.ts";
import { logEvent, summarizeError } from "../lib/log.ts";
import { getDefaultLanguages } from "../settings/languages.ts";
import { showShopDetails } from "../storefront/show-shop.ts";
import { loadRenderer } from "../render/renderer.ts";
import type { PlainContent } from "../render/plain-content.ts";

/** Defaults, for when the database is down. */
const NO_DETAILS = {
  supportEmail: null,
  logo: null,
  accent: null,
  sharePicture: null,
  typeface: "system" as const,
  isTaxCalculated: false,
  legal: [],
  soldByLink: false,
  payFirst: false,
};

/**
 * Answers with a page without scripts, for this user alone.
 * @param answer.path the app's page that it stands for; by default, the requested one
 */
export async function answerPlainPage(
  c: Context<AppEnv>,
  answer: { content: PlainContent; path?: string; status?: ContentfulStatusCode },
): Promise<Response> {
  const { content, path = c.req.path, status = 200 } = answer;
  const [renderer, shop] = await Promise.all([loadRenderer(), readShop(c.var.ctx)]);
  const user = c.var.profile ?? null;
  const body = await renderer.renderPlainPage({
    locale: c.var.ctx.locale,
    path,
    shop,
    user,
    content,
  });
  return c.body(body, status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
  });
}

/**
 * Returns the shop's details; from the configuration alone if the database doesn't answer, so that an error has a page.
 */
function readShop(ctx: Ctx) {
  return showShopDetails(ctx).catch((error: unknown) => {
    logEvent("error", "page.shop_details_failed", { error: summarizeError(error) }, ctx);
    return {
      ...NO_DETAILS,
      languages: getDefaultLanguages(),
      seller: { name: ctx.config.shop.name, city: null, country: null },
      ...ctx.config.shop,
    };
  });
}
