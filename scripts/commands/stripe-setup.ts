import { loadEnvFile } from "node:process";
import { parseFlags } from "../run-script.ts";
import { openStripe } from "../../worker/stripe/client.ts";
import { readSettings } from "../deploy/settings.ts";
import { planStripeSetup } from "../stripe/plan-setup.ts";

const { values: flags } = parseFlags(
  "npm run stripe:setup -- [--env-file path] [--dry-run] [--replace]",
  {
    options: {
      /** A settings file with one NAME=value per line. Variables that are already set take precedence. */
      "env-file": { type: "string" },
      "dry-run": { type: "boolean", default: false },
      /** Recreates the webhook endpoint, if its secret is lost or its API version is old. */
      replace: { type: "boolean", default: false },
    },
  },
);
if (flags["env-file"]) loadEnvFile(flags["env-file"]);

try {
  await setUp();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function setUp(): Promise<void> {
  // This script creates the secret, so it may not be set yet.
  const webhookSecret = process.env["STRIPE_WEBHOOK_SECRET"] || "whsec_placeholder";
  const { config } = readSettings({ ...process.env, STRIPE_WEBHOOK_SECRET: webhookSecret });
  const { origin, stripe } = config;
  const steps = await planStripeSetup(openStripe(stripe), { origin, replace: flags.replace });
  for (const { description, run } of steps) {
    console.log(`Stripe, ${stripe.mode} mode: ${description}`);
    const secret = flags["dry-run"] ? undefined : await run();
    if (secret) printSecret(secret);
  }
  if (flags["dry-run"]) console.log("Nothing was changed.");
}

function printSecret(secret: string): void {
  console.log(`
  STRIPE_WEBHOOK_SECRET=${secret}

  Stripe shows this secret only once. Add the line to your settings file, then deploy:
  npm run deploy -- --env-file ${flags["env-file"] ?? "production.env"}
`);
}
