import type { Ctx } from "../../context.ts";
import { mapTranslations, type Langs } from "../../translations/translate.ts";
import type { PageRow } from "./store.ts";

/** Another page of the same benefit. */
export type NeighborPage = { slug: string; title: string } & Langs<"title">;

type PageTexts = Pick<PageRow, "id" | "title" | "excerpt" | "body">;

/**
 * Returns a page, its neighbors and the product that it belongs to in the language of `ctx.texts`. The body is read
 * only if `isOpen`: it is for those who may read it.
 * @param input.previous, input.next as the store has them
 */
export async function translatePage<Product extends { id: string; name: string }>(
  ctx: Ctx,
  input: {
    page: PageTexts;
    isOpen: boolean;
    previous: string | null;
    next: string | null;
    product: Product | null;
  },
) {
  const previous = parseNeighbor(input.previous);
  const next = parseNeighbor(input.next);
  const { page, isOpen, product } = input;
  const others = [previous, next, product].flatMap((each) => each?.id ?? []);
  const translate = await mapTranslations(ctx, {
    ids: [page.id, ...others],
    fields: ["title", "excerpt", "name", ...(isOpen ? ["body"] : [])],
  });
  const toNeighbor = (row: ParsedNeighbor | null): NeighborPage | null => {
    if (!row) return null;
    const { id: _, ...neighbor } = translate(row, ["title"]);
    return neighbor;
  };
  const { id, title, excerpt } = page;
  const body = isOpen ? page.body : "";
  return {
    page: translate({ id, title, excerpt, body }, ["title", "excerpt", "body"]),
    previous: toNeighbor(previous),
    next: toNeighbor(next),
    product: product && translate<Product, "name">(product, ["name"]),
  };
}

type ParsedNeighbor = { id: string; slug: string; title: string };

/** Parses a neighbor as the store has it. */
function parseNeighbor(json: string | null): ParsedNeighbor | null {
  return json === null ? null : (JSON.parse(json) as ParsedNeighbor);
}
