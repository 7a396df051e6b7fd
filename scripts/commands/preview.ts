import { readFileSync } from "node:fs";
import { parseFlags, runScript } from "../run-script.ts";
import { waitUntilReady } from "../deploy/wait-until-ready.ts";
import { reportUrl } from "../deploy/report.ts";
import { createDryRunRunner, runCommand } from "../deploy/runner.ts";
import { buildShop, deployShop } from "../deploy/deploy-shop.ts";
import { getPreviewName, getPreviewOrigin } from "../preview/name.ts";
import { canPreview, readPreviewSettings } from "../preview/settings.ts";
import { createDryRunPreviewWebhooks, createStripePreviewWebhooks } from "../preview/webhooks.ts";
import { seedShop } from "../seed/seed-shop.ts";
import { getWebhookUrl } from "../stripe/endpoint.ts";

const { values: flags } = parseFlags("npm run preview -- --branch my-branch [--dry-run]", {
  options: { branch: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const isDryRun = flags["dry-run"];

await runScript(async () => {
  if (canPreview(process.env)) {
    const name = getPreviewName(flags.branch ?? "");
    const origin = getPreviewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
    const runner = isDryRun ? createDryRunRunner([]) : runCommand;
    const webhooks = isDryRun
      ? createDryRunPreviewWebhooks()
      : createStripePreviewWebhooks(process.env["PREVIEW_STRIPE_SECRET_KEY"] ?? "");

    await buildShop(runner);
    const webhookSecret = await webhooks.replace(getWebhookUrl(origin));
    const settings = readPreviewSettings(process.env, { origin, webhookSecret });
    const { configPath } = await deployShop(runner, {
      name,
      settings,
      onMigrated: async (path) => {
        console.log("Seeding the demo catalog …");
        const vars = { ...settings.vars, ...settings.secrets };
        if (!isDryRun) await seedShop({ configPath: path, persistTo: false, vars });
      },
    });
    if (isDryRun) console.log(`${configPath}:\n${readFileSync(configPath, "utf8")}`);
    else await waitUntilReady(origin);
    reportUrl(origin);
  }
});
