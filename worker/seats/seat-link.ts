import { setLink, type SeatPoolRow } from "../access/store-seats.ts";
import { recordChange } from "../audit/record-change.ts";
import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { keepPool, openPool, type PoolInput } from "../gifts/open-pool.ts";
import { sha256Hex, signText } from "../lib/crypto.ts";
import { DAY } from "../lib/time.ts";

/** How long a link gives seats. */
const LIFETIME_MS = 30 * DAY;
const PURPOSE = "seat link";

/**
 * Makes a link that gives a seat to whoever opens it, up to a limit. It replaces the earlier one, which gives none then.
 * @throws as `openPool`
 */
export async function makeSeatLink(ctx: Ctx, input: PoolInput & { limit: number }): Promise<void> {
  const opened = await openPool(ctx, input);
  const { id } = opened.pool;
  const linkMadeAt = Math.max(ctx.now, (opened.pool.linkMadeAt ?? 0) + 1);
  await commit(ctx.db, [
    keepPool(ctx, opened),
    setLink(ctx.db, id, {
      linkHash: sha256Hex(makeSecret(ctx.config.auth.secrets, { id, linkMadeAt })),
      linkMadeAt,
      linkExpiresAt: ctx.now + LIFETIME_MS,
      linkLimit: input.limit,
    }),
    recordChange(ctx, {
      action: "seats.link_changed",
      targetId: id,
      after: { isActive: true, limit: input.limit },
    }),
  ]);
}

/** Removes the link. Who has a seat by it keeps it. @throws as `openPool` */
export async function removeSeatLink(ctx: Ctx, input: PoolInput): Promise<void> {
  const { pool } = await openPool(ctx, input);
  if (pool.linkHash === null) return;
  await commit(ctx.db, [
    setLink(ctx.db, pool.id, {
      linkHash: null,
      linkMadeAt: pool.linkMadeAt,
      linkExpiresAt: null,
      linkLimit: 0,
    }),
    recordChange(ctx, {
      action: "seats.link_changed",
      targetId: pool.id,
      after: { isActive: false },
    }),
  ]);
}

/** Returns the secret of a pool's link; null without one, and if the shop's own secret was replaced since. */
export function findSeatSecret(
  ctx: Ctx,
  { id, linkHash, linkMadeAt }: Pick<SeatPoolRow, "id" | "linkHash" | "linkMadeAt">,
): string | null {
  if (linkHash === null || linkMadeAt === null) return null;
  const made = ctx.config.auth.secrets.map((secret) => makeSecret([secret], { id, linkMadeAt }));
  return made.find((secret) => sha256Hex(secret) === linkHash) ?? null;
}

const makeSecret = (secrets: string[], { id, linkMadeAt }: { id: string; linkMadeAt: number }) =>
  signText(secrets, PURPOSE, `${id} ${linkMadeAt}`);
