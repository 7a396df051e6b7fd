import { Hono, type Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../context.ts";
import { locales } from "../../shared/locales.ts";
import { slug } from "../../catalog/slug.ts";
import { matchesEtag } from "../../http/cache-public-page.ts";
import { validate } from "../../http/validate.ts";
import type { StoredSharePicture } from "../../drawing/share-card.ts";
import { openSharePicture, type OpenedPicture } from "../../settings/share-pictures.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { requirePublishedProduct } from "../../storefront/show-shop.ts";
import { isCoverVersion } from "../../render/head/share-picture.ts";

const slugParam = z.object({ slug });
/** Sites that share links may add parameters of their own, so others are ignored. */
const versionQuery = z.object({
  v: z.string().max(100).optional(),
  lang: z.enum(locales).optional().catch(undefined),
});

/** The pictures of shared links, of 1200 × 630. They are outside of `/api`, which robots leave out. */
export const sharePictureRoutes = new Hono<AppEnv>()
  .get("/share-picture", validate("query", versionQuery), async (c) => {
    const { name, sharePicture } = await readShopSettings(c.var.ctx);
    const query = c.req.valid("query");
    const stored = chooseStored(sharePicture, query);
    const picture = await openSharePicture(c.var.ctx, { stored, seed: name });
    return send(c, picture, isFinal(stored, query));
  })
  .get(
    "/p/:slug/share-picture",
    validate("param", slugParam),
    validate("query", versionQuery),
    async (c) => {
      const product = await requirePublishedProduct(c.var.ctx, c.req.valid("param"));
      const query = c.req.valid("query");
      const stored = chooseStored(product.sharePicture, query);
      const picture = await openSharePicture(c.var.ctx, { stored, seed: product.slug });
      return send(c, picture, isFinal(stored, query));
    },
  );

type Query = z.output<typeof versionQuery>;

/**
 * Chooses by the URL alone, never by the reader's language: the answer is cached for all. A page asks for the cover
 * where the stored picture shows what is no longer true.
 */
function chooseStored(stored: StoredSharePicture | null, { v, lang }: Query) {
  return isCoverVersion(v) ? null : ((lang && stored?.locales?.[lang]) ?? stored);
}

/** Whether the URL always stands for this picture. */
function isFinal(stored: { source: string } | null, { v }: Query): boolean {
  return stored ? stored.source === v : isCoverVersion(v);
}

function send(
  c: Context<AppEnv>,
  { body, size, etag, contentType }: OpenedPicture,
  isFinal: boolean,
): Response {
  const headers = new Headers({
    "cache-control": isFinal ? "public, max-age=31536000, immutable" : "public, max-age=300",
    "cross-origin-resource-policy": "cross-origin",
  });
  if (etag) headers.set("etag", etag);
  if (etag && matchesEtag(c.req.header("if-none-match"), etag))
    return new Response(null, { status: 304, headers });
  headers.set("content-type", contentType);
  headers.set("content-length", String(size));
  return new Response(body, { headers });
}
