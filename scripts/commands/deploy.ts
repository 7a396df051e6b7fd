import { loadEnvFile } from "node:process";
import { parseFlags, runScript } from "../run-script.ts";
import { choosePlace } from "../deploy/choose-place.ts";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { buildShop, deployShop } from "../deploy/deploy-shop.ts";
import { printNotice, reportUrl } from "../deploy/report.ts";
import { runCommand } from "../deploy/runner.ts";
import { findMissingVariables, readWorkerName } from "../deploy/settings.ts";
import { tryShop } from "../deploy/try-shop.ts";
import { validateAccount } from "../deploy/validate-account.ts";
import { listFileNames, readDeployableSettings } from "../deploy/validate-settings.ts";

const { values: flags } = parseFlags(
  "npm run deploy -- [--env-file path] [--dry-run] [--if-configured]",
  {
    options: {
      /** A settings file with one NAME=value per line. Variables that are already set take precedence. */
      "env-file": { type: "string" },
      /** Builds the shop and prints what would be done. Needs no account. */
      "dry-run": { type: "boolean", default: false },
      /** For CI: skips the deployment without an error if there is no Cloudflare token. */
      "if-configured": { type: "boolean", default: false },
    },
  },
);
await runScript(async () => {
  const file = flags["env-file"];
  const fileNames = file === undefined ? undefined : listFileNames(file);
  if (file !== undefined) loadEnvFile(file);
  const { env } = process;

  if (flags["if-configured"] && findMissingVariables(env, ["CLOUDFLARE_API_TOKEN"]).length > 0) {
    printNotice(
      "Deployment skipped: CLOUDFLARE_API_TOKEN is not set. docs/guides/deploy.md explains how to set up deployments.",
    );
    return;
  }
  const name = readWorkerName(env);
  const settings = readDeployableSettings(env, { name, fileNames });
  if (flags["dry-run"]) {
    await tryShop({ name, settings });
    return;
  }
  const canAsk = process.stdin.isTTY && process.stdout.isTTY;
  const account = await openCloudflareAccount(runCommand, env);
  const placed = await validateAccount(
    account,
    { name, settings },
    { choosePlace: canAsk ? choosePlace : undefined },
  );
  await buildShop(runCommand, settings);
  const { origin } = await deployShop({ runner: runCommand, account }, { name, settings: placed });
  reportUrl(origin);
});
