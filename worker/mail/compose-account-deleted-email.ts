import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import type { Ctx } from "../context.ts";
import type { QueuedEmail } from "./compose-email.ts";
import { writeAccountDeleted } from "./kinds/account-deleted.ts";
import type { EmailContent } from "./layout/email-content.ts";
import type { EmailContext } from "./layout/email-context.ts";

/**
 * Writes the confirmation that an account was deleted.
 * @returns null after it was sent: what it says is erased then
 */
export async function composeAccountDeletedEmail(
  ctx: Ctx,
  context: EmailContext,
  { facts }: Pick<QueuedEmail, "facts">,
): Promise<EmailContent | null> {
  if (facts?.of !== "account_deletion") return null;
  const { canceledProductIds, hasPurchases } = facts;
  const products = await mapProductSummaries(ctx, { ids: canceledProductIds });
  return writeAccountDeleted(context, {
    canceledProducts: canceledProductIds.flatMap((id) => products.get(id)?.name ?? []),
    hasPurchases,
  });
}
