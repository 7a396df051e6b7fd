import { commit, type Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { newId } from "../../lib/ids.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import type { BenefitOf } from "../../catalog/benefit.ts";
import { deriveKeys } from "./derive-keys.ts";
import { findOwnKey, rotateKey } from "./store.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { listKeys } from "./store-list.ts";

/**
 * Replaces the signed-in user's key with a new one.
 * @returns the new key's id
 * @throws as `replaceKey`
 */
export function rotateLicense(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  return replaceKey(ctx, { id: input.id, userId: ctx.actor.userId });
}

/**
 * Replaces a user's key with a new one. The old key becomes `REVOKED` immediately; every device must be activated
 * again. The caller checks permissions.
 * @param extraStatements statements that follow the change in its batch; `changes()` is 0 for the first if nothing was
 *   replaced
 * @returns the new key's id
 * @throws `not_found`; `license_key_unusable` if the key does not work now or came from the seller's stock
 */
async function replaceKey(
  ctx: Ctx,
  input: { id: string; userId: string },
  extraStatements: Statement[] = [],
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
  const { replacement, deletion } = rotateKey({
    id: input.id,
    userId,
    newKey: { id, ...newKey },
    accessTime: await readAccessTime(ctx),
    mode: ctx.config.stripe.mode,
    now: ctx.now,
  });
  // oxlint-disable-next-line gatehouse/record-change -- `extraStatements` has the entry if a member or a key does it
  await commit(ctx.db, [
    ...replacement,
    ...extraStatements,
    deletion,
    ...recordEvents(ctx, { userId, kinds: ["license"] }),
  ]);
  if (!(await findOwnKey(ctx.db, { id, userId })))
    throw fail("license_key_unusable", { reason: "it does not work now" });
  return { id };
}

/**
 * Replaces a user's license key with a new one.
 * @returns the new key's id
 * @throws as `replaceKey`
 */
export async function rotateLicenseForUser(
  ctx: Ctx,
  input: { id: string },
): Promise<{ id: string }> {
  const [found] = await listKeys(ctx.db, { filter: { id: input.id }, limit: 1 });
  if (!found?.user) throw fail("not_found", { reason: "no such key of a user" });
  const change = { action: "license.rotated", targetId: input.id } as const;
  return replaceKey(ctx, { id: input.id, userId: found.user.id }, [
    recordChangeIfApplied(ctx, change),
  ]);
}
