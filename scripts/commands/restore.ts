import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { parseFlags, runScript } from "../run-script.ts";
import { askPassphrase } from "../backup/ask-passphrase.ts";
import { findBackup } from "../backup/find-backup.ts";
import { inspectDatabase } from "../backup/load-database.ts";
import type { Manifest } from "../backup/manifest.ts";
import {
  loadSettings,
  openDeployedShop,
  openLocalShop,
  type OpenedShop,
} from "../backup/open-shop.ts";
import { openStorage } from "../backup/open-storage.ts";
import { restoreFiles } from "../backup/restore-files.ts";
import { restoreShop } from "../backup/restore-shop.ts";
import { openSettings } from "../backup/seal-settings.ts";
import type { Storage } from "../backup/storage.ts";
import {
  checkFiles,
  noteRehearsal,
  readRehearsal,
  rehearseRestore,
} from "../backup/verify-backup.ts";

const { values: flags } = parseFlags(
  "npm run restore -- --from folder-or-s3://bucket/folder [--backup id] [--settings new-file | --env-file path | --state folder] [--files | --replace name]",
  {
    options: {
      from: { type: "string" },
      /** The newest one by default. */
      backup: { type: "string" },
      /** Only opens the settings of the backup and writes them into a new file, to deploy a shop with. */
      settings: { type: "string" },
      /** The settings file of the deployed shop to restore into. Without it, the shop of `npm start`. */
      "env-file": { type: "string" },
      /** Where the state of a local shop is, if it is not that of `npm start`. */
      state: { type: "string" },
      /** Puts back only the files, into a bucket that lost them. The database stays. */
      files: { type: "boolean", default: false },
      /** The name of the shop whose data is deleted. Asked for otherwise. */
      replace: { type: "string" },
    },
  },
);
await runScript(async () => {
  const storage = openStorage(flags.from ?? process.env["BACKUP_TO"]);
  const manifest = await findBackup(storage, flags.backup);
  if (flags.settings !== undefined) await writeSettings(storage, manifest, flags.settings);
  else await restore(storage, manifest);
  process.exit(0);
});

async function writeSettings(storage: Storage, manifest: Manifest, path: string): Promise<void> {
  if (!manifest.settings) throw new Error(`The backup ${manifest.id} has no settings`);
  const sealed = (await storage.read(manifest.settings.path)).toString();
  const settings = await openSettings(sealed, await askPassphrase(false));
  // Not over a file that is there.
  writeFileSync(path, settings, { mode: 0o600, flag: "wx" });
  console.log(`${path} has the settings of ${manifest.shop}. Only you can read it.`);
}

async function restore(storage: Storage, manifest: Manifest): Promise<void> {
  const { id, shop: url, takenAt } = manifest;
  console.log(`${id} of ${url}, as it was on ${new Date(takenAt).toISOString()}`);
  console.log("Checking every file …");
  refuseProblems(await checkFiles(storage, manifest));
  const envFile = flags["env-file"];
  if (envFile !== undefined) loadSettings(envFile);
  const isLocal = envFile === undefined;
  const shop = await (isLocal
    ? openLocalShop(flags.state, { isStopped: true })
    : openDeployedShop());
  try {
    if (shop.mode !== manifest.mode)
      throw new Error(
        `The backup is of ${manifest.mode} mode, and the Stripe key of ${shop.name} of ${shop.mode} mode`,
      );
    if (flags.files) return reportFiles(await restoreFiles(shop, storage, manifest, console.log));
    const replaces = await mayReplace(shop, id);
    // An empty shop of this machine has nothing to lose.
    if (!isLocal || replaces) await rehearse(storage, manifest);
    await restoreShop(shop, storage, manifest, { replaces, progress: console.log });
  } finally {
    await shop.close();
  }
  const suffix = isLocal ? "" : ` --env-file ${envFile}`;
  console.log(`Restored, and the same as the backup.
What happened since then is at Stripe. Fetch it:
  npm run stripe -- rebuild${suffix}
  npm run stripe -- sweep${suffix}`);
}

function reportFiles(missing: string[]): void {
  console.log("The bucket has all files of the backup.");
  if (missing.length > 0)
    throw new Error(
      `These are newer than the backup. Upload them again under Files in the console:\n${missing.join("\n")}`,
    );
}

/** Restores into a database on this machine first, unless that was done with this backup already. */
async function rehearse(storage: Storage, manifest: Manifest): Promise<void> {
  if ((await readRehearsal(storage))?.id === manifest.id) return;
  console.log("Restoring into a database on this machine first …");
  refuseProblems(await rehearseRestore(storage, manifest, console.log));
  await noteRehearsal(storage, manifest, Date.now());
}

function refuseProblems(problems: string[]): void {
  if (problems.length > 0)
    throw new Error(`Nothing was changed. The backup has problems:\n${problems.join("\n")}`);
}

/** @throws Error if another name was typed */
async function mayReplace(shop: OpenedShop, id: string): Promise<boolean> {
  const { isEmpty, unfinished } = await inspectDatabase(shop.bindings.DB);
  if (isEmpty || unfinished === id) return false;
  const typed =
    flags.replace ??
    (await ask(`All data of ${shop.name} (${shop.url}) will be deleted. Type its name: `));
  if (typed !== shop.name)
    throw new Error(`Nothing was changed: the shop has data, and its name is ${shop.name}`);
  return true;
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return "";
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
