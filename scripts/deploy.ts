import { readFileSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";
import { readCommittedConfig } from "./deploy-config.ts";
import { waitUntilReady } from "./wait-until-ready.ts";
import { notice, reportUrl } from "./deploy-report.ts";
import { rehearse, run } from "./deploy-runner.ts";
import { missingNames, readSettings } from "./deploy-settings.ts";
import { buildShop, deployShop } from "./deploy-shop.ts";

// npm run deploy -- [--env-file path] [--dry-run] [--if-configured]
const { values: flags } = parseArgs({
  options: {
    /** A file of settings, NAME=value a line. What the environment has already wins. */
    "env-file": { type: "string" },
    "dry-run": { type: "boolean", default: false },
    /** For CI: no token means nothing to do, rather than an error. */
    "if-configured": { type: "boolean", default: false },
  },
});
if (flags["env-file"]) loadEnvFile(flags["env-file"]);

if (flags["if-configured"] && missingNames(process.env, ["CLOUDFLARE_API_TOKEN"]).length > 0) {
  notice(
    "Not deployed: CLOUDFLARE_API_TOKEN is not set. The README says how deploying from here is set up.",
  );
} else {
  const name = readCommittedConfig().name ?? "gatehouse";
  const runner = flags["dry-run"] ? rehearse([]) : run;
  const settings = readSettings(process.env);
  await buildShop(runner);
  const { origin, configPath } = await deployShop(runner, { name, settings });
  if (flags["dry-run"]) console.log(`${configPath}:\n${readFileSync(configPath, "utf8")}`);
  else await waitUntilReady(origin);
  reportUrl(origin);
}
