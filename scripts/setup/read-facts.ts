import { openCloudflareApi, toResult, type CloudflareApi } from "../deploy/cloudflare-api.ts";
import { listBucketNames, listQueueNames, readCommittedConfig } from "../deploy/config.ts";
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
  const account = `/accounts/${answers["CLOUDFLARE_ACCOUNT_ID"]}`;
  const name = answers["WORKER_NAME"] ?? "";
  const base = readCommittedConfig();
  const isInEu = answers["DATA_JURISDICTION"] === "eu";
  const [databases, queues, workers, buckets, stripe] = await Promise.all([
    list<{ name: string }>(api, `${account}/d1/database?name=${name}`),
    list<{ queue_name: string }>(api, `${account}/queues?per_page=100`),
    list<{ id: string }>(api, `${account}/workers/scripts`),
    Promise.all(
      listBucketNames(base, name).map(async (bucket) => ({
        kind: "bucket" as const,
        name: bucket,
        exists: await hasBucket(api, `${account}/r2/buckets/${bucket}`, isInEu),
      })),
    ),
    planStripeSetup(surroundings.openStripe(answers["STRIPE_SECRET_KEY"] ?? ""), {
      origin: `https://${readHost(answers["AUTH_URL"] ?? "")}`,
      replace: input.replaceEndpoint,
    }),
  ]);
  return {
    resources: [
      { kind: "database", name, exists: databases.some((each) => each.name === name) },
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

async function list<Item>(api: CloudflareApi, path: string): Promise<Item[]> {
  return toResult(path, await api.send<Item[]>("GET", path));
}

async function hasBucket(api: CloudflareApi, path: string, isInEu: boolean): Promise<boolean> {
  const headers: Record<string, string> = isInEu ? { "cf-r2-jurisdiction": "eu" } : {};
  const answer = await api.send("GET", path, { headers });
  if (answer.ok || answer.status === 404) return answer.ok;
  throw new Error(`Cloudflare refused ${path}: ${answer.message}`);
}
