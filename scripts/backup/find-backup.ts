import { listBackups, readManifest, type Manifest } from "./manifest.ts";
import type { Storage } from "./storage.ts";

/**
 * Reads the manifest of a backup.
 * @param id the newest one, if undefined
 * @throws Error if there is none
 */
export async function findBackup(storage: Storage, id: string | undefined): Promise<Manifest> {
  const chosen = id ?? (await listBackups(storage)).at(-1);
  if (chosen === undefined) throw new Error(`${storage.place} has no complete backup`);
  return readManifest(storage, chosen);
}
