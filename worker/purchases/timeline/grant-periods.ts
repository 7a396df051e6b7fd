import type { GrantRow } from "../../access/strategy.ts";
import { changesOfGrant, type History } from "./history.ts";

/**
 * A time during which a grant was in force. `from` and `to` are in unix milliseconds; `to` is null while it lasts. The
 * batches are those of the changes that began and ended it; null if that came by time alone or was not recorded.
 */
export type GrantPeriod = {
  from: number;
  fromBatch: string | null;
  to: number | null;
  toBatch: string | null;
};

/** Returns when a grant was in force, oldest first. Without a history, as far as its row says. */
export function listGrantPeriods(grant: GrantRow, history: History, now: number): GrantPeriod[] {
  const periods: GrantPeriod[] = [];
  for (const { before, after, at, batch } of changesOfGrant(history, grant.id)) {
    if (!before)
      periods.push({
        from: after.grantedAt,
        fromBatch: batch,
        to: after.revokedAt,
        toBatch: after.revokedAt === null ? null : batch,
      });
    else if (before.revokedAt === null && after.revokedAt !== null)
      Object.assign(periods.at(-1)!, { to: after.revokedAt, toBatch: batch });
    else if (before.revokedAt !== null && after.revokedAt === null)
      periods.push({ from: at, fromBatch: batch, to: null, toBatch: null });
  }
  if (periods.length === 0)
    periods.push({ from: grant.grantedAt, fromBatch: null, to: grant.revokedAt, toBatch: null });
  const last = periods.at(-1)!;
  if (last.to === null && grant.endsAt !== null && grant.endsAt <= now) last.to = grant.endsAt;
  return periods;
}
