import { isInForce } from "../../in-force.ts";
import type { Mode } from "../../config/config.ts";
import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  encodeCursor,
  PAGE_SIZE,
  toPage,
  type Cursor,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { hasRole } from "../../shared/roles.ts";
import { toTimeRange } from "../../lib/time.ts";
import { chooseLicenseScan, type LicenseSearch, type LicenseState } from "./license-scan.ts";
import type { AdminKeyRow } from "../../delivery/licenses/store-list.ts";
import { pick } from "../../lib/pick.ts";

/**
 * A license key in the team's list. Times in unix milliseconds. `activationLimit` is that at issue; per unit of
 * `quantity` if `perSeat`.
 */
export type ListedLicense = ReturnType<typeof toListedLicense>;

// Some conditions have no index: whether a grant has ended, or whether a key found by email is of this benefit. A
// request scans at most this many keys for them.
const WINDOW_SIZE = 250;
const MAX_WINDOWS = 4;

/**
 * Lists license keys, newest first; expired or revoked ones by when they expired or were revoked, latest first. A page
 * can have fewer items than `limit`, or none, and still have a next page.
 * @param input.search a whole key, a key's id, a user's id, or the start of an email; the last is sorted by email
 */
export async function listLicenses(
  ctx: Ctx,
  input: PageInput & LicenseSearch,
): Promise<Page<ListedLicense>> {
  const { state, cursor, limit = PAGE_SIZE } = input;
  const times = {
    mode: ctx.config.stripe.mode,
    accessTime: await readAccessTime(ctx),
    now: ctx.now,
  };
  const areKeysHidden = hidesKeys(ctx);
  const { start = -Infinity, end = Infinity } = toTimeRange(input);
  const { read, isNewestFirst, isOfBenefit } = await chooseLicenseScan(ctx, input);
  const matchesFilter = (row: AdminKeyRow) =>
    row.key.createdAt >= start &&
    row.key.createdAt < end &&
    (state === undefined || stateOf(row, times) === state) &&
    (isOfBenefit?.(row) ?? true);
  const found: { cursor: Cursor; row: AdminKeyRow }[] = [];
  let after = decodeCursor(cursor);
  // Newer keys are skipped by the index; the oldest of the range ends the scan below.
  if (!after && isNewestFirst && end < Infinity) after = { value: end, id: firstIdAt("lic", end) };
  let nextCursor: string | null = null;
  for (let window = 0; window < MAX_WINDOWS; window++) {
    // The first read is one page, because nearly all of it usually matches.
    const size = window === 0 ? limit + 1 : WINDOW_SIZE;
    const candidates = await read(after, size);
    for (const { cursor, row } of candidates)
      if (row && matchesFilter(row)) found.push({ cursor, row });
    after = candidates.at(-1)?.cursor;
    const oldest = candidates.at(-1)?.row?.key.createdAt ?? Infinity;
    const isLast = candidates.length < size || (isNewestFirst && oldest < start);
    nextCursor = isLast || !after ? null : encodeCursor(after);
    if (found.length > limit || isLast) break;
  }
  const page = toPage(found, limit, (entry) => entry.cursor);
  return {
    items: page.items.map(({ row }) => toListedLicense(row, { ...times, areKeysHidden })),
    nextCursor: page.nextCursor ?? nextCursor,
  };
}

type EvaluationTimes = { mode: Mode; accessTime: number; now: number };

/** Whether a member sees the end of each key only: support, who can read whole keys one by one (`revealKey`). */
export const hidesKeys = ({ actor }: Pick<Ctx, "actor">): boolean =>
  actor.type === "user" && !hasRole(actor.role, "admin");

/** Returns the end of a key, by which a customer can recognize it. */
export const toKeyEnd = (key: string): string => `…${key.slice(-5)}`;

/** Converts a row, with its state at these times. */
export function toListedLicense(
  row: AdminKeyRow,
  { areKeysHidden, ...times }: EvaluationTimes & { areKeysHidden: boolean },
) {
  const { key, grant, user, benefit } = row;
  return {
    key: areKeysHidden ? toKeyEnd(key.key) : key.key,
    ...pick(key, ["id", "benefitId", "origin", "licensee", "activationLimit", "perSeat"]),
    ...pick(key, ["uses", "usesLimit", "expiresAt", "createdAt"]),
    benefitName: benefit.name,
    state: stateOf(row, times),
    user,
    quantity: grant?.quantity ?? 1,
  };
}

function stateOf(
  { key, grant }: AdminKeyRow,
  { mode, accessTime, now }: EvaluationTimes,
): LicenseState {
  if (key.isInStock) return key.disabledAt === null ? "in_stock" : "disabled";
  const hasAccess = grant === null || (grant.mode === mode && isInForce(grant, accessTime));
  if (key.rotatedAt !== null || !hasAccess) return "revoked";
  if (key.disabledAt !== null) return "disabled";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "granted";
}
