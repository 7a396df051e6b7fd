import { fail } from "../../errors.ts";
import type { UserCtx } from "../../http/require.ts";
import { logEvent } from "../../lib/log.ts";
import { listKeys, setDisabled } from "./store-seller.ts";

/**
 * Stops a key, or lets it work again. Its activations stay.
 * @throws `not_found`
 */
export async function disableLicense(
  ctx: UserCtx,
  input: { id: string; isDisabled: boolean },
): Promise<void> {
  const { meta } = await setDisabled(ctx.db, { ...input, now: ctx.now });
  if (meta.changes === 0) {
    const found = await listKeys(ctx.db, {
      filter: { id: input.id },
      beforeId: undefined,
      limit: 1,
    });
    if (found.length === 0) throw fail("not_found", { reason: "no such key" });
    return;
  }
  logEvent("info", input.isDisabled ? "license_disabled" : "license_enabled", {
    by: ctx.actor.userId,
    license: input.id,
    request_id: ctx.requestId,
  });
}
