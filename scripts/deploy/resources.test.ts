import { expect, test } from "vitest";
import {
  ensureBucket,
  ensureDatabase,
  ensureQueue,
  removeBucket,
  removeDatabase,
  removeQueue,
  removeWorker,
} from "./resources.ts";
import { createDryRunRunner, type CommandResult, type CommandRunner } from "./runner.ts";

/** Returns the same result for every command and records the commands. */
function createFakeRunner(outcome: Partial<CommandResult>) {
  const commands: string[] = [];
  const runner: CommandRunner = async (command, args) => {
    commands.push([command, ...args].join(" "));
    return { code: 0, stdout: "", output: "", ...outcome };
  };
  return { commands, runner };
}

const inWesternEurope = { location: "weur" } as const;
const inEu = { jurisdiction: "eu" } as const;

test("an existing database is reused, a missing one is created in its place", async () => {
  const lines: string[] = [];
  const runner = createDryRunRunner(["existing"], (line) => lines.push(line));
  await ensureDatabase(runner, "existing", undefined);
  expect(lines.join()).not.toContain("create");
  await ensureDatabase(runner, "missing", inWesternEurope);
  expect(lines).toContain("$ wrangler d1 create missing --location weur");
  await ensureDatabase(runner, "european", inEu);
  expect(lines).toContain("$ wrangler d1 create european --jurisdiction eu");
});

test("a missing database is not created without a place, and the error lists the places", async () => {
  const lines: string[] = [];
  const runner = createDryRunRunner([], (line) => lines.push(line));
  const creating = ensureDatabase(runner, "missing", undefined);
  await expect(creating).rejects.toThrow(/DATA_LOCATION=weur(.*\n){6}.*DATA_JURISDICTION=eu/);
  expect(lines).toEqual(["$ wrangler d1 list --json"]);
});

/** An account with the database `shop`, which is where `info` says. */
function createAccount(info: object): CommandRunner {
  // By its id: the name would be looked up in wrangler.toml.
  const answers: Record<string, unknown> = {
    "d1 list --json": [{ name: "shop", uuid: "id-of-shop" }],
    "d1 info id-of-shop --json": info,
  };
  return async (_, args) => ({
    code: 0,
    stdout: JSON.stringify(answers[args.join(" ")]),
    output: "",
  });
}

test("a database in another place than the settings say is refused, with the right setting", async () => {
  const american = createAccount({ running_in_region: "ENAM", jurisdiction: null });
  await expect(ensureDatabase(american, "shop", inWesternEurope)).rejects.toThrow(
    "Set DATA_LOCATION=enam",
  );
  await expect(ensureDatabase(american, "shop", inEu)).rejects.toThrow("in no jurisdiction");
  expect(await ensureDatabase(american, "shop", { location: "enam" })).toBe("id-of-shop");
  expect(await ensureDatabase(american, "shop", undefined)).toBe("id-of-shop");
  const european = createAccount({ running_in_region: "WEUR", jurisdiction: "eu" });
  for (const place of [undefined, inWesternEurope])
    await expect(ensureDatabase(european, "shop", place)).rejects.toThrow(
      "set DATA_JURISDICTION=eu",
    );
  expect(await ensureDatabase(european, "shop", inEu)).toBe("id-of-shop");
});

test("an answer without the place is not taken for another place", async () => {
  const silent = createAccount({});
  for (const place of [undefined, inWesternEurope, inEu])
    expect(await ensureDatabase(silent, "shop", place)).toBe("id-of-shop");
});

test("an existing queue is not created again", async () => {
  const { commands, runner } = createFakeRunner({ code: 0 });
  await ensureQueue(runner, "q");
  expect(commands).toEqual(["wrangler queues info q"]);
});

test("a queue is created when wrangler reports it missing, but not after another error", async () => {
  const lines: string[] = [];
  await ensureQueue(
    createDryRunRunner([], (line) => lines.push(line)),
    "q",
  );
  expect(lines).toEqual(["$ wrangler queues info q", "$ wrangler queues create q"]);
  const { commands, runner } = createFakeRunner({
    code: 1,
    output: "Authentication error [code: 10000]",
  });
  await expect(ensureQueue(runner, "q")).rejects.toThrow("Authentication error");
  expect(commands).toHaveLength(1);
});

