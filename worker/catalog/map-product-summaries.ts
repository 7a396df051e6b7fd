import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { pick } from "../lib/pick.ts";
import { translateRows, type Langs } from "../translations/translate.ts";
import { listProductsById, listProductsOfUser, type ProductRow } from "./store.ts";

const summaryFields = ["id", "slug", "name", "tagline", "image", "planGroup", "parts"] as const;

/** The product fields shown with a purchase or gift. `langs`: of texts without a translation. */
export type ProductSummary = Pick<ProductRow, (typeof summaryFields)[number]> &
  Langs<"name" | "tagline">;

/** Returns products by id, in any status, with their texts in the language of `ctx.texts`. */
export async function mapProductSummaries(
  ctx: Ctx,
  input: { ids: string[] },
): Promise<Map<string, ProductSummary>> {
  return toSummaries(ctx, input.ids.length === 0 ? [] : await listProductsById(ctx.db, input.ids));
}

/** Returns the products that a user has bought or was given, without their ids: beside the purchases themselves. */
export async function mapProductSummariesOfUser(
  ctx: Ctx,
  input: { userId: string },
): Promise<Map<string, ProductSummary>> {
  return toSummaries(ctx, await listProductsOfUser(ctx.db, input.userId));
}

async function toSummaries(ctx: Ctx, rows: ProductRow[]): Promise<Map<string, ProductSummary>> {
  const summaries = rows.map((row) => pick(row, summaryFields));
  const translated = await translateRows(ctx, summaries, ["name", "tagline"]);
  return new Map(translated.map((product) => [product.id, product]));
}

/** Returns one product, in any status. @throws `not_found` */
export async function requireProductSummary(
  ctx: Ctx,
  input: { id: string },
): Promise<ProductSummary> {
  const product = (await mapProductSummaries(ctx, { ids: [input.id] })).get(input.id);
  if (!product) throw fail("not_found", { reason: "no such product" });
  return product;
}
