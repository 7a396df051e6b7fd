import { commit, type Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import type { BenefitOf } from "../../catalog/benefit.ts";
import { deriveKeys } from "./derive-keys.ts";
import { findOwnKey, rotateKey } from "./store.ts";

/**
 * Replaces the signed-in user's key with a new one.
 * @returns the new key's id
 * @throws as `replaceKey`
 */
export function rotateLicense(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return replaceKey(ctx, { id: input.id, userId: ctx.actor.userId });
}

/**
 * Replaces a user's key with a new one. The old key becomes `REVOKED` immediately; every device must be activated again.
 * The caller checks permissions.
 * @param also statements that follow the change in its batch; `changes()` is 0 for the first if nothing was replaced
 * @returns the new key's id
 * @throws `not_found`; `license_key_unusable` if the key does not work now or came from the seller's stock
 */
export async function replaceKey(
  ctx: Ctx,
  input: { id: string; userId: string },
  also: Statement[] = [],
): Promise<{ id: string }> {
  const { userId } = input;
  const found = await findOwnKey(ctx.db, input);
  if (!found) throw fail("not_found", { reason: "no active key of this user" });
  const { settings } = found.benefit as BenefitOf<"license_key">;
  if (settings.isFromStock) throw fail("license_key_unusable", { reason: "from the stock" });
  // Without a grant it cannot work now.
  const [newKey] = found.grant
    ? deriveKeys(ctx, {
        grant: found.grant,
        prefix: settings.prefix,
        position: found.keyCount,
      })
    : [];
  if (!newKey) throw fail("license_key_unusable", { reason: "it has no grant" });
  const id = newId("lic", ctx.now);
  const { replacement, deletion } = rotateKey(ctx.db, {
    id: input.id,
    userId,
    newKey: { id, ...newKey },
    accessTime: await getAccessTime(ctx),
    mode: ctx.config.stripe.mode,
    now: ctx.now,
  });
  await commit(ctx.db, [
    ...replacement,
    ...also,
    deletion,
    ...recordEvents(ctx, { userId, kinds: ["license"] }),
  ]);
  if (!(await findOwnKey(ctx.db, { id, userId })))
    throw fail("license_key_unusable", { reason: "it does not work now" });
  return { id };
}
