import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { listKeys, setDisabled } from "./store-admin.ts";

/**
 * Stops a key, or lets it work again. Its activations stay. A key that is so already stays as it was.
 * @throws `not_found`
 */
export async function disableLicense(
  ctx: Ctx,
  input: { id: string; isDisabled: boolean },
): Promise<void> {
  const [found] = await listKeys(ctx.db, { filter: { id: input.id }, limit: 1 });
  if (!found) throw fail("not_found", { reason: "no such key" });
  if ((found.key.disabledAt !== null) === input.isDisabled) return;
  const disabledAt = input.isDisabled ? ctx.now : null;
  await commit(ctx.db, [
    setDisabled(ctx.db, { id: input.id, disabledAt }),
    recordChange(ctx, {
      action: input.isDisabled ? "license.disabled" : "license.enabled",
      targetId: input.id,
      before: { disabledAt: found.key.disabledAt },
      after: { disabledAt },
    }),
  ]);
}
