import { toResult, type CloudflareAccount } from "./cloudflare-api.ts";
import {
  dataLocations,
  formatDataPlace,
  isDataLocation,
  toPlaceArgs,
  type DataPlace,
} from "./data-place.ts";
import { runOrThrow, type CommandRunner } from "./runner.ts";

/** An account that is changed by wrangler's commands, and read by the API: each start of wrangler takes seconds. */
export type Target = { runner: CommandRunner; account: CloudflareAccount };

/**
 * Returns the id of the database, and creates the database in the place if it doesn't exist.
 * @param place undefined: an existing database is taken wherever it is
 * @throws Error if the database is in another place, or must be created and no place is named
 */
export async function ensureDatabase(
  { runner, account }: Target,
  name: string,
  place: DataPlace | undefined,
): Promise<string> {
  const existing = await findDatabase(account, name);
  if (existing) {
    await checkDatabasePlace(account, { name, id: existing, place });
    return existing;
  }
  if (!place) throw new Error(describeMissingPlace(`The database ${name}`));
  await runOrThrow(runner, "wrangler", ["d1", "create", name, ...toPlaceArgs(place)]);
  const created = await findDatabase(account, name);
  if (!created) throw new Error(`The database ${name} was created but isn't in the account's list`);
  await checkDatabasePlace(account, { name, id: created, place });
  return created;
}

/** Returns the id of the account's database with that name. */
export async function findDatabase(
  account: CloudflareAccount,
  name: string,
): Promise<string | undefined> {
  const path = `/d1/database?name=${name}`;
  const databases = await account.read<{ name: string; uuid: string }[]>(path);
  return databases.find((database) => database.name === name)?.uuid;
}

/** Says which setting the first deployment needs, because Cloudflare cannot move data later. */
export function describeMissingPlace(missing: string): string {
  const locations = Object.entries(dataLocations).map(
    ([location, label]) => `  DATA_LOCATION=${location}   ${label}`,
  );
  return [
    `${missing} doesn't exist yet. Choose where Cloudflare keeps the database and your files, because that cannot be changed later. Set one of these:`,
    ...locations,
    "  DATA_JURISDICTION=eu   nothing is stored outside of the European Union",
  ].join("\n");
}

/** Cloudflare leaves out what it doesn't know. */
type DatabaseInfo = { running_in_region?: string; jurisdiction?: string | null };

/** @throws Error if a setting names another place than where the database is, and says which setting is right */
async function checkDatabasePlace(
  account: CloudflareAccount,
  database: { name: string; id: string; place: DataPlace | undefined },
): Promise<void> {
  const { name, id, place } = database;
  const info = await account.read<DatabaseInfo>(`/d1/database/${id}`);
  const { jurisdiction } = info;
  const region = info.running_in_region?.toLowerCase();
  if (jurisdiction === "eu" && !(place && "jurisdiction" in place))
    throw new Error(
      `The database ${name} is in the jurisdiction of the EU: set DATA_JURISDICTION=eu, so that the files are looked for there too${place ? `, and remove ${formatDataPlace(place)}` : ""}`,
    );
  if (!place) return;
  if ("jurisdiction" in place) {
    // Only if Cloudflare says so: an answer without the field says nothing.
    if (jurisdiction === undefined || jurisdiction === place.jurisdiction) return;
    throw new Error(
      `DATA_JURISDICTION=eu, but the database ${name} is in no jurisdiction, and Cloudflare cannot move it. Remove the setting, or move the shop to a new database`,
    );
  }
  if (region === undefined || !isDataLocation(region) || region === place.location) return;
  throw new Error(
    `${formatDataPlace(place)}, but the database ${name} is in ${dataLocations[region]}, and Cloudflare cannot move it. Set DATA_LOCATION=${region}, or move the shop to a new database`,
  );
}

/** Creates the queue if it doesn't exist. */
export async function ensureQueue({ runner, account }: Target, name: string): Promise<void> {
  const queues = await account.read<{ queue_name: string }[]>(`/queues?name=${name}`);
  if (queues.some((queue) => queue.queue_name === name)) return;
  await runOrThrow(runner, "wrangler", ["queues", "create", name]);
}

