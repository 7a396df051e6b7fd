import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { rewriteCompGrants } from "../../delivery/grants/gift-sources.ts";
import { claimKey, findImportedKey } from "../../delivery/licenses/store-import.ts";

/**
 * Makes an imported key that is in use somebody's own: who brings it has bought its product before, and owns it here
 * from now on as if the seller had given it. A key that is theirs already is fine.
 * @throws `not_found` for a key nobody knows, or that is another person's; `license_key_unusable` for one that is
 *   disabled or over, or whose product is gone
 */
export async function claimLicense(ctx: UserCtx, input: { key: string }): Promise<void> {
  const { userId } = ctx.actor;
  const keyHash = hashLicenseKey(input.key);
  const found = await findImportedKey(ctx.db, keyHash);
  if (found?.userId === userId) return;
  if (!found || found.userId !== null)
    throw fail("not_found", { reason: "no imported key that is free" });
  const isOver = found.expiresAt !== null && found.expiresAt <= ctx.now;
  if (found.disabledAt !== null || isOver || found.productId === null)
    throw fail("license_key_unusable", { reason: "disabled, over or of no product" });

  await commit(
    ctx.db,
    claimKey(ctx.db, {
      id: found.id,
      userId,
      productId: found.productId,
      compId: newId("cmp", ctx.now),
      grantId: newId("grt", ctx.now),
      mode: ctx.config.stripe.mode,
      now: ctx.now,
    }),
  );
  // Two may have brought the same key at once: one statement gave it to one of them.
  if ((await findImportedKey(ctx.db, keyHash))?.userId !== userId)
    throw fail("not_found", { reason: "somebody was quicker" });
  // The key is theirs; what else the product gives follows from the gift.
  await rewriteCompGrants(ctx, { userId });
}
