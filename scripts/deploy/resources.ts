import {
  dataLocations,
  formatDataPlace,
  isDataLocation,
  toPlaceArgs,
  type DataPlace,
} from "./data-place.ts";
import { runOrThrow, type CommandRunner } from "./runner.ts";

/**
 * Returns the id of the database, and creates the database in the place if it doesn't exist.
 * @param place undefined: an existing database is taken wherever it is
 * @throws Error if the database is in another place, or must be created and no place is named
 */
export async function ensureDatabase(
  runner: CommandRunner,
  name: string,
  place: DataPlace | undefined,
): Promise<string> {
  const existing = await findDatabase(runner, name);
  if (existing) {
    await checkDatabasePlace(runner, { name, id: existing, place });
    return existing;
  }
  if (!place) throw new Error(describeMissingPlace(`The database ${name}`));
  await runOrThrow(runner, "wrangler", ["d1", "create", name, ...toPlaceArgs(place)]);
  const created = await findDatabase(runner, name);
  if (!created) throw new Error(`The database ${name} was created but isn't in the account's list`);
  await checkDatabasePlace(runner, { name, id: created, place });
  return created;
}

/** Returns the id of the account's database with that name. */
export async function findDatabase(
  runner: CommandRunner,
  name: string,
): Promise<string | undefined> {
  const { stdout } = await runOrThrow(runner, "wrangler", ["d1", "list", "--json"], {
    quiet: true,
  });
  const databases = JSON.parse(stdout) as { name: string; uuid: string }[];
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

/** A database as `wrangler d1 info --json` shows it. Cloudflare leaves out what it doesn't know. */
type DatabaseInfo = { running_in_region?: string; jurisdiction?: string | null };

/** @throws Error if a setting names another place than where the database is, and says which setting is right */
async function checkDatabasePlace(
  runner: CommandRunner,
  database: { name: string; id: string; place: DataPlace | undefined },
): Promise<void> {
  const { name, id, place } = database;
  // By its id: wrangler would look a name up in wrangler.toml, which has the id of no database.
  const { stdout } = await runOrThrow(runner, "wrangler", ["d1", "info", id, "--json"], {
    quiet: true,
  });
  const info = JSON.parse(stdout) as DatabaseInfo;
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
export async function ensureQueue(runner: CommandRunner, name: string): Promise<void> {
  const info = await runner("wrangler", ["queues", "info", name], { quiet: true });
  if (info.code === 0) return;
  if (!isNotFound(info.output))
    throw new Error(`wrangler queues info ${name} failed\n${info.output.trim()}`);
  await runOrThrow(runner, "wrangler", ["queues", "create", name]);
}

/**
 * Creates the bucket in the place if it doesn't exist.
 * @param place undefined: an existing bucket of no jurisdiction is taken
 * @throws Error if wrangler fails, for example because R2 isn't enabled for the account, or if the files are in a bucket
 *   of the same name in another jurisdiction
 */
export async function ensureBucket(
  runner: CommandRunner,
  name: string,
  place: DataPlace | undefined,
): Promise<void> {
  const isInEu = place !== undefined && "jurisdiction" in place;
  if (await hasBucket(runner, name, isInEu)) return;
  // A jurisdiction has names of its own: a new bucket would be empty, and the files would be in the other.
  if (await hasBucket(runner, name, !isInEu))
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
export async function removeDatabase(runner: CommandRunner, name: string): Promise<void> {
  if (await findDatabase(runner, name))
    await runOrThrow(runner, "wrangler", ["d1", "delete", name, "--skip-confirmation"]);
}

/**
 * Deletes the bucket. Does nothing if it doesn't exist.
 * @param empty deletes its objects first, because Cloudflare can't delete a bucket with objects and wrangler can't list
 *   them
 */
export async function removeBucket(
  runner: CommandRunner,
  bucket: { name: string; place: DataPlace | undefined },
  empty: (name: string, place: DataPlace | undefined) => Promise<void>,
): Promise<void> {
  const { name, place } = bucket;
  const isInEu = place !== undefined && "jurisdiction" in place;
  if (!(await hasBucket(runner, name, isInEu))) return;
  await empty(name, place);
  await runDeleteCommand(runner, ["r2", "bucket", "delete", name, ...toJurisdictionArgs(isInEu)]);
}

async function hasBucket(runner: CommandRunner, name: string, isInEu: boolean): Promise<boolean> {
  const args = ["r2", "bucket", "info", name, ...toJurisdictionArgs(isInEu)];
  const info = await runner("wrangler", args, { quiet: true });
  if (info.code !== 0 && !isNotFound(info.output))
    throw new Error(`wrangler ${args.join(" ")} failed\n${info.output.trim()}`);
  return info.code === 0;
}

const toJurisdictionArgs = (isInEu: boolean) => (isInEu ? ["--jurisdiction", "eu"] : []);

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
