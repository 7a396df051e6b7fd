import { spawnSync } from "node:child_process";
import { globSync, rmSync } from "node:fs";

// Writes the migration that leads from the newest snapshot of the schema to worker/db/schema. drizzle-kit compares with
// no older snapshot, so only the newest stays.
const { status } = spawnSync(
  "drizzle-kit",
  ["generate", "--config", "worker/db/drizzle.config.ts", ...process.argv.slice(2)],
  { stdio: "inherit" },
);
const snapshots = globSync("worker/db/migrations/meta/*_snapshot.json").toSorted();
if (status === 0) for (const older of snapshots.slice(0, -1)) rmSync(older);
process.exitCode = status ?? 1;
