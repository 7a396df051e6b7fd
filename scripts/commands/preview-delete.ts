import { parseFlags, runScript } from "../run-script.ts";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { listBucketNames, listQueueNames, readCommittedConfig } from "../deploy/config.ts";
import { removeBucket, removeDatabase, removeQueue, removeWorker } from "../deploy/resources.ts";
import { createDryRunTarget } from "../deploy/dry-run.ts";
import { runCommand } from "../deploy/runner.ts";
import { emptyBucket, dryRunEmptyBucket } from "../deploy/empty-bucket.ts";
import { getPreviewName, getPreviewOrigin } from "../preview/name.ts";
import { canPreview, readPreviewPlace, readPreviewStripeKey } from "../preview/settings.ts";
import { createDryRunPreviewWebhooks, createStripePreviewWebhooks } from "../preview/webhooks.ts";
import { getWebhookUrl } from "../stripe/endpoint.ts";

const { values: flags } = parseFlags("npm run preview:delete -- --branch my-branch [--dry-run]", {
  options: { branch: { type: "string" }, "dry-run": { type: "boolean", default: false } },
});
const isDryRun = flags["dry-run"];

await runScript(async () => {
  if (canPreview(process.env)) {
    const name = getPreviewName(flags.branch ?? "");
    const origin = getPreviewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
    const stripeKey = readPreviewStripeKey(process.env);
    const place = readPreviewPlace(process.env);
    const webhooks = isDryRun
      ? createDryRunPreviewWebhooks()
      : createStripePreviewWebhooks(stripeKey);

    const target = isDryRun
      ? createDryRunTarget([name, ...listBucketNames(readCommittedConfig(), name)])
      : { runner: runCommand, account: await openCloudflareAccount(runCommand, process.env) };
    const { runner } = target;
    // Deletes the Worker first, because it uses the queues, the database and the bucket.
    await removeWorker(runner, name);
    await webhooks.remove(getWebhookUrl(origin));
    const base = readCommittedConfig();
    for (const queue of listQueueNames(base, name).toReversed()) await removeQueue(runner, queue);
    for (const bucket of listBucketNames(base, name))
      await removeBucket(
        target,
        { name: bucket, place },
        isDryRun ? dryRunEmptyBucket : emptyBucket,
      );
    await removeDatabase(target, name);
    console.log(`Deleted ${name} and its resources`);
  }
});
