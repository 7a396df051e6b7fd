import { parseFlags, runScript } from "../run-script.ts";
import { listBackups, readManifest } from "../backup/manifest.ts";
import { openStorage } from "../backup/open-storage.ts";
import {
  checkFiles,
  noteRehearsal,
  readRehearsal,
  rehearseRestore,
  sizeOf,
} from "../backup/verify-backup.ts";
import { findBackup } from "../backup/find-backup.ts";

const { values: flags } = parseFlags(
  "npm run verify -- --from folder-or-s3://bucket/folder [--backup id] [--thorough]",
  {
    options: {
      from: { type: "string" },
      /** The newest one by default. */
      backup: { type: "string" },
      /** Restores it into a database on this machine and compares it. */
      thorough: { type: "boolean", default: false },
    },
  },
);
await runScript(async () => {
  const storage = openStorage(flags.from ?? process.env["BACKUP_TO"]);
  for (const id of await listBackups(storage)) {
    const each = await readManifest(storage, id);
    console.log(
      `${id}  ${each.shop}  ${(sizeOf(each) / 1e6).toFixed(1)} MB, ${each.objects.count} files, settings ${each.settings ? "sealed" : "left out"}`,
    );
  }
  const manifest = await findBackup(storage, flags.backup);
  console.log(`Checking ${manifest.id} …`);
  const problems = await checkFiles(storage, manifest);
  if (problems.length === 0 && flags.thorough) {
    problems.push(...(await rehearseRestore(storage, manifest, console.log)));
    if (problems.length === 0) await noteRehearsal(storage, manifest, Date.now());
  }
  const rehearsal = await readRehearsal(storage);
  console.log(
    rehearsal
      ? `Last rehearsed: ${rehearsal.id}, on ${new Date(rehearsal.at).toISOString()}`
      : "No backup here was ever restored to try it: npm run verify -- --thorough",
  );
  if (problems.length > 0) throw new Error(problems.join("\n"));
  console.log(flags.thorough ? "It can be restored." : "All files are as they were written.");
  process.exit(0);
});
