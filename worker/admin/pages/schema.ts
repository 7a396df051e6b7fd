import { z } from "zod";
import { pageQuery } from "../frame/page-query.ts";
import { markdown } from "../../lib/markdown-schema.ts";
import { MAX_PAGE_LENGTH, pageTitle } from "../../delivery/benefits/page.ts";
import { translationsOf } from "../../translations/schema.ts";
import { slug } from "../../catalog/slug.ts";
import { plainText } from "../../lib/text-schema.ts";

/** The texts of a page in other languages. */
const pageTranslations = translationsOf({
  title: plainText(120),
  excerpt: markdown(20_000),
  body: markdown(MAX_PAGE_LENGTH),
});

/** The input for a page. The excerpt is public, the body only if the page is free. */
export const newPage = z.strictObject({
  slug,
  title: pageTitle,
  excerpt: markdown(20_000),
  body: markdown(MAX_PAGE_LENGTH),
  /** Anyone can read it. By default no, and unchanged in an edit. */
  isFree: z.boolean().optional(),
  /** All of them; unchanged if left out. */
  translations: pageTranslations.optional(),
});

/** The edited page, with the `updatedAt` (unix milliseconds) of the version that was edited. */
export const pageEdit = newPage.extend({ updatedAt: z.int() });

export const pagePreview = z.strictObject({ markdown: markdown(MAX_PAGE_LENGTH) });

export type NewPage = z.output<typeof newPage>;
export type PageEdit = z.output<typeof pageEdit>;

/** The search, filter and order of the list of pages. `search`: the start of the title or of the address, or an id. */
export const pageListQuery = z.strictObject({
  ...pageQuery,
  search: z.string().trim().max(120).optional(),
  status: z.enum(["draft", "published", "archived"]).optional(),
  sort: z.enum(["newest", "changed", "title"]).optional(),
});
