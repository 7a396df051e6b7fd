import { parseArgs } from "node:util";
import { queueNames, readCommittedConfig } from "./deploy-config.ts";
import { removeDatabase, removeQueue, removeWorker } from "./deploy-resources.ts";
import { rehearse, run } from "./deploy-runner.ts";
import { previewName, previewOrigin } from "./preview-name.ts";
import { canPreview } from "./preview-settings.ts";
import { rehearsedWebhooks, stripeWebhooks } from "./preview-webhook.ts";
import { webhookUrl } from "./stripe-endpoint.ts";

// npm run preview:delete -- --branch my-branch [--dry-run]
const { values: flags } = parseArgs({
  options: { branch: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const rehearsal = flags["dry-run"];

if (canPreview(process.env)) {
  const name = previewName(flags.branch ?? "");
  const origin = previewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
  const runner = rehearsal ? rehearse([name]) : run;
  const webhooks = rehearsal
    ? rehearsedWebhooks()
    : stripeWebhooks(process.env["PREVIEW_STRIPE_SECRET_KEY"] ?? "");

  // The Worker first: it consumes the queues and writes to the database.
  await removeWorker(runner, name);
  await webhooks.remove(webhookUrl(origin));
  for (const queue of queueNames(readCommittedConfig(), name).toReversed())
    await removeQueue(runner, queue);
  await removeDatabase(runner, name);
  console.log(`Nothing is left of ${name}`);
}
