import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";
import { openStripe } from "../worker/stripe/client.ts";
import { readSettings } from "./deploy-settings.ts";
import { planSetup } from "./plan-stripe-setup.ts";

// npm run stripe:setup -- [--env-file path] [--dry-run] [--replace]
const { values: flags } = parseArgs({
  options: {
    /** A file of settings, NAME=value a line. What the environment has already wins. */
    "env-file": { type: "string" },
    "dry-run": { type: "boolean", default: false },
    /** Makes the webhook endpoint anew: its secret is lost, or its API version is old. */
    replace: { type: "boolean", default: false },
  },
});
if (flags["env-file"]) loadEnvFile(flags["env-file"]);

try {
  await setUp();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function setUp(): Promise<void> {
  // The secret is what this makes, so there may be none yet.
  const secrets = process.env["STRIPE_WEBHOOK_SECRET"] || "whsec_of_the_endpoint_to_come";
  const { config } = readSettings({ ...process.env, STRIPE_WEBHOOK_SECRET: secrets });
  const { origin, stripe } = config;
  const steps = await planSetup(openStripe(stripe), { origin, replace: flags.replace });
  for (const { says, run } of steps) {
    console.log(`Stripe, ${stripe.mode} mode: ${says}`);
    const secret = flags["dry-run"] ? undefined : await run();
    if (secret) tellSecret(secret);
  }
  if (flags["dry-run"]) console.log("Nothing was changed.");
}

function tellSecret(secret: string): void {
  console.log(`
  STRIPE_WEBHOOK_SECRET=${secret}

  Stripe shows this secret only now. Put the line into the file of settings and deploy, or hand it to the Worker:
  npx wrangler secret put STRIPE_WEBHOOK_SECRET
`);
}
