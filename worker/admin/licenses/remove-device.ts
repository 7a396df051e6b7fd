import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findActivation } from "../../delivery/licenses/store.ts";
import { deleteActivation } from "../../delivery/licenses/store-list.ts";

/**
 * Removes a device from a key of any user.
 * @throws `not_found`
 */
export async function removeDevice(
  ctx: Ctx,
  input: { id: string; licenseKeyId: string },
): Promise<void> {
  const found = await findActivation(ctx.db, input);
  if (!found) throw fail("not_found", { reason: "no such activation of this key" });
  const { label, fingerprint } = found;
  await commit(ctx.db, [
    deleteActivation(ctx.db, { id: input.id }),
    recordChange(ctx, {
      action: "license.device_removed",
      targetId: input.licenseKeyId,
      before: { label, fingerprint },
    }),
    ...recordEvents(ctx, { licenseId: input.licenseKeyId }),
  ]);
}
