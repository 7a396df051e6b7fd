import { z } from "zod";
import type { Ctx } from "../context.ts";
import { idSchema } from "../lib/id-schema.ts";
import { plainText } from "../lib/text-schema.ts";
import { locales, type Locale } from "../shared/locales.ts";
import { defineSetting } from "./define-setting.ts";

const name = plainText(80);

/** A part of the storefront: its name, in other languages too, and its products in order. */
const section = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: name.min(1, "Enter a name."),
  names: z.partialRecord(z.enum(locales), name),
  productIds: z.array(idSchema("prd")).max(500),
});

/** How the seller has arranged the storefront. Products that are in no section follow, in the order of all products. */
export const storefrontSettings = defineSetting({
  name: "storefront",
  schema: () =>
    z.strictObject({
      sections: z
        .array(section)
        .max(20, "Make 20 sections or fewer.")
        .refine((sections) => {
          const ids = sections.flatMap(({ productIds }) => productIds);
          return new Set(ids).size === ids.length;
        }, "A product can be in one section only."),
    }),
  defaults: { sections: [] },
});

/** A part of the storefront as buyers read it. `lang`: of a name that is not in their language. */
export type ShownSection = { id: string; name: string; lang?: string; productIds: string[] };

/**
 * Returns the sections in the language of `ctx.texts`, with those of their products that are shown.
 * @param shownIds of all products of the storefront
 */
export async function showSections(ctx: Ctx, shownIds: string[]): Promise<ShownSection[]> {
  const { sections } = await storefrontSettings.read(ctx);
  const language = ctx.texts;
  return sections
    .map(({ id, name, names, productIds }) => ({
      id,
      ...(language
        ? translateName(name, names[language.locale as Locale], language.fallback)
        : { name }),
      productIds: productIds.filter((productId) => shownIds.includes(productId)),
    }))
    .filter(({ productIds }) => productIds.length > 0);
}

const translateName = (name: string, translated: string | undefined, fallback: string) =>
  translated ? { name: translated } : { name, lang: fallback };
