import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";
import { commands } from "./stripe-commands.ts";
import { runCommand } from "./run-stripe-command.ts";
import { deployedPlace, localPlace } from "./shop-environment.ts";

// npm run stripe -- sweep | backfill | rebuild | drift | outage begin | outage end [--env-file path]
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Settings of a deployed shop, NAME=value a line. Without it the shop of `npm start` is meant. */
    "env-file": { type: "string" },
  },
});
const command = commands[positionals.join(" ")];
try {
  if (!command) throw new Error(`Say one of: ${Object.keys(commands).join(", ")}`);
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);
  const place = flags["env-file"] ? await deployedPlace(process.env) : localPlace();
  await runCommand(place, command, console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
