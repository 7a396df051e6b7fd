import { parseFlags, runScript } from "../run-script.ts";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { buildShop, deployShop } from "../deploy/deploy-shop.ts";
import { reportUrl } from "../deploy/report.ts";
import { runCommand } from "../deploy/runner.ts";
import { tryShop } from "../deploy/try-shop.ts";
import { validateAccount } from "../deploy/validate-account.ts";
import { waitUntilReady } from "../deploy/wait-until-ready.ts";
import { getPreviewName, getPreviewOrigin } from "../preview/name.ts";
import { canPreview, readPreviewSettings } from "../preview/settings.ts";
import { createStripePreviewWebhooks, withNewEndpoint } from "../preview/webhooks.ts";
import { seedShop } from "../seed/seed-shop.ts";
import { getWebhookUrl } from "../stripe/endpoint.ts";

const { values: flags } = parseFlags("npm run preview -- --branch my-branch [--dry-run]", {
  options: { branch: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});

await runScript(async () => {
  if (canPreview(process.env)) {
    // Everything is validated before anything is touched, above all that the key at Stripe is a test key.
    const name = getPreviewName(flags.branch ?? "");
    const origin = getPreviewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
    const readSettings = (webhookSecret: string) =>
      readPreviewSettings(process.env, { origin, webhookSecret });
    const url = getWebhookUrl(origin);
    const checked = readSettings("whsec_of_the_new_endpoint");
    if (flags["dry-run"]) {
      console.log(`Stripe: create a webhook endpoint at ${url}, and delete older ones at the end`);
      await tryShop({ name, settings: checked }, { onMigrated: "Seed the demo catalog" });
    } else {
      const account = await openCloudflareAccount(runCommand, process.env);
      await validateAccount(account, { name, settings: checked });
      await buildShop(runCommand);
      const webhooks = createStripePreviewWebhooks(checked.config.stripe.secretKey);
      await withNewEndpoint(webhooks, url, async (webhookSecret, onDeployed) => {
        const settings = readSettings(webhookSecret);
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
              onDeployed();
              await waitUntilReady(...version);
            },
          },
        );
      });
    }
    reportUrl(origin);
  }
});
