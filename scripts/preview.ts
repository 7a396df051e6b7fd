import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { waitUntilReady } from "./wait-until-ready.ts";
import { reportUrl } from "./deploy-report.ts";
import { rehearse, run } from "./deploy-runner.ts";
import { buildShop, deployShop } from "./deploy-shop.ts";
import { previewName, previewOrigin } from "./preview-name.ts";
import { canPreview, previewSettings } from "./preview-settings.ts";
import { rehearsedWebhooks, stripeWebhooks } from "./preview-webhooks.ts";
import { seedCatalog } from "./seed-shop.ts";
import { webhookUrl } from "./stripe-endpoint.ts";

// npm run preview -- --branch my-branch [--dry-run]
const { values: flags } = parseArgs({
  options: { branch: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const rehearsal = flags["dry-run"];

if (canPreview(process.env)) {
  const name = previewName(flags.branch ?? "");
  const origin = previewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
  const runner = rehearsal ? rehearse([]) : run;
  const webhooks = rehearsal
    ? rehearsedWebhooks()
    : stripeWebhooks(process.env["PREVIEW_STRIPE_SECRET_KEY"] ?? "");

  await buildShop(runner);
  const webhookSecret = await webhooks.replace(webhookUrl(origin));
  const settings = previewSettings(process.env, { origin, webhookSecret });
  const { configPath } = await deployShop(runner, {
    name,
    settings,
    migrated: async (path) => {
      console.log("Seeding the demo catalog …");
      const vars = { ...settings.vars, ...settings.secrets };
      if (!rehearsal) await seedCatalog({ configPath: path, persistTo: false, vars });
    },
  });
  if (rehearsal) console.log(`${configPath}:\n${readFileSync(configPath, "utf8")}`);
  else await waitUntilReady(origin);
  reportUrl(origin);
}
