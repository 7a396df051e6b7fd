import { parseArgs } from "node:util";
import { bucketNames, queueNames, readCommittedConfig } from "./deploy-config.ts";
import { removeBucket, removeDatabase, removeQueue, removeWorker } from "./deploy-resources.ts";
import { rehearse, run } from "./deploy-runner.ts";
import { emptyBucket, rehearseEmptying } from "./empty-bucket.ts";
import { previewName, previewOrigin } from "./preview-name.ts";
import { canPreview } from "./preview-settings.ts";
import { rehearsedWebhooks, stripeWebhooks } from "./preview-webhooks.ts";
import { webhookUrl } from "./stripe-endpoint.ts";

// npm run preview:delete -- --branch my-branch [--dry-run]
const { values: flags } = parseArgs({
  options: { branch: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const rehearsal = flags["dry-run"];

if (canPreview(process.env)) {
  const name = previewName(flags.branch ?? "");
  const origin = previewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
  const runner = rehearsal ? rehearse([name, ...bucketNames(readCommittedConfig(), name)]) : run;
  const webhooks = rehearsal
    ? rehearsedWebhooks()
    : stripeWebhooks(process.env["PREVIEW_STRIPE_SECRET_KEY"] ?? "");

  // The Worker first: it consumes the queues, and writes to the database and the bucket.
  await removeWorker(runner, name);
  await webhooks.remove(webhookUrl(origin));
  const base = readCommittedConfig();
  for (const queue of queueNames(base, name).toReversed()) await removeQueue(runner, queue);
  for (const bucket of bucketNames(base, name))
    await removeBucket(runner, bucket, rehearsal ? rehearseEmptying : emptyBucket);
  await removeDatabase(runner, name);
  console.log(`Nothing is left of ${name}`);
}
