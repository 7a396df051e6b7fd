import { findProduct } from "../../catalog/store.ts";
import { recordChange } from "../../audit/record-change.ts";
import type { Ctx, UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { hidesKeys, toListedLicense } from "./list-licenses.ts";
import { listActivations, listKeys } from "../../delivery/licenses/store-list.ts";
import { pick } from "../../lib/pick.ts";

/** One license key, its grant, and its activations. Times in unix milliseconds. */
export type AdminLicense = Awaited<ReturnType<typeof showLicense>>;

const MAX_ACTIVATIONS = 100;

/**
 * Returns one license key with its details.
 * @throws `not_found`
 */
export async function showLicense(ctx: Ctx, { id }: { id: string }) {
  const [accessTime, [row], activations] = await Promise.all([
    readAccessTime(ctx),
    listKeys(ctx.db, { filter: { id }, limit: 1 }),
    listActivations(ctx.db, { licenseKeyId: id, limit: MAX_ACTIVATIONS }),
  ]);
  if (!row) throw fail("not_found", { reason: "no such key" });
  const { key, grant } = row;
  const product = grant && (await findProduct(ctx.db, grant.productId));
  return {
    ...toListedLicense(row, {
      mode: ctx.config.stripe.mode,
      accessTime,
      now: ctx.now,
      areKeysHidden: hidesKeys(ctx),
    }),
    /** Whether `key` is the end of the key only. */
    isKeyHidden: hidesKeys(ctx),
    disabledAt: key.disabledAt,
    /** When the user replaced it with a new key. */
    rotatedAt: key.rotatedAt,
    /** The grant it was issued for; null for a key without a user. */
    why: grant && {
      ...pick(grant, ["sourceType", "sourceId", "endsAt", "revokedAt"]),
      product: product ? pick(product, ["id", "name"]) : null,
    },
    /** Newest first, at most 100. */
    activations: activations.map((row) =>
      pick(row, ["id", "label", "fingerprint", "createdAt", "lastSeenAt"]),
    ),
  };
}

/** Returns a whole key, and records who read it. @throws `not_found` */
export async function revealKey(ctx: UserCtx, { id }: { id: string }): Promise<{ key: string }> {
  const [row] = await listKeys(ctx.db, { filter: { id }, limit: 1 });
  if (!row) throw fail("not_found", { reason: "no such key" });
  await commit(ctx.db, [recordChange(ctx, { action: "license.revealed", targetId: id })]);
  return { key: row.key.key };
}
