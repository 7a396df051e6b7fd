import { openCloudflareApi, toAccount } from "../deploy/cloudflare-api.ts";
import { listBucketNames, listQueueNames, readCommittedConfig } from "../deploy/config.ts";
import { findDatabase, hasBucket } from "../deploy/resources.ts";
import { planStripeSetup, type SetupStep } from "../stripe/plan-setup.ts";
import { readHost } from "./checks/host.ts";
import type { SetupContext } from "./steps.ts";

/** A thing in the Cloudflare account that the shop needs. */
export type Resource = {
  kind: "database" | "queue" | "bucket" | "Worker";
  name: string;
  exists: boolean;
};

/** What is there already. */
export type Facts = {
  resources: Resource[];
  /** The changes at Stripe. The first one is the webhook endpoint's. */
  stripe: SetupStep[];
};

/**
 * Reads what exists at Cloudflare and Stripe. Changes nothing.
 * @param input.replaceEndpoint plans a new webhook endpoint, because the secret of the old one is unknown
 * @throws Error if one of them refuses
 */
export async function readFacts(
  { answers, token, surroundings }: SetupContext,
  input: { replaceEndpoint: boolean },
): Promise<Facts> {
  const api = openCloudflareApi(surroundings, { token });
  const account = toAccount(api, answers["CLOUDFLARE_ACCOUNT_ID"] ?? "");
  const name = answers["WORKER_NAME"] ?? "";
  const base = readCommittedConfig();
  const isInEu = answers["DATA_JURISDICTION"] === "eu";
  const [databaseId, queues, workers, buckets, stripe] = await Promise.all([
    findDatabase(account, name),
    account.read<{ queue_name: string }[]>("/queues?per_page=100"),
    account.read<{ id: string }[]>("/workers/scripts"),
    Promise.all(
      listBucketNames(base, name).map(async (bucket) => ({
        kind: "bucket" as const,
        name: bucket,
        exists: await hasBucket(account, bucket, isInEu),
      })),
    ),
    planStripeSetup(surroundings.openStripe(answers["STRIPE_SECRET_KEY"] ?? ""), {
      origin: `https://${readHost(answers["AUTH_URL"] ?? "")}`,
      replace: input.replaceEndpoint,
    }),
  ]);
  return {
    resources: [
      { kind: "database", name, exists: databaseId !== undefined },
      ...listQueueNames(base, name).map((queue) => ({
        kind: "queue" as const,
        name: queue,
        exists: queues.some((each) => each.queue_name === queue),
      })),
      ...buckets,
      { kind: "Worker", name, exists: workers.some(({ id }) => id === name) },
    ],
    stripe,
  };
}
