import type { Shop } from "./make-backup.ts";
import type { Manifest } from "./manifest.ts";
import { listObjects, putObjects } from "./objects.ts";
import type { Storage } from "./storage.ts";

/**
 * Puts the files of a backup into a bucket that lost them. The database stays as it is.
 * @returns a line for each file that a row names and that the bucket still lacks: it is newer than the backup
 */
export async function restoreFiles(
  { bindings }: Pick<Shop, "bindings">,
  storage: Storage,
  manifest: Manifest,
  progress: (line: string) => void,
): Promise<string[]> {
  await putObjects(storage, manifest, bindings.FILES, progress);
  const present = new Set<string>();
  for await (const { key } of listObjects(bindings.FILES)) present.add(key);
  const { results } = await bindings.DB.prepare(
    `SELECT f.name AS file, v.number, v.file_name AS fileName, v.r2_key AS key
     FROM file_versions v JOIN files f ON f.id = v.file_id ORDER BY f.name, v.number`,
  ).all<{ file: string; number: number; fileName: string; key: string }>();
  return results
    .filter(({ key }) => !present.has(key))
    .map(({ file, number, fileName }) => `${file}, version ${number} (${fileName})`);
}
