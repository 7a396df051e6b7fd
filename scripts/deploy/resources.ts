import { runOrThrow, type CommandRunner } from "./runner.ts";

/**
 * Returns the id of the database, and creates the database if it doesn't exist.
 * @throws Error if wrangler fails
 */
export async function ensureDatabase(runner: CommandRunner, name: string): Promise<string> {
  const existing = await findDatabase(runner, name);
  if (existing) return existing;
  await runOrThrow(runner, "wrangler", ["d1", "create", name]);
  const created = await findDatabase(runner, name);
  if (!created) throw new Error(`The database ${name} was created but isn't in the account's list`);
  return created;
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
 * Creates the bucket if it doesn't exist.
 * @throws Error if wrangler fails, for example because R2 isn't enabled for the account
 */
export async function ensureBucket(runner: CommandRunner, name: string): Promise<void> {
  if (!(await hasBucket(runner, name)))
    await runOrThrow(runner, "wrangler", ["r2", "bucket", "create", name]);
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
  name: string,
  empty: (name: string) => Promise<void>,
): Promise<void> {
  if (!(await hasBucket(runner, name))) return;
  await empty(name);
  await runDeleteCommand(runner, ["r2", "bucket", "delete", name]);
}

async function hasBucket(runner: CommandRunner, name: string): Promise<boolean> {
  const info = await runner("wrangler", ["r2", "bucket", "info", name], { quiet: true });
  if (info.code !== 0 && !isNotFound(info.output))
    throw new Error(`wrangler r2 bucket info ${name} failed\n${info.output.trim()}`);
  return info.code === 0;
}

async function findDatabase(runner: CommandRunner, name: string): Promise<string | undefined> {
  const { stdout } = await runOrThrow(runner, "wrangler", ["d1", "list", "--json"], {
    quiet: true,
  });
  const databases = JSON.parse(stdout) as { name: string; uuid: string }[];
  return databases.find((database) => database.name === name)?.uuid;
}

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
