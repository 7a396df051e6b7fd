import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";
import { syncCustomer } from "../worker/features/customers/sync-customer.ts";
import { withShop } from "./open-shop.ts";
import { commands, type Command } from "./stripe-commands.ts";
import { deployedPlace, localPlace } from "./stripe-place.ts";
import { openInlineQueue, syncInline } from "./stripe-sync.ts";

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
  await runCommand(command);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function runCommand(command: Command): Promise<void> {
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);
  const place = flags["env-file"] ? await deployedPlace(process.env) : localPlace();
  const { queue, take } = openInlineQueue();
  await withShop(place, "stripe", async (openCtx) => {
    const newCtx = () => ({ ...openCtx(), syncQueue: queue });
    const sync = (customerId: string) => syncCustomer(newCtx(), { customerId });
    await command({ newCtx, syncQueued: () => syncInline(take(), sync), print: console.log });
  });
}
