import { loadEnvFile } from "node:process";
import { parseFlags } from "../run-script.ts";
import { stripeCommands } from "../stripe/commands.ts";
import { runStripeCommand } from "../stripe/run-command.ts";
import { loadDeployedShopEnvironment, getLocalShopEnvironment } from "../shop/environment.ts";

// npm run stripe -- sweep | backfill | rebuild | drift | outage begin | outage end [--env-file path]
const { values: flags, positionals } = parseFlags("npm run stripe -- <command> [--env-file path]", {
  allowPositionals: true,
  options: {
    /** The settings file of a deployed shop, one NAME=value per line. Without it, uses the shop of `npm start`. */
    "env-file": { type: "string" },
  },
});
const command = stripeCommands[positionals.join(" ")];
try {
  if (!command)
    throw new Error(`Unknown command. Use one of: ${Object.keys(stripeCommands).join(", ")}`);
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);
  const environment = flags["env-file"]
    ? await loadDeployedShopEnvironment(process.env)
    : getLocalShopEnvironment();
  await runStripeCommand(environment, command, console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
