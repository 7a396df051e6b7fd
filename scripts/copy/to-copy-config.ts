import { toDeployConfig, type WranglerConfig } from "../deploy/config.ts";
import { publicNames } from "../deploy/settings.ts";

/** The database's ID in a template that Cloudflare has not deployed yet. */
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

/**
 * Builds the configuration of a shop that was made by the deploy button: the release's own, with the names and IDs that
 * are in the copy. What the copy does not name, such as a queue of a newer release, is named after the Worker.
 * @param copy the copy's wrangler.toml
 * @throws Error if Cloudflare has made no database for it
 */
export function toCopyConfig(base: WranglerConfig, copy: WranglerConfig): WranglerConfig {
  const name = copy.name ?? base.name ?? "";
  const database = copy.d1_databases?.find(({ binding }) => binding === "DB");
  if (!database?.database_id || database.database_id === NO_DATABASE)
    throw new Error(
      "wrangler.toml has no database yet. Cloudflare's deploy button makes one; by hand, run `npx wrangler d1 create`",
    );
  const vars = readVars(copy);
  const origin = URL.canParse(vars["AUTH_URL"] ?? "")
    ? new URL(vars["AUTH_URL"]!).origin
    : `https://${name}.not-known-yet.workers.dev`;
  const config = toDeployConfig(base, { name, origin, databaseId: database.database_id, vars });
  const renamed = findRenamedQueues(config, copy);
  const toCopyName = (queue = "") =>
    renamed.find(([from]) => queue.startsWith(from))
      ? queue.replace(...renamed.find(([from]) => queue.startsWith(from))!)
      : queue;
  return {
    ...config,
    d1_databases: (config.d1_databases ?? []).map((each) => ({
      ...each,
      database_name: database.database_name ?? name,
    })),
    r2_buckets: (config.r2_buckets ?? []).map((each) => {
      const own = copy.r2_buckets?.find(({ binding }) => binding === each.binding);
      return {
        ...each,
        ...(own?.bucket_name && { bucket_name: own.bucket_name }),
        ...(own?.jurisdiction && { jurisdiction: own.jurisdiction }),
      };
    }),
    queues: {
      producers: (config.queues?.producers ?? []).map((each) => ({
        ...each,
        queue: toCopyName(each.queue),
      })),
      consumers: (config.queues?.consumers ?? []).map((each) => ({
        ...each,
        queue: toCopyName(each.queue),
        ...(each.dead_letter_queue && { dead_letter_queue: toCopyName(each.dead_letter_queue) }),
      })),
    },
  };
}

/** The settings of the copy that the shop knows. Empty ones are left out, so that the shop names them. */
function readVars(copy: WranglerConfig): Record<string, string> {
  const known: readonly string[] = publicNames;
  return Object.fromEntries(
    Object.entries(copy.vars ?? {}).filter(
      (each): each is [string, string] =>
        known.includes(each[0]) && typeof each[1] === "string" && each[1] !== "",
    ),
  );
}

/** Pairs of names: what a queue is called after the Worker, and what the copy calls it. */
function findRenamedQueues(config: WranglerConfig, copy: WranglerConfig): [string, string][] {
  return (config.queues?.producers ?? []).flatMap((each) => {
    const own = copy.queues?.producers?.find(({ binding }) => binding === each.binding);
    return own?.queue ? [[each.queue ?? "", own.queue] as [string, string]] : [];
  });
}
