import {
  listLinks,
  showPermanentLink,
  type ShownLink,
} from "../../checkout/show-permanent-links.ts";
import type { Ctx } from "../../context.ts";
import type { Page } from "../../db/page-cursor.ts";
import { idsOf } from "../../lib/rows.ts";
import { mapSales, type Sales } from "../frame/sales.query.ts";

/** A link of the console's list, and what was sold with it. */
export type SoldLink = ShownLink & { sales: Sales };

/** Lists permanent links with what came of them and what was sold, newest first. */
export async function listSoldLinks(
  ctx: Ctx,
  input: Parameters<typeof listLinks>[1],
): Promise<Page<SoldLink>> {
  const { items, nextCursor } = await listLinks(ctx, input);
  return { items: await addSales(ctx, items), nextCursor };
}

/** Returns one link as the list shows it. @throws `not_found` */
export async function showSoldLink(ctx: Ctx, input: { id: string }): Promise<SoldLink> {
  const [link] = await addSales(ctx, [await showPermanentLink(ctx, input)]);
  return link!;
}

async function addSales(ctx: Ctx, links: ShownLink[]): Promise<SoldLink[]> {
  const sales = await mapSales(ctx.db, ctx.config.stripe.mode, "link_id", idsOf(links));
  return links.map((link) => ({ ...link, sales: sales.get(link.id)! }));
}
