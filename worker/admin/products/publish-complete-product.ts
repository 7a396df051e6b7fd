import { listBenefits } from "../../catalog/store.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { mapMissingContent, type MissingContent } from "./map-missing-content.ts";
import { publishProduct } from "./publish-product.ts";

/** What is wrong with a benefit without content, for programs; the console has its own words. */
const messages: Record<MissingContent["code"], string> = {
  file: "Has no file to download.",
  keys: "Has no imported keys left.",
  page: "Has no page.",
  page_draft: "Has a page that is a draft.",
  page_text: "Has a page without content.",
  link: "Has no URL or note.",
};

/**
 * Publishes a product unless one of its benefits has no content.
 * @param input.acceptsMissing publishes it anyway, if buyers get at least something
 * @throws `not_found`; `invalid_input` at `prices` without an active price, or at each benefit without content, as
 *   `benefits.0`
 */
export async function publishCompleteProduct(
  ctx: Ctx,
  input: { productId: string; acceptsMissing?: boolean | undefined },
): Promise<void> {
  const { productId, acceptsMissing = false } = input;
  const completeness = (await mapMissingContent(ctx, [productId])).get(productId);
  const { missing = [], isDeliverable = true } = completeness ?? {};
  if (missing.length > 0 && !(acceptsMissing && isDeliverable)) {
    const benefits = await listBenefits(ctx.db, [productId]);
    throw fail("invalid_input", {
      reason: "benefits without content",
      fields: missing.map(({ benefitId, code }) => ({
        path: `benefits.${benefits.findIndex(({ benefit }) => benefit.id === benefitId)}`,
        message: messages[code],
      })),
    });
  }
  await publishProduct(ctx, { productId });
}
