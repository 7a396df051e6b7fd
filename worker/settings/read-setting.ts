import type { Ctx, KnownSettings } from "../context.ts";
import { countSiteChanges } from "../db/site-version.ts";
import { findSetting, listSettings, type SettingName } from "./store.ts";

/**
 * Returns a setting as it is stored. A request reads all of them with one statement, and again after a change by this
 * isolate, so that it sees what it has saved. The legal texts are read alone: they are long, and few requests need them.
 */
export async function readSetting(
  ctx: Pick<Ctx, "db" | "settings">,
  name: SettingName,
): Promise<{ value: unknown; updatedAt: number } | undefined> {
  const { settings } = ctx;
  if (settings === null || name === "legal") return findSetting(ctx.db, name);
  const changes = countSiteChanges();
  if (settings.known?.changes !== changes) settings.known = { changes, rows: readAll(ctx) };
  const row = (await settings.known.rows).get(name);
  return row && { value: JSON.parse(row.text), updatedAt: row.updatedAt };
}

/** Returns a context that reads the settings again, once: for work that must not begin from what was read before it. */
export function withFreshSettings<Each extends Ctx>(ctx: Each): Each {
  return { ...ctx, settings: {} };
}

async function readAll({ db }: Pick<Ctx, "db">): KnownSettings["rows"] {
  const rows = await listSettings(db);
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}
