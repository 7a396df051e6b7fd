import type { Ctx } from "../../context.ts";
import { listKeys, type ApiKeyRow } from "./store.ts";

/**
 * A key as the team sees it, without its hash. Times are unix milliseconds.
 * - `status`: `live`; `replaced` while a rolled key still works; `expired`; `revoked`
 */
export type KeyView = Omit<ApiKeyRow, "keyHash" | "mode"> & {
  status: "live" | "replaced" | "expired" | "revoked";
};

/** Lists the keys of the shop's mode, newest first, with those that no longer work. */
export async function listApiKeys(ctx: Ctx): Promise<KeyView[]> {
  const rows = await listKeys(ctx.db, ctx.config.stripe.mode);
  return rows.map((row) => toKeyView(row, ctx.now));
}

/** Returns a key without its hash, with its status at `now`. */
export function toKeyView(row: ApiKeyRow, now: number): KeyView {
  const { keyHash: _hash, mode: _mode, ...rest } = row;
  return { ...rest, status: statusOf(row, now) };
}

function statusOf(row: ApiKeyRow, now: number): KeyView["status"] {
  if (row.revokedAt !== null) return "revoked";
  if (row.expiresAt !== null && row.expiresAt <= now) return "expired";
  return row.replacedBy === null ? "live" : "replaced";
}
