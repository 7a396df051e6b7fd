import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { GIFT_KINDS, recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { rewriteGiftGrants } from "../../delivery/grants/gift-sources.ts";
import { claimKey, findImportedKey } from "../../delivery/licenses/store-import.ts";

/**
 * Assigns an imported key to the user. They bought the product before the import, so they also get it as a gift. Does
 * nothing if the key is already theirs.
 * @throws `not_found` if the key is unknown, or another user's; `license_key_unusable` if it is disabled or expired, or
 *   its product is gone
 */
export async function claimLicense(ctx: UserCtx, input: { key: string }): Promise<void> {
  const { userId } = ctx.actor;
  const keyHash = hashLicenseKey(input.key);
  const found = await findImportedKey(ctx.db, keyHash);
  if (found?.userId === userId) return;
  if (!found || found.userId !== null)
    throw fail("not_found", { reason: "no imported key that is free" });
  const isExpired = found.expiresAt !== null && found.expiresAt <= ctx.now;
  if (found.disabledAt !== null || isExpired || found.productId === null)
    throw fail("license_key_unusable", { reason: "disabled, over or of no product" });

  await commit(ctx.db, [
    ...claimKey({
      id: found.id,
      userId,
      productId: found.productId,
      giftId: newId("cmp", ctx.now),
      grantId: newId("grt", ctx.now),
      mode: ctx.config.stripe.mode,
      now: ctx.now,
    }),
    ...recordEvents(ctx, { userId, kinds: GIFT_KINDS }),
  ]);
  // Two users may claim the key at the same time. The statement gives it to one of them.
  if ((await findImportedKey(ctx.db, keyHash))?.userId !== userId)
    throw fail("not_found", { reason: "somebody was quicker" });
  // The gift also grants the product's other benefits.
  await rewriteGiftGrants(ctx, { userId });
}
