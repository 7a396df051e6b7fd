import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { newId } from "../../lib/ids.ts";
import { hashLicenseKey, newLicenseKey } from "../../lib/license-key.ts";
import { accessTime } from "../../access/outage-mode.ts";
import type { BenefitOf } from "../../catalog/benefit.ts";
import { findOwnKey, rotateKey } from "./store.ts";

/**
 * Takes another key in this one's place, at once: the old one is `REVOKED`, and every device must be activated again.
 * @returns the new key's id
 * @throws `not_found`; `license_key_unusable` for a key that does not work now, or came from the seller's stock
 */
export async function rotateLicense(ctx: UserCtx, input: { id: string }): Promise<{ id: string }> {
  const { userId } = ctx.actor;
  const own = await findOwnKey(ctx.db, { id: input.id, userId });
  if (!own) throw fail("not_found", { reason: "no living key of this person" });
  const { settings } = own.benefit as BenefitOf<"license_key">;
  if (settings.isFromStock) throw fail("license_key_unusable", { reason: "from the stock" });
  const id = newId("lic", ctx.now);
  const key = newLicenseKey(settings.prefix);
  await commit(
    ctx.db,
    rotateKey(ctx.db, {
      id: input.id,
      userId,
      next: { id, key, keyHash: hashLicenseKey(key) },
      accessTime: await accessTime(ctx),
      now: ctx.now,
    }),
  );
  if (!(await findOwnKey(ctx.db, { id, userId })))
    throw fail("license_key_unusable", { reason: "it does not work now" });
  return { id };
}
