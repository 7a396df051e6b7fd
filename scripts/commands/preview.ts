import { parseFlags, runScript } from "../run-script.ts";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { buildShop, deployShop } from "../deploy/deploy-shop.ts";
import { reportUrl } from "../deploy/report.ts";
import { runCommand } from "../deploy/runner.ts";
import type { Settings } from "../deploy/settings.ts";
import { tryShop } from "../deploy/try-shop.ts";
import { validateAccount } from "../deploy/validate-account.ts";
import { waitUntilReady } from "../deploy/wait-until-ready.ts";
import { getPreviewName, getPreviewOrigin } from "../preview/name.ts";
import { deploySandbox, getDryRunWorld, getSandboxName, trySandbox } from "../preview/sandbox.ts";
import {
  canPreview,
  readPreviewSettings,
  readSandboxPreviewSettings,
} from "../preview/settings.ts";
import { createStripePreviewWebhooks, withNewEndpoint } from "../preview/webhooks.ts";
import { seedShop } from "../seed/seed-shop.ts";
import { getWebhookUrl } from "../stripe/endpoint.ts";

const { values: flags } = parseFlags(
  "npm run preview -- --branch my-branch [--sandbox] [--dry-run]",
  {
    options: {
      branch: { type: "string" },
      sandbox: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  },
);

await runScript(async () => {
  if (canPreview(process.env, flags.sandbox)) {
    const name = getPreviewName(flags.branch ?? "");
    const subdomain = process.env["WORKERS_SUBDOMAIN"] ?? "";
    const origin = getPreviewOrigin(name, subdomain);
    if (flags.sandbox) await previewWithSandbox(name, origin, subdomain);
    else await previewWithStripe(name, origin);
    reportUrl(origin);
  }
});

async function previewWithStripe(name: string, origin: string): Promise<void> {
  // Everything is validated before anything is touched, above all that the key at Stripe is a test key.
  const readSettings = (webhookSecret: string) =>
    readPreviewSettings(process.env, { origin, webhookSecret });
  const url = getWebhookUrl(origin);
  const checked = readSettings("whsec_of_the_new_endpoint");
  if (flags["dry-run"]) {
    console.log(`Stripe: create a webhook endpoint at ${url}, and delete older ones at the end`);
    await tryShop({ name, settings: checked }, { onMigrated: "Seed the demo catalog" });
    return;
  }
  const webhooks = createStripePreviewWebhooks(checked.config.stripe.secretKey);
  const deploy = await prepareDeployment(name, checked);
  await withNewEndpoint(webhooks, url, (webhookSecret, onDeployed) =>
    deploy(readSettings(webhookSecret), onDeployed),
  );
}

/** The sandbox is a Worker beside the preview, and stands in for Stripe, the identity provider and the email service. */
async function previewWithSandbox(name: string, origin: string, subdomain: string): Promise<void> {
  const sandboxName = getSandboxName(name);
  const sandboxOrigin = getPreviewOrigin(sandboxName, subdomain);
  const dryRunWorld = getDryRunWorld(sandboxOrigin);
  const checked = readSandboxPreviewSettings(process.env, { origin, world: dryRunWorld });
  if (flags["dry-run"]) {
    console.log(`Deploy the sandbox at ${sandboxOrigin}, and create its world ${dryRunWorld.url}`);
    await trySandbox(runCommand, sandboxName);
    await tryShop({ name, settings: checked }, { onMigrated: "Seed the demo catalog" });
    return;
  }
  const deploy = await prepareDeployment(name, checked);
  const at = { name: sandboxName, sandboxOrigin, shopOrigin: origin };
  const world = await deploySandbox(runCommand, at);
  await deploy(readSandboxPreviewSettings(process.env, { origin, world }));
}

/** Checks the account and builds the shop. Returns what deploys it. */
async function prepareDeployment(name: string, checked: Settings) {
  const account = await openCloudflareAccount(runCommand, process.env);
  await validateAccount(account, { name, settings: checked });
  await buildShop(runCommand);
  return async (settings: Settings, onDeployed?: () => void): Promise<void> => {
    await deployShop(
      { runner: runCommand, account },
      {
        name,
        settings,
        onMigrated: async (configPath) => {
          console.log("Seeding the demo catalog …");
          const vars = { ...settings.vars, ...settings.secrets };
          await seedShop({ configPath, persistTo: false, vars });
        },
        waitUntilReady: async (...version) => {
          onDeployed?.();
          await waitUntilReady(...version);
        },
      },
    );
  };
}
