import { finishRestore } from "./finish-restore.ts";
import {
  applyNewerMigrations,
  compareDatabase,
  forgetRestore,
  inspectDatabase,
  loadDatabase,
  openDatabase,
} from "./load-database.ts";
import type { Shop } from "./make-backup.ts";
import type { Manifest } from "./manifest.ts";
import { putObjects } from "./objects.ts";
import type { Storage } from "./storage.ts";
import { compareLibraries } from "./verify-backup.ts";

/**
 * Restores a backup into a shop. Run it again after an interruption: it continues.
 * @param input.replaces whether the shop's data may be deleted; the name was typed
 * @throws Error if the shop has data that may not be deleted, or if what was restored is not what is in the backup
 */
export async function restoreShop(
  { bindings, now }: Pick<Shop, "bindings" | "now">,
  storage: Storage,
  manifest: Manifest,
  input: { replaces: boolean; progress: (line: string) => void },
): Promise<void> {
  const { progress } = input;
  const { DB: db } = bindings;
  const { isEmpty, unfinished, isOpened, sequence } = await inspectDatabase(db);
  if (!isEmpty && unfinished !== manifest.id && !input.replaces)
    throw new Error("The shop has data. To delete it, run this with --replace and the shop's name");
  if (isOpened && unfinished === manifest.id)
    progress("Continuing the restore that was interrupted after the shop was open …");
  else await loadShop(bindings, storage, manifest, { progress, sequence, now: now() });
  await applyNewerMigrations(db);
  const libraries = await compareLibraries(bindings, manifest);
  await forgetRestore(db);
  if (libraries.length > 0) throw new Error(`Restored, but:\n${libraries.join("\n")}`);
}

async function loadShop(
  { DB: db, FILES: files }: Shop["bindings"],
  storage: Storage,
  manifest: Manifest,
  input: { progress: (line: string) => void; sequence: number; now: number },
): Promise<void> {
  const { progress, sequence, now } = input;
  progress(`Files: ${manifest.objects.count}`);
  await putObjects(storage, manifest, files, progress);
  const loaded = await loadDatabase(db, storage, manifest, progress);
  progress("Comparing every row …");
  const differences = await compareDatabase(db, loaded);
  if (differences.length > 0)
    throw new Error(
      `The restored database differs from the backup:\n${differences.join("\n")}\nThe shop stays closed. Run this again`,
    );
  // At one moment: a shop that is open gives no number again, and sends no email again.
  await openDatabase(db, finishRestore(db, manifest, { sequence, now }));
}
