import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordEvents } from "../../feed/record-events.ts";
import { recordChange } from "../../audit/record-change.ts";
import { listKeys, setKeyDisabledAt } from "./store-list.ts";

/**
 * Disables a license key, or enables it again. Its activations stay. Does nothing if the key already has that state.
 * @throws `not_found`
 */
export async function setLicenseDisabled(
  ctx: Ctx,
  input: { id: string; isDisabled: boolean },
): Promise<void> {
  const [found] = await listKeys(ctx.db, { filter: { id: input.id }, limit: 1 });
  if (!found) throw fail("not_found", { reason: "no such key" });
  if ((found.key.disabledAt !== null) === input.isDisabled) return;
  const disabledAt = input.isDisabled ? ctx.now : null;
  await commit(ctx.db, [
    setKeyDisabledAt(ctx.db, { id: input.id, disabledAt }),
    recordChange(ctx, {
      action: input.isDisabled ? "license.disabled" : "license.enabled",
      targetId: input.id,
      before: { disabledAt: found.key.disabledAt },
      after: { disabledAt },
    }),
    ...recordEvents(ctx, { licenseId: input.id }),
  ]);
}
