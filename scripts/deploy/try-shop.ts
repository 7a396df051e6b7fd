import { globSync, readFileSync } from "node:fs";
import { MIGRATIONS } from "../shop/migrate-database.ts";
import { listBucketNames, readCommittedConfig } from "./config.ts";
import { buildShop, prepareAccount, type ShopToDeploy } from "./deploy-shop.ts";
import { tryVersion } from "./deploy-version.ts";
import { createDryRunTarget } from "./dry-run.ts";
import { runCommand, type CommandRunner } from "./runner.ts";

/**
 * Does everything of a deployment that needs no account, for `--dry-run`: builds the shop, lets wrangler bundle it and
 * read its configuration, and prints what the rest would do. Touches nothing outside of this folder.
 * @param input.onMigrated what runs between the migrations and the deployment
 */
export async function tryShop(
  shop: ShopToDeploy,
  input: { onMigrated?: string; runner?: CommandRunner; print?: (line: string) => void } = {},
): Promise<void> {
  const { runner = runCommand, print = console.log } = input;
  await buildShop(runner, shop.settings);
  print("A deployment to an account with nothing in it would run:");
  const { name, settings } = shop;
  // Without a place, only an existing shop can be deployed.
  const existing = settings.place ? [] : [name, ...listBucketNames(readCommittedConfig(), name)];
  const configPath = await prepareAccount(createDryRunTarget(existing, print), shop);
  print(`Apply the migrations that the database lacks, of ${globSync(MIGRATIONS).length}`);
  if (input.onMigrated) print(input.onMigrated);
  if (settings.config.auth.emailSender?.kind === "cloudflare")
    print("Subscribe the sync queue to the bounces and complaints of Email Sending");
  print(`${configPath}:\n${readFileSync(configPath, "utf8")}`);
  print(`Secrets: ${Object.keys(settings.secrets).join(", ")}`);
  await tryVersion(runner, configPath);
  if (!settings.place)
    print(
      "No DATA_LOCATION or DATA_JURISDICTION is set, which the first deployment needs. Nothing was changed.",
    );
  else print("Nothing was changed.");
}
