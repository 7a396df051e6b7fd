import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import { replaceKey } from "../../delivery/licenses/rotate-license.ts";
import { listKeys } from "./store-admin.ts";

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
