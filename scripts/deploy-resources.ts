import { must, type Runner } from "./deploy-runner.ts";

/**
 * The id of the database of that name, which is created where there is none.
 * @throws Error when wrangler refuses
 */
export async function ensureDatabase(runner: Runner, name: string): Promise<string> {
  const known = await findDatabase(runner, name);
  if (known) return known;
  await must(runner, "wrangler", ["d1", "create", name]);
  const created = await findDatabase(runner, name);
  if (!created)
    throw new Error(`The database ${name} was created and is not in the account's list`);
  return created;
}

/** Creates the queue unless there is one of that name. */
export async function ensureQueue(runner: Runner, name: string): Promise<void> {
  const info = await runner("wrangler", ["queues", "info", name], { quiet: true });
  if (info.code === 0) return;
  if (!isAbsent(info.output))
    throw new Error(`wrangler queues info ${name} failed\n${info.output.trim()}`);
  await must(runner, "wrangler", ["queues", "create", name]);
}

/**
 * Creates the bucket unless there is one of that name.
 * @throws Error when wrangler refuses, as it does for an account where R2 was never turned on
 */
export async function ensureBucket(runner: Runner, name: string): Promise<void> {
  if (!(await hasBucket(runner, name)))
    await must(runner, "wrangler", ["r2", "bucket", "create", name]);
}

/** Deletes the Worker, its secrets and triggers with it. None of that name is fine. */
export async function removeWorker(runner: Runner, name: string): Promise<void> {
  await remove(runner, ["delete", name, "--force"]);
}

/** Deletes the queue and what waits in it. None of that name is fine. */
export async function removeQueue(runner: Runner, name: string): Promise<void> {
  await remove(runner, ["queues", "delete", name]);
}

/** Deletes the database. None of that name is fine. */
export async function removeDatabase(runner: Runner, name: string): Promise<void> {
  if (await findDatabase(runner, name))
    await must(runner, "wrangler", ["d1", "delete", name, "--skip-confirmation"]);
}

/**
 * Deletes the bucket. None of that name is fine.
 * @param empty deletes what is in it: Cloudflare keeps a bucket that has objects, and wrangler cannot list them
 */
export async function removeBucket(
  runner: Runner,
  name: string,
  empty: (name: string) => Promise<void>,
): Promise<void> {
  if (!(await hasBucket(runner, name))) return;
  await empty(name);
  await remove(runner, ["r2", "bucket", "delete", name]);
}

async function hasBucket(runner: Runner, name: string): Promise<boolean> {
  const info = await runner("wrangler", ["r2", "bucket", "info", name], { quiet: true });
  if (info.code !== 0 && !isAbsent(info.output))
    throw new Error(`wrangler r2 bucket info ${name} failed\n${info.output.trim()}`);
  return info.code === 0;
}

async function findDatabase(runner: Runner, name: string): Promise<string | undefined> {
  const { stdout } = await must(runner, "wrangler", ["d1", "list", "--json"], { quiet: true });
  const databases = JSON.parse(stdout) as { name: string; uuid: string }[];
  return databases.find((database) => database.name === name)?.uuid;
}

async function remove(runner: Runner, args: string[]): Promise<void> {
  const { code, output } = await runner("wrangler", args);
  if (code !== 0 && !isAbsent(output))
    throw new Error(`wrangler ${args.join(" ")} failed\n${output.trim()}`);
}

/** Wrangler's own words for a queue it cannot find, and Cloudflare's codes for a bucket and a Worker. */
function isAbsent(output: string): boolean {
  return (
    /^.*Queue ".*" does not exist/m.test(output) || /\[code: (?:10006|10007|10090)\]/.test(output)
  );
}
