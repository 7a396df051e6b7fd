import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { readPage, type Page, type PageInput } from "../db/page-cursor.ts";
import { pick } from "../lib/pick.ts";
import { readPriceIds } from "./added-prices.ts";
import {
  listPermanentLinks,
  type FoundLink,
  type LinkFilter,
  type ListedLink,
} from "../purchases/checkout/store-permanent-links.ts";

/** Whether buyers can buy with a link now, or why not. `unavailable`: its price is not for sale. */
export type LinkState = "active" | "inactive" | "expired" | "used_up" | "unavailable";

/**
 * A permanent link as the team and programs see it. Times in unix milliseconds. `views`, `checkouts` and `purchases`
 * say what came of it; the last two are counted up to 1,001.
 */
export type ShownLink = ReturnType<typeof toShownLink>;

/** Returns a link with what came of it. @throws `not_found` */
export async function showPermanentLink(ctx: Ctx, { id }: { id: string }): Promise<ShownLink> {
  const [found] = await list(ctx, { id, after: undefined, limit: 1 });
  if (!found) throw fail("not_found", { reason: "no such permanent link" });
  return toShownLink(ctx, found);
}

/** Lists permanent links with what came of them, newest first. */
export async function listLinks(ctx: Ctx, input: PageInput & LinkFilter): Promise<Page<ShownLink>> {
  const page = await readPage(
    input,
    (window) => list(ctx, { ...input, ...window }),
    ({ link }) => ({ value: 0, id: link.id }),
  );
  return { ...page, items: page.items.map((found) => toShownLink(ctx, found)) };
}

const list = (ctx: Ctx, filter: Parameters<typeof listPermanentLinks>[2]) =>
  listPermanentLinks(ctx.db, { mode: ctx.config.stripe.mode, now: ctx.now }, filter);

function toShownLink(ctx: Ctx, found: ListedLink) {
  const { link, product, price, checkouts, purchases } = found;
  return {
    ...pick(link, [
      "id",
      "code",
      "name",
      "productId",
      "priceId",
      "quantity",
      "promotionCodeId",
      "discount",
      "successUrl",
      "metadata",
      "expiresAt",
      "maxPurchases",
      "active",
      "views",
      "createdBy",
      "createdAt",
      "updatedAt",
    ]),
    /** The one-time prices that it sells beside that. */
    addedPriceIds: readPriceIds(link.addedPrices),
    url: `${ctx.config.origin}/buy/${link.code}`,
    state: toLinkState(ctx, found),
    productName: product.name,
    productSlug: product.slug,
    price,
    checkouts,
    purchases,
  };
}

/** Returns whether buyers can buy with a link now. */
export function toLinkState(
  { now }: Pick<Ctx, "now">,
  { link, product, price, taken }: Pick<FoundLink, "link" | "product" | "price" | "taken">,
): LinkState {
  if (!link.active) return "inactive";
  if (link.expiresAt !== null && link.expiresAt <= now) return "expired";
  if (link.maxPurchases !== null && taken >= link.maxPurchases) return "used_up";
  return price.active && product.status === "published" ? "active" : "unavailable";
}
