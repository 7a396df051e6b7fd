import { parseFlags, runScript } from "../run-script.ts";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { listBucketNames, listQueueNames, readCommittedConfig } from "../deploy/config.ts";
import { removeBucket, removeDatabase, removeQueue, removeWorker } from "../deploy/resources.ts";
import { createDryRunTarget } from "../deploy/dry-run.ts";
import { runCommand } from "../deploy/runner.ts";
import { emptyBucket, dryRunEmptyBucket } from "../deploy/empty-bucket.ts";
import { getPreviewName, getPreviewOrigin } from "../preview/name.ts";
import { getSandboxName } from "../preview/sandbox.ts";
import { canPreview, readPreviewPlace, readPreviewStripeKey } from "../preview/settings.ts";
import { createDryRunPreviewWebhooks, createStripePreviewWebhooks } from "../preview/webhooks.ts";
import { getWebhookUrl } from "../stripe/endpoint.ts";

const { values: flags } = parseFlags(
  "npm run preview:delete -- --branch my-branch [--sandbox] [--dry-run]",
  {
    options: {
      branch: { type: "string" },
      sandbox: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  },
);
const isDryRun = flags["dry-run"];

await runScript(async () => {
  if (canPreview(process.env, flags.sandbox)) {
    const name = getPreviewName(flags.branch ?? "");
    const origin = getPreviewOrigin(name, process.env["WORKERS_SUBDOMAIN"] ?? "");
    const place = readPreviewPlace(process.env);
    const readWebhooks = () => {
      const stripeKey = readPreviewStripeKey(process.env);
      return isDryRun ? createDryRunPreviewWebhooks() : createStripePreviewWebhooks(stripeKey);
    };
    // A sandbox keeps its endpoints, and everything else, in its own Worker.
    const webhooks = flags.sandbox ? undefined : readWebhooks();

    const target = isDryRun
      ? createDryRunTarget([name, ...listBucketNames(readCommittedConfig(), name)])
      : { runner: runCommand, account: await openCloudflareAccount(runCommand, process.env) };
    const { runner } = target;
    // Deletes the Worker first, because it uses the queues, the database and the bucket.
    await removeWorker(runner, name);
    if (flags.sandbox) await removeWorker(runner, getSandboxName(name));
    await webhooks?.remove(getWebhookUrl(origin));
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
