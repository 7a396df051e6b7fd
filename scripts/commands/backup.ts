import { parseFlags, runScript } from "../run-script.ts";
import { findMissingVariables } from "../deploy/settings.ts";
import { printNotice } from "../deploy/report.ts";
import { askPassphrase } from "../backup/ask-passphrase.ts";
import { makeBackup } from "../backup/make-backup.ts";
import {
  loadSettings,
  openDeployedShop,
  openLocalShop,
  writeShopSettings,
} from "../backup/open-shop.ts";
import { sealSettings } from "../backup/seal-settings.ts";
import { openStorage } from "../backup/open-storage.ts";
import { sizeOf } from "../backup/verify-backup.ts";

const { values: flags } = parseFlags(
  "npm run backup -- --to folder-or-s3://bucket/folder [--env-file path | --deployed | --state folder] [--without-settings] [--if-configured]",
  {
    options: {
      /** A folder, or `s3://bucket/folder` of any service with S3's API. */
      to: { type: "string" },
      /** The settings file of a deployed shop. Without it, the shop of `npm start` is backed up. */
      "env-file": { type: "string" },
      /** The shop whose settings are in the environment, as in a job of GitHub. */
      deployed: { type: "boolean", default: false },
      /** Where the state of a local shop is, if it is not that of `npm start`. */
      state: { type: "string" },
      /** Leaves out the settings and signing keys. */
      "without-settings": { type: "boolean", default: false },
      /** For a scheduled job: skips the backup without an error if the bucket is not configured. */
      "if-configured": { type: "boolean", default: false },
    },
  },
);
await runScript(async () => {
  const missing = flags["if-configured"]
    ? findMissingVariables(process.env, ["CLOUDFLARE_API_TOKEN", "BACKUP_TO"])
    : [];
  if (missing.length > 0) {
    printNotice(
      `Backup skipped: ${missing.join(" and ")} is not set. docs/guides/backup.md explains how to set up nightly backups.`,
    );
    return;
  }
  const storage = openStorage(flags.to ?? process.env["BACKUP_TO"]);
  if (flags["env-file"] !== undefined) loadSettings(flags["env-file"]);
  const isDeployed = flags.deployed || flags["env-file"] !== undefined;
  const settings =
    isDeployed && !flags["without-settings"]
      ? await sealSettings(writeShopSettings(process.env), await askPassphrase(true))
      : null;
  const shop = await (isDeployed ? openDeployedShop() : openLocalShop(flags.state));
  try {
    const began = Date.now();
    const { manifest, copied } = await makeBackup(shop, storage, {
      settings,
      progress: console.log,
    });
    const { id, objects } = manifest;
    const megabytes = (sizeOf(manifest) / 1e6).toFixed(1);
    console.log(
      `${storage.place}/${id}: the database in ${megabytes} MB, ${objects.count} files (${copied} new), settings ${settings === null ? "left out" : "sealed"}, in ${Math.round((Date.now() - began) / 1000)} s`,
    );
    console.log(`Try it: npm run verify -- --from ${storage.place} --thorough`);
  } finally {
    await shop.close();
  }
  process.exit(0);
});
