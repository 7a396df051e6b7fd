import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import type { DeployedNames } from "./account.ts";

/** Git ignores it. */
const FOLDER = ".gatehouse/exports";

/**
 * Exports a deployed database into a file, as SQL. The database does not answer meanwhile: some seconds for each GB.
 * @returns the path of the file
 */
export async function exportDatabase(runner: CommandRunner, shop: DeployedNames): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const path = join(FOLDER, `${new Date().toISOString().replaceAll(":", "-")}.sql`);
  const args = [
    "d1",
    "export",
    shop.name,
    "--remote",
    "--output",
    path,
    "--config",
    shop.configPath,
  ];
  await runOrThrow(runner, "wrangler", args);
  return path;
}