/**
 * Creates the bucket in the place if it doesn't exist.
 * @param place undefined: an existing bucket of no jurisdiction is taken
 * @throws Error if Cloudflare refuses, for example because R2 isn't enabled for the account, or if the files are in a bucket
 *   of the same name in another jurisdiction
 */
export async function ensureBucket(
  { runner, account }: Target,
  name: string,
  place: DataPlace | undefined,
): Promise<void> {
  const isInEu = place !== undefined && "jurisdiction" in place;
  if (await hasBucket(account, name, isInEu)) return;
  // A jurisdiction has names of its own: a new bucket would be empty, and the files would be in the other.
  if (await hasBucket(account, name, !isInEu))
    throw new Error(
      isInEu
        ? `DATA_JURISDICTION=eu, but the bucket ${name} is in no jurisdiction, and Cloudflare cannot move it. Copy its files into a bucket ${name} that is in the EU, and delete this one`
        : `The bucket ${name} is in the jurisdiction of the EU: set DATA_JURISDICTION=eu`,
    );
  if (!place) throw new Error(describeMissingPlace(`The bucket ${name}`));
  await runOrThrow(runner, "wrangler", ["r2", "bucket", "create", name, ...toPlaceArgs(place)]);
}

/** Deletes the Worker with its secrets and triggers. Does nothing if it doesn't exist. */
export async function removeWorker(runner: CommandRunner, name: string): Promise<void> {
  await runDeleteCommand(runner, ["delete", name, "--force"]);
}

/** Deletes the queue and its messages. Does nothing if it doesn't exist. */
export async function removeQueue(runner: CommandRunner, name: string): Promise<void> {
  await runDeleteCommand(runner, ["queues", "delete", name]);
}

/** Deletes the database. Does nothing if it doesn't exist. */
export async function removeDatabase({ runner, account }: Target, name: string): Promise<void> {
  if (await findDatabase(account, name))
    await runOrThrow(runner, "wrangler", ["d1", "delete", name, "--skip-confirmation"]);
}

/**
 * Deletes the bucket. Does nothing if it doesn't exist.
 * @param empty deletes its objects first, because Cloudflare can't delete a bucket with objects and wrangler can't list
 *   them
 */
export async function removeBucket(
  { runner, account }: Target,
  bucket: { name: string; place: DataPlace | undefined },
  empty: (name: string, place: DataPlace | undefined) => Promise<void>,
): Promise<void> {
  const { name, place } = bucket;
  const isInEu = place !== undefined && "jurisdiction" in place;
  if (!(await hasBucket(account, name, isInEu))) return;
  await empty(name, place);
  const args = ["r2", "bucket", "delete", name, ...(isInEu ? ["--jurisdiction", "eu"] : [])];
  await runDeleteCommand(runner, args);
}

/**
 * Whether the account has a bucket of that name, in the jurisdiction of the EU or in none.
 * @throws Error if Cloudflare refuses to say
 */
export async function hasBucket(
  account: CloudflareAccount,
  name: string,
  isInEu: boolean,
): Promise<boolean> {
  const path = `/r2/buckets/${name}`;
  const headers: Record<string, string> = isInEu ? { "cf-r2-jurisdiction": "eu" } : {};
  const answer = await account.send("GET", path, { headers });
  if (!answer.ok && answer.codes.includes(NO_BUCKET)) return false;
  toResult(path, answer);
  return true;
}

/** Cloudflare's code for a bucket that the account lacks. */
const NO_BUCKET = 10006;

async function runDeleteCommand(runner: CommandRunner, args: string[]): Promise<void> {
  const { code, output } = await runner("wrangler", args);
  if (code !== 0 && !isNotFound(output))
    throw new Error(`wrangler ${args.join(" ")} failed\n${output.trim()}`);
}

/** Recognizes wrangler's message for a missing queue, and Cloudflare's codes for a missing bucket or Worker. */
function isNotFound(output: string): boolean {
  return (
    /^.*Queue ".*" does not exist/m.test(output) || /\[code: (?:10006|10007|10090)\]/.test(output)
  );
}
