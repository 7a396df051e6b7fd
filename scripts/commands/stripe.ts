import { loadEnvFile } from "node:process";
import { parseFlags } from "../run-script.ts";
import { localUrls } from "../gatehouse/local-shop.ts";
import { stripeCommands } from "../stripe/commands.ts";
import { runStripeCommand } from "../stripe/run-command.ts";
import { runOnRunningShop } from "../stripe/running-shop.ts";
import { loadDeployedShopEnvironment } from "../shop/environment.ts";

// npm run stripe -- sweep | backfill | rebuild [watch | pause | resume] | drift | outage begin | outage end [--env-file path]
const { values: flags, positionals } = parseFlags("npm run stripe -- <command> [--env-file path]", {
  allowPositionals: true,
  options: {
    /** The settings file of a deployed shop, one NAME=value per line. Without it, uses the shop of `npm start`. */
    "env-file": { type: "string" },
  },
});
const name = positionals.join(" ");
const command = stripeCommands[name];
try {
  if (!command)
    throw new Error(`Unknown command. Use one of: ${Object.keys(stripeCommands).join(", ")}`);
  if (flags["env-file"]) {
    loadEnvFile(flags["env-file"]);
    await runStripeCommand(await loadDeployedShopEnvironment(process.env), command, console.log);
  } else await runOnRunningShop(localUrls(), name, console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
