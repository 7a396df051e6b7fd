import { readFileSync } from "node:fs";
import { chooseCustomers, hashLibraries } from "./libraries.ts";
import {
  listBackups,
  newBackupId,
  readManifest,
  writeManifest,
  type Manifest,
} from "./manifest.ts";
import { copyObjects } from "./objects.ts";
import { hashOf } from "./parts.ts";
import { pausePacking } from "./pause-packing.ts";
import { listChangedUsers, readDatabase } from "./read-database.ts";
import type { Storage } from "./storage.ts";
import type { ShopDatabase } from "./tables.ts";

/** A shop that is backed up or restored. */
export type Shop = {
  bindings: Pick<Env, "DB" | "FILES">;
  /** The shop's address. */
  url: string;
  mode: Manifest["mode"];
  /** The shop's time, in Unix milliseconds. */
  now(): number;
};

/**
 * Makes a backup of a shop that goes on selling. First the database, then the files: whatever file a row names is there
 * by then.
 * @param input.settings the settings file, sealed with a passphrase; null to leave it out
 */
export async function makeBackup(
  shop: Shop,
  storage: Storage,
  input: { settings: string | null; progress: (line: string) => void },
): Promise<{ manifest: Manifest; copied: number }> {
  const { bindings, mode } = shop;
  const { progress } = input;
  const startedAt = shop.now();
  const id = newBackupId(startedAt);
  const earlier = (await listBackups(storage)).at(-1);
  const before = earlier === undefined ? undefined : await readManifest(storage, earlier);
  const path = `${id}/`;

  const { sequence, ...database } = await pausePacking(bindings.DB, startedAt, () =>
    readDatabase(bindings.DB, storage, path, progress),
  );
  const takenAt = shop.now();
  const libraries = await hashUnchangedLibraries(shop, { sequence, startedAt, takenAt });
  const { copied, ...objects } = await copyObjects(bindings.FILES, storage, {
    path,
    before,
    progress,
  });
  const manifest: Manifest = {
    format: 1,
    id,
    gatehouse: (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version,
    shop: shop.url,
    mode,
    startedAt,
    takenAt,
    ...database,
    objects,
    libraries,
    settings: input.settings === null ? null : await writeSettings(storage, path, input.settings),
  };
  await writeManifest(storage, manifest);
  return { manifest, copied };
}

/**
 * A customer to whom something happened after the backup's moment would be another one than in the backup. The feed does
 * not record downloads, so those who downloaded something since the backup began are left out, too.
 */
async function hashUnchangedLibraries(
  { bindings, mode }: Shop,
  { sequence, startedAt, takenAt }: { sequence: number; startedAt: number; takenAt: number },
): Promise<Record<string, string>> {
  const db: ShopDatabase = bindings.DB;
  const chosen = await chooseCustomers(db);
  const hashes = await hashLibraries({ bindings, mode, now: takenAt }, chosen);
  const { users } = await listChangedUsers(db, sequence);
  const { results } = await db
    .prepare(
      "SELECT DISTINCT user_id FROM downloads WHERE user_id IN (SELECT value FROM json_each(?)) AND last_at >= ?",
    )
    .bind(JSON.stringify(chosen), startedAt)
    .all<{ user_id: string }>();
  const changed = new Set([...users, ...results.map((row) => row.user_id)]);
  return Object.fromEntries(Object.entries(hashes).filter(([userId]) => !changed.has(userId)));
}

async function writeSettings(
  storage: Storage,
  path: string,
  sealed: string,
): Promise<Manifest["settings"]> {
  const content = Buffer.from(sealed);
  const file = `${path}settings.sealed.json`;
  await storage.write(file, content);
  return { path: file, size: content.length, sha256: hashOf(content) };
}
