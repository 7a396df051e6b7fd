import { loadEnvFile } from "node:process";
import { parseFlags, runScript } from "../run-script.ts";
import { readCommittedConfig } from "../deploy/config.ts";
import { printNotice, reportUrl } from "../deploy/report.ts";
import { runCommand } from "../deploy/runner.ts";
import { findMissingVariables, readSettings } from "../deploy/settings.ts";
import { buildShop, deployShop } from "../deploy/deploy-shop.ts";
import { tryShop } from "../deploy/try-shop.ts";

const { values: flags } = parseFlags(
  "npm run deploy -- [--env-file path] [--dry-run] [--if-configured]",
  {
    options: {
      /** A settings file with one NAME=value per line. Variables that are already set take precedence. */
      "env-file": { type: "string" },
      "dry-run": { type: "boolean", default: false },
      /** For CI: skips the deployment without an error if there is no Cloudflare token. */
      "if-configured": { type: "boolean", default: false },
    },
  },
);
await runScript(async () => {
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);

  if (
    flags["if-configured"] &&
    findMissingVariables(process.env, ["CLOUDFLARE_API_TOKEN"]).length > 0
  ) {
    printNotice(
      "Deployment skipped: CLOUDFLARE_API_TOKEN is not set. docs/guides/deploy.md explains how to set up deployments.",
    );
  } else {
    const name = readCommittedConfig().name ?? "gatehouse";
    const settings = readSettings(process.env);
    if (flags["dry-run"]) await tryShop({ name, settings });
    else {
      await buildShop(runCommand);
      await deployShop(runCommand, { name, settings });
    }
    reportUrl(settings.config.origin);
  }
});
