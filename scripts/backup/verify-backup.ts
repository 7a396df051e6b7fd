import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { z } from "zod";
import { COMMITTED_CONFIG } from "../deploy/config.ts";
import { hashLibraries } from "./libraries.ts";
import {
  applyNewerMigrations,
  compareDatabase,
  loadDatabase,
  openDatabase,
  requireKnownMigrations,
} from "./load-database.ts";
import type { Manifest } from "./manifest.ts";
import { readObjects } from "./objects.ts";
import type { Part } from "./parts.ts";
import type { Storage } from "./storage.ts";

type Progress = (line: string) => void;

/**
 * Reads every file of a backup and compares its hash.
 * @returns a line for each file that is missing or damaged
 */
export async function checkFiles(storage: Storage, manifest: Manifest): Promise<string[]> {
  requireKnownMigrations(manifest);
  const problems: string[] = [];
  const check = async (path: string, sha256: string) => {
    const found = await hashFile(storage, path);
    if (found === null) problems.push(`${path} is missing`);
    else if (found !== sha256) problems.push(`${path} is damaged`);
  };
  const { tables, objects, settings } = manifest;
  for (const { path, sha256 } of tables.flatMap(({ parts, changes }) => [...parts, ...changes]))
    await check(path, sha256);
  for (const { path, sha256 } of objects.parts) await check(path, sha256);
  if (settings) await check(settings.path, settings.sha256);
  // Without their list, the objects cannot be found.
  if (problems.length === 0)
    for await (const { path, sha256 } of readObjects(storage, manifest)) await check(path, sha256);
  return problems;
}

async function hashFile(storage: Storage, path: string): Promise<string | null> {
  if ((await storage.findSize(path)) === null) return null;
  const hash = createHash("sha256");
  for await (const chunk of storage.readStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Restores a backup into a database on this machine that is deleted afterward, and compares it: the rows of each table,
 * the files that rows name, and what some customers see in their library by the shop's own code.
 * @returns a line for each difference
 */
export async function rehearseRestore(
  storage: Storage,
  manifest: Manifest,
  progress: Progress,
): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-rehearsal-"));
  const platform = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: { path: join(dir, "v3") },
  });
  try {
    const bindings = platform.env;
    const loaded = await loadDatabase(bindings.DB, storage, manifest, progress);
    progress("Comparing every row …");
    const differences = await compareDatabase(bindings.DB, loaded);
    await openDatabase(bindings.DB);
    differences.push(...(await findMissingFiles(bindings.DB, storage, manifest)));
    // The code's own version of the schema, in which a restored shop runs.
    await applyNewerMigrations(bindings.DB);
    progress(`Comparing the libraries of ${Object.keys(manifest.libraries).length} customers …`);
    differences.push(...(await compareLibraries(bindings, manifest)));
    return differences;
  } finally {
    await platform.dispose();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @returns a line for each customer whose library is another one */
export async function compareLibraries(
  bindings: Pick<Env, "DB" | "FILES">,
  { libraries, mode, takenAt: now }: Manifest,
): Promise<string[]> {
  const found = await hashLibraries({ bindings, mode, now }, Object.keys(libraries));
  return Object.keys(libraries)
    .filter((userId) => found[userId] !== libraries[userId])
    .map((userId) => `The library of ${userId} is another one`);
}

/** Finds files for sale, and parts of the feed's archive, that the backup lacks or has with another content. */
async function findMissingFiles(
  db: Env["DB"],
  storage: Storage,
  manifest: Manifest,
): Promise<string[]> {
  const sizes = new Map<string, { size: number; sha256: string }>();
  for await (const { key, size, sha256 } of readObjects(storage, manifest))
    sizes.set(key, { size, sha256 });
  const { results } = await db
    .prepare("SELECT r2_key AS key, size, sha256 FROM file_versions")
    .all<{ key: string; size: number; sha256: string }>();
  return results.flatMap(({ key, size, sha256 }) => {
    const stored = sizes.get(key);
    if (!stored) return [`The file ${key} is missing`];
    return stored.size === size && stored.sha256 === sha256
      ? []
      : [`The file ${key} has another content`];
  });
}

const rehearsal = z.object({ id: z.string(), at: z.int(), gatehouse: z.string() });
type Rehearsal = z.output<typeof rehearsal>;

const REHEARSAL = "rehearsal.json";

/** Notes that a backup was restored and was the same. */
export async function noteRehearsal(storage: Storage, manifest: Manifest, now: number) {
  const note: Rehearsal = { id: manifest.id, at: now, gatehouse: manifest.gatehouse };
  await storage.write(REHEARSAL, `${JSON.stringify(note)}\n`);
}

/** Returns when a backup of this place was restored last to try it; null if never. */
export async function readRehearsal(storage: Storage): Promise<Rehearsal | null> {
  if ((await storage.findSize(REHEARSAL)) === null) return null;
  return rehearsal.parse(JSON.parse((await storage.read(REHEARSAL)).toString()));
}

/** The size of a backup's own parts in bytes. Files may be shared with other backups. */
export const sizeOf = ({ tables }: Manifest): number =>
  tables
    .flatMap(({ parts, changes }): Part[] => [...parts, ...changes])
    .reduce((sum, { size }) => sum + size, 0);
