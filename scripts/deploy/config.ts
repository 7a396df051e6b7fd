import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { experimental_readRawConfig, type Unstable_RawConfig } from "wrangler";
import { parseSender } from "../../worker/email-sender/email-message.ts";
import type { DataPlace } from "./data-place.ts";

/** The contents of wrangler.toml, without wrangler's defaults. */
export type WranglerConfig = Unstable_RawConfig;

/** The committed configuration, which every deployment's configuration is based on. */
export const COMMITTED_CONFIG = "wrangler.toml";

/** The parts of the configuration that differ per deployment. */
export type Deployment = {
  /** The Worker's name; its database, queues and bucket are named after it. */
  name: string;
  /** Scheme and host of AUTH_URL: on workers.dev, or else a custom domain of the account. */
  origin: string;
  databaseId: string;
  vars: Record<string, string>;
  /** Where the database and the bucket are. Only the bucket's jurisdiction is a part of the configuration. */
  place?: DataPlace | undefined;
  /** The cloud region beside which the Worker runs. */
  placementRegion?: string | undefined;
  /** Whether the Worker writes data points to Workers Analytics Engine. */
  hasMetrics?: boolean;
};

/** The keys that `toDeployConfig` handles. Any other binding could connect a preview to production data. */
const supportedKeys = new Set([
  "name",
  "main",
  "compatibility_date",
  "compatibility_flags",
  "no_bundle",
  "rules",
  "upload_source_maps",
  "build",
  "assets",
  "observability",
  "d1_databases",
  "queues",
  "r2_buckets",
  "ratelimits",
  "triggers",
  "limits",
  "placement",
  "version_metadata",
  "vars",
]);

/** Reads wrangler.toml without applying wrangler's defaults. */
export function readCommittedConfig(): WranglerConfig {
  return experimental_readRawConfig({ config: COMMITTED_CONFIG }).rawConfig as WranglerConfig;
}

/** Returns the path of a deployment's configuration file, relative to the project. Git ignores it. */
export function getDeployConfigPath(name: string): string {
  return join("dist", "deploy", `${name}.json`);
}

/** Returns the queue names of a deployment, dead-letter queue first because the other queue refers to it. */
export function listQueueNames(base: WranglerConfig, name: string): string[] {
  const consumers = base.queues?.consumers ?? [];
  return consumers.map(({ queue }) => replaceNamePrefix(queue, base.name, name)).toReversed();
}

/** Returns the bucket names of a deployment. */
export function listBucketNames(base: WranglerConfig, name: string): string[] {
  return (base.r2_buckets ?? []).map((bucket) =>
    replaceNamePrefix(bucket.bucket_name ?? "", base.name, name),
  );
}

/**
 * Builds a deployment's configuration from the committed one: its own resource names, its database, and only the given
 * variables. Paths are relative to `getDeployConfigPath(name)`.
 * @throws Error if wrangler.toml has a key that this function can't separate per deployment
 */
export function toDeployConfig(base: WranglerConfig, deployment: Deployment): WranglerConfig {
  const unknown = Object.keys(base).filter((key) => !supportedKeys.has(key));
  if (unknown.length > 0) {
    throw new Error(
      `wrangler.toml has ${unknown.join(", ")}, which scripts/deploy/config.ts doesn't support yet`,
    );
  }
  const { name, origin, databaseId, vars, place, placementRegion, hasMetrics } = deployment;
  const { hostname } = new URL(origin);
  const isWorkersDev = hostname.endsWith(".workers.dev");
  const toConfigRelativePath = (path: string) => join("..", "..", dirname(COMMITTED_CONFIG), path);
  const toDeploymentName = (resource: string) => replaceNamePrefix(resource, base.name, name);
  return {
    ...base,
    name,
    main: toConfigRelativePath(base.main ?? ""),
    workers_dev: isWorkersDev,
    ...(!isWorkersDev && { routes: [{ pattern: hostname, custom_domain: true }] }),
    assets: { ...base.assets, directory: toConfigRelativePath(base.assets?.directory ?? "") },
    d1_databases: (base.d1_databases ?? []).map((database) => ({
      ...database,
      database_name: name,
      database_id: databaseId,
      migrations_dir: toConfigRelativePath(database.migrations_dir ?? ""),
      // The seed runs locally and writes to the remote database.
      remote: true,
    })),
    queues: {
      producers: (base.queues?.producers ?? []).map((producer) => ({
        ...producer,
        queue: toDeploymentName(producer.queue ?? ""),
      })),
      consumers: (base.queues?.consumers ?? []).map((consumer) => ({
        ...consumer,
        queue: toDeploymentName(consumer.queue),
        ...(consumer.dead_letter_queue && {
          dead_letter_queue: toDeploymentName(consumer.dead_letter_queue),
        }),
      })),
    },
    r2_buckets: (base.r2_buckets ?? []).map((bucket) => ({
      ...bucket,
      bucket_name: toDeploymentName(bucket.bucket_name ?? ""),
      ...(place && "jurisdiction" in place && { jurisdiction: place.jurisdiction }),
      // The seed and emptyBucket run locally on the remote bucket.
      remote: true,
    })),
    ratelimits: (base.ratelimits ?? []).map((limit) => ({
      ...limit,
      namespace_id: toRateLimitNamespace(name, limit.namespace_id),
    })),
    vars,
    // Cloudflare refuses requests between two Workers of an account at workers.dev unless they go the public way.
    ...(vars["STRIPE_API_URL"] && {
      compatibility_flags: [...(base.compatibility_flags ?? []), "global_fetch_strictly_public"],
    }),
    ...(vars["EMAIL_PROVIDER"] === "cloudflare" && {
      // A program that gets hold of the binding can send from no other address.
      send_email: [
        {
          name: "EMAIL",
          allowed_sender_addresses: [parseSender(vars["EMAIL_FROM"] ?? "").email],
        },
      ],
    }),
    // Cloudflare makes the dataset with its first data point. SQL would need quotes for a name with hyphens.
    ...(hasMetrics && {
      analytics_engine_datasets: [{ binding: "METRICS", dataset: name.replaceAll("-", "_") }],
    }),
    ...(placementRegion && { placement: { region: placementRegion } }),
  };
}

function replaceNamePrefix(resource: string, from = "", to: string): string {
  if (!resource.startsWith(from))
    throw new Error(`wrangler.toml: ${resource} must start with ${from}`);
  return to + resource.slice(from.length);
}

/**
 * Workers of an account that have the same namespace count together, and many copied the 1001 of Cloudflare's example. So
 * ours are derived from the Worker's name, which no other Worker of the account has: 16 million groups of a hundred.
 */
function toRateLimitNamespace(name: string, base: string): string {
  const group = Number.parseInt(createHash("sha256").update(name).digest("hex").slice(0, 6), 16);
  return String(group * 100 + (Number(base) % 100));
}
