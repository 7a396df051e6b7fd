import type { Ctx } from "../../context.ts";
import type { LegalPage } from "../../shared/legal-pages.ts";
import { showShopDetails } from "../../storefront/show-shop.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { listProductsForSale } from "./site.query.ts";

/** Enough for a program to choose from. The sitemap has all. */
const MAX_PRODUCTS = 200;

const legalPageNames: Record<LegalPage, string> = {
  terms: "Terms",
  privacy: "Privacy",
  refunds: "Refunds",
  withdrawal: "Right of withdrawal",
  imprint: "Imprint",
  accessibility: "Accessibility",
  japan: "Legal notice (Japan)",
  brazil: "Legal notice (Brazil)",
};

/**
 * Returns `/llms.txt` (https://llmstxt.org): what the shop is, and its products with links to them in Markdown, in the
 * seller's order.
 */
export async function describeShop(ctx: Ctx): Promise<string> {
  const { origin, stripe } = ctx.config;
  const [shop, products] = await Promise.all([
    showShopDetails(ctx),
    listProductsForSale(ctx.db, { mode: stripe.mode, limit: MAX_PRODUCTS + 1 }),
  ]);
  const sections = [
    `# ${escapeMarkdown(shop.name)}`,
    shop.line && `> ${escapeMarkdown(shop.line)}`,
    `${escapeMarkdown(shop.name)} is a shop at ${origin}/. Each product below has a page for people, at the same URL without \`.md\`, where it can be bought.`,
    products.length > 0 &&
      `## Products\n\n${products.slice(0, MAX_PRODUCTS).map(describe).join("\n")}`,
    products.length > MAX_PRODUCTS &&
      `These are the first ${MAX_PRODUCTS} products. All of them are in ${origin}/sitemap.xml.`,
    shop.legal.length > 0 &&
      `## Optional\n\n${shop.legal.map((page) => `- [${legalPageNames[page]}](${origin}/legal/${page})`).join("\n")}`,
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;

  function describe({ slug, name, tagline }: (typeof products)[number]): string {
    const line = `- [${escapeMarkdown(name)}](${origin}/p/${slug}.md)`;
    return tagline ? `${line}: ${escapeMarkdown(tagline)}` : line;
  }
}
