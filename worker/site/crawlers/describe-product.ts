import type { Ctx } from "../../context.ts";
import { listWords, type BenefitDetail } from "../../delivery/benefits/strategies.ts";
import { translateRows } from "../../translations/translate.ts";
import { requirePublishedProduct, showPublishedProduct } from "../../storefront/show-shop.ts";
import { describePrice } from "./describe-price.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

/**
 * Returns a published product in Markdown, for programs that read: its name, prices with their terms, what a buyer
 * gets, the description as the seller wrote it, and how to buy. The seller's texts are in the language of `ctx.texts`.
 * `slug` is its current one.
 * @throws `not_found`, `product_archived`
 */
export async function describeProduct(
  ctx: Ctx,
  input: { slug: string },
): Promise<{ slug: string; markdown: string }> {
  const row = await requirePublishedProduct(ctx, input);
  const [{ slug, name, tagline, prices, benefits }, [texts]] = await Promise.all([
    showPublishedProduct(ctx, row),
    translateRows(ctx, [row], ["description"]),
  ]);
  const url = `${ctx.config.origin}/p/${slug}`;
  const sections = [
    `# ${escapeMarkdown(name)}`,
    tagline && `> ${escapeMarkdown(tagline)}`,
    section(
      prices.length === 1 ? "Price" : "Prices",
      prices.map((price) => `- ${describePrice(price)}`),
    ),
    section(
      "What you get",
      benefits.map(({ name, detail }) => `- ${escapeMarkdown(name)}${describeDetail(detail)}`),
    ),
    section("Description", [texts!.description.trim()]),
    section("How to buy", [
      prices.length > 0
        ? `Open ${url} in a browser, choose "Buy", and sign in. The payment is made on a page of Stripe.`
        : "This product is not available right now.",
    ]),
  ];
  return { slug, markdown: `${sections.filter(Boolean).join("\n\n")}\n` };
}

function section(title: string, lines: string[]): string {
  const text = lines.join("\n");
  return text && `## ${title}\n\n${text}`;
}

function describeDetail(detail: BenefitDetail | null): string {
  const words = detail ? listWords(detail) : [];
  return words.length === 0 ? "" : `: ${words.map(escapeMarkdown).join(", ")}`;
}
