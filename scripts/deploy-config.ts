import { dirname, join } from "node:path";
import { experimental_readRawConfig, type Unstable_RawConfig } from "wrangler";

/** wrangler.toml as written, before wrangler adds its defaults. */
export type WranglerConfig = Unstable_RawConfig;

/** The committed configuration, which deployments are made from. */
export const COMMITTED_CONFIG = "wrangler.toml";

/** What one deployment has of its own. */
export type Placement = {
  /** The Worker's name; its database, queues and bucket are named after it. */
  name: string;
  /** Scheme and host of AUTH_URL. On workers.dev, else on a custom domain of the account. */
  origin: string;
  databaseId: string;
  vars: Record<string, string>;
};

/** What `toDeployConfig` has looked at. A binding that is not here could tie a preview to production's data. */
const understood = new Set([
  "name",
  "main",
  "compatibility_date",
  "compatibility_flags",
  "assets",
  "observability",
  "d1_databases",
  "queues",
  "r2_buckets",
  "ratelimits",
  "triggers",
  "vars",
]);

/** Reads wrangler.toml. */
export function readCommittedConfig(): WranglerConfig {
  return experimental_readRawConfig({ config: COMMITTED_CONFIG }).rawConfig as WranglerConfig;
}

/** The file a deployment's configuration is written to, relative to the project. Git ignores it. */
export function configPathOf(name: string): string {
  return join("dist", "deploy", `${name}.json`);
}

/** The queues of a deployment; the dead-letter queue first, since the other names it. */
export function queueNames(base: WranglerConfig, name: string): string[] {
  const consumers = base.queues?.consumers ?? [];
  return consumers.map(({ queue }) => renamed(queue, base.name, name)).toReversed();
}

/** The buckets of a deployment. */
export function bucketNames(base: WranglerConfig, name: string): string[] {
  return (base.r2_buckets ?? []).map((bucket) =>
    renamed(bucket.bucket_name ?? "", base.name, name),
  );
}

/**
 * The committed configuration made into one deployment's: own names, the real database, the given variables and no
 * others. Paths are rewritten to be relative to `configPathOf(name)`.
 * @throws Error where wrangler.toml has something this function would not know how to keep apart
 */
export function toDeployConfig(base: WranglerConfig, placement: Placement): WranglerConfig {
  const unknown = Object.keys(base).filter((key) => !understood.has(key));
  if (unknown.length > 0) {
    throw new Error(
      `wrangler.toml has ${unknown.join(", ")}: say in deploy-config.ts how deployments get their own`,
    );
  }
  const { name, origin, databaseId, vars } = placement;
  const { hostname } = new URL(origin);
  const isWorkersDev = hostname.endsWith(".workers.dev");
  const up = (path: string) => join("..", "..", dirname(COMMITTED_CONFIG), path);
  const own = (resource: string) => renamed(resource, base.name, name);
  return {
    ...base,
    name,
    main: up(base.main ?? ""),
    workers_dev: isWorkersDev,
    ...(!isWorkersDev && { routes: [{ pattern: hostname, custom_domain: true }] }),
    assets: { ...base.assets, directory: up(base.assets?.directory ?? "") },
    d1_databases: (base.d1_databases ?? []).map((database) => ({
      ...database,
      database_name: name,
      database_id: databaseId,
      migrations_dir: up(database.migrations_dir ?? ""),
      // For the seed, which writes to the real database from here.
      remote: true,
    })),
    queues: {
      producers: (base.queues?.producers ?? []).map((producer) => ({
        ...producer,
        queue: own(producer.queue ?? ""),
      })),
      consumers: (base.queues?.consumers ?? []).map((consumer) => ({
        ...consumer,
        queue: own(consumer.queue),
        ...(consumer.dead_letter_queue && { dead_letter_queue: own(consumer.dead_letter_queue) }),
      })),
    },
    r2_buckets: (base.r2_buckets ?? []).map((bucket) => ({
      ...bucket,
      bucket_name: own(bucket.bucket_name ?? ""),
      // For the seed, and for emptying it.
      remote: true,
    })),
    ratelimits: (base.ratelimits ?? []).map((limit) => ({
      ...limit,
      namespace_id: name === base.name ? limit.namespace_id : namespaceOf(name, limit.namespace_id),
    })),
    vars,
  };
}

function renamed(resource: string, from = "", to: string): string {
  if (!resource.startsWith(from))
    throw new Error(`wrangler.toml: ${resource} must begin with ${from}`);
  return to + resource.slice(from.length);
}

/** Workers that share a namespace share its counters. Previews end in hexadecimal digits, which make theirs. */
function namespaceOf(name: string, base: string): string {
  return String(Number.parseInt(name.slice(-6), 16) * 100 + (Number(base) % 100));
}
