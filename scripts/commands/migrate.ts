import { globSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { parseFlags, runScript } from "../run-script.ts";
import { readMigration } from "../migrations/read-statements.ts";
import { loadDeployedShopEnvironment } from "../shop/environment.ts";
import {
  listPendingRemoteMigrations,
  migrateRemoteDatabase,
  MIGRATIONS,
} from "../shop/migrate-database.ts";

const { values: flags } = parseFlags("npm run migrate -- [--env-file path] [--status | --check]", {
  options: {
    /** A settings file with one NAME=value per line. Variables that are already set take precedence. */
    "env-file": { type: "string" },
    /** Lists the migrations that the database of the deployed shop lacks, and changes nothing. */
    status: { type: "boolean", default: false },
    /** Reads the files alone: names each statement that D1 cannot take. */
    check: { type: "boolean", default: false },
  },
});

await runScript(async () => {
  if (flags.check) {
    globSync(MIGRATIONS).map(readMigration);
    return;
  }
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);
  const { configPath } = await loadDeployedShopEnvironment(process.env);
  const pending = await listPendingRemoteMigrations(configPath);
  if (pending.length === 0) console.log("The database is up to date.");
  for (const { name, statements, applied } of pending)
    console.log(`${name}: ${applied} of ${statements} statements applied`);
  if (!flags.status && pending.length > 0)
    await migrateRemoteDatabase(configPath, (name) => console.log(`Applied ${name}`));
});