test("deleting a missing Worker, queue or database succeeds", async () => {
  await removeWorker(
    createFakeRunner({ code: 1, output: "This Worker does not exist. [code: 10007]" }).runner,
    "w",
  );
  await removeQueue(
    createFakeRunner({ code: 1, output: 'Queue "q" does not exist. To create it, run: …' }).runner,
    "q",
  );
  const { commands, runner } = createFakeRunner({ stdout: "[]" });
  await removeDatabase(runner, "d");
  expect(commands).toEqual(["wrangler d1 list --json"]);
});

test("a failed deletion throws an error", async () => {
  const { runner } = createFakeRunner({ code: 1, output: "Authentication error [code: 10000]" });
  await expect(removeWorker(runner, "w")).rejects.toThrow("Authentication error");
  await expect(removeQueue(runner, "q")).rejects.toThrow("Authentication error");
  await expect(removeDatabase(runner, "d")).rejects.toThrow("Authentication error");
});

const noBucket = "The specified bucket does not exist. [code: 10006]";

test("an existing bucket is not created again, a missing one is created in its place", async () => {
  const { commands, runner } = createFakeRunner({ code: 0 });
  await ensureBucket(runner, "b", inWesternEurope);
  expect(commands).toEqual(["wrangler r2 bucket info b"]);
  const lines: string[] = [];
  const empty = createDryRunRunner([], (line) => lines.push(line));
  await ensureBucket(empty, "b", inWesternEurope);
  expect(lines.at(-1)).toBe("$ wrangler r2 bucket create b --location weur");
  await ensureBucket(empty, "b", inEu);
  expect(lines.at(-1)).toBe("$ wrangler r2 bucket create b --jurisdiction eu");
});

test("files in a bucket of another jurisdiction are not hidden by an empty one of the same name", async () => {
  const commands: string[] = [];
  const withBucketIn =
    (isInEu: boolean): CommandRunner =>
    async (_, args) => {
      commands.push(args.join(" "));
      return args.includes("--jurisdiction") === isInEu
        ? { code: 0, stdout: "", output: "" }
        : { code: 1, stdout: "", output: noBucket };
    };
  await expect(ensureBucket(withBucketIn(false), "b", inEu)).rejects.toThrow("in no jurisdiction");
  await expect(ensureBucket(withBucketIn(true), "b", inWesternEurope)).rejects.toThrow(
    "set DATA_JURISDICTION=eu",
  );
  expect(commands.filter((command) => command.includes("create"))).toEqual([]);
});

test("a bucket is not created after another error, such as R2 not being enabled", async () => {
  const output = "Please enable R2 through the Cloudflare Dashboard. [code: 10042]";
  const { commands, runner } = createFakeRunner({ code: 1, output });
  await expect(ensureBucket(runner, "b", inWesternEurope)).rejects.toThrow("Please enable R2");
  expect(commands).toHaveLength(1);
});

test("a bucket is emptied before it is deleted, and looked for where it is", async () => {
  const { commands, runner } = createFakeRunner({ code: 0 });
  const empty = async (name: string) => void commands.push(`empty ${name}`);
  await removeBucket(runner, { name: "b", place: inWesternEurope }, empty);
  expect(commands).toEqual(["wrangler r2 bucket info b", "empty b", "wrangler r2 bucket delete b"]);
  await removeBucket(runner, { name: "b", place: inEu }, empty);
  expect(commands.at(-1)).toBe("wrangler r2 bucket delete b --jurisdiction eu");
});

test("a missing bucket is neither emptied nor deleted", async () => {
  const { commands, runner } = createFakeRunner({ code: 1, output: noBucket });
  const bucket = { name: "b", place: undefined };
  await removeBucket(runner, bucket, async (name) => void commands.push(`empty ${name}`));
  expect(commands).toEqual(["wrangler r2 bucket info b"]);
});
