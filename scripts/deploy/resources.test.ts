import { expect, test } from "vitest";
import type { CloudflareAnswer } from "./cloudflare-api.ts";
import { toAccount } from "./cloudflare-api.ts";
import { createDryRunTarget } from "./dry-run.ts";
import {
  ensureBucket,
  ensureDatabase,
  ensureQueue,
  removeBucket,
  removeDatabase,
  removeQueue,
  removeWorker,
  type Target,
} from "./resources.ts";
import type { CommandResult, CommandRunner } from "./runner.ts";

const ok = (result: unknown): CloudflareAnswer<unknown> => ({ ok: true, result });
const refuse = (code: number, message: string): CloudflareAnswer<unknown> => ({
  ok: false,
  status: 400,
  codes: [code],
  message,
});
const noBucket = refuse(10006, "The specified bucket does not exist.");

/** An account that answers so, and in which every command has the same outcome. Commands are noted. */
function createTarget(
  answer: (path: string, headers: Record<string, string>) => CloudflareAnswer<unknown>,
  outcome: Partial<CommandResult> = {},
) {
  const commands: string[] = [];
  const runner: CommandRunner = async (command, args) => {
    commands.push([command, ...args].join(" "));
    return { code: 0, stdout: "", output: "", ...outcome };
  };
  const send = async (_: string, path: string, options?: { headers?: Record<string, string> }) =>
    answer(path, options?.headers ?? {});
  const target: Target = { runner, account: toAccount({ send } as never, "one") };
  return { commands, target };
}

const createDryRun = (existing: string[] = []) => {
  const lines: string[] = [];
  return { lines, target: createDryRunTarget(existing, (line) => lines.push(line)) };
};

const inWesternEurope = { location: "weur" } as const;
const inEu = { jurisdiction: "eu" } as const;

test("an existing database is reused, a missing one is created in its place", async () => {
  const { lines, target } = createDryRun(["existing"]);
  await ensureDatabase(target, "existing", undefined);
  await ensureDatabase(target, "missing", inWesternEurope);
  await ensureDatabase(target, "european", inEu);
  expect(lines).toEqual([
    "$ wrangler d1 create missing --location weur",
    "$ wrangler d1 create european --jurisdiction eu",
  ]);
});

test("a missing database is not created without a place, and the error lists the places", async () => {
  const { lines, target } = createDryRun();
  const creating = ensureDatabase(target, "missing", undefined);
  await expect(creating).rejects.toThrow(/DATA_LOCATION=weur(.*\n){6}.*DATA_JURISDICTION=eu/);
  expect(lines).toEqual([]);
});

/** An account with the database `shop`, which is where `info` says. Another name resembles it. */
const createAccount = (info: object): Target =>
  createTarget((path) =>
    path === "/accounts/one/d1/database?name=shop"
      ? ok([
          { name: "shop-2", uuid: "another" },
          { name: "shop", uuid: "id-of-shop" },
        ])
      : path === "/accounts/one/d1/database/id-of-shop"
        ? ok(info)
        : refuse(7000, path),
  ).target;

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

test("a missing queue is created, an existing one is not, nor after a refusal", async () => {
  const existing = createTarget(() => ok([{ queue_name: "q" }]));
  await ensureQueue(existing.target, "q");
  expect(existing.commands).toEqual([]);
  const missing = createTarget(() => ok([{ queue_name: "q-dead" }]));
  await ensureQueue(missing.target, "q");
  expect(missing.commands).toEqual(["wrangler queues create q"]);
  const refused = createTarget(() => refuse(10000, "Authentication error"));
  await expect(ensureQueue(refused.target, "q")).rejects.toThrow("Authentication error");
  expect(refused.commands).toEqual([]);
});

const afterOutput = (output: string) => createTarget(() => ok([]), { code: 1, output }).target;

test("deleting a missing Worker, queue or database succeeds", async () => {
  const noWorker = afterOutput("This Worker does not exist. [code: 10007]");
  await removeWorker(noWorker.runner, "w");
  const noQueue = afterOutput('Queue "q" does not exist. To create it, run: …');
  await removeQueue(noQueue.runner, "q");
  const { commands, target } = createTarget(() => ok([]));
  await removeDatabase(target, "d");
  expect(commands).toEqual([]);
});

test("a failed deletion throws an error", async () => {
  const { runner } = afterOutput("Authentication error [code: 10000]");
  await expect(removeWorker(runner, "w")).rejects.toThrow("Authentication error");
  await expect(removeQueue(runner, "q")).rejects.toThrow("Authentication error");
  const { target } = createTarget(() => refuse(10000, "Authentication error"));
  await expect(removeDatabase(target, "d")).rejects.toThrow("Authentication error");
});

test("an existing bucket is not created again, a missing one is created in its place", async () => {
  const { commands, target } = createTarget(() => ok({}));
  await ensureBucket(target, "b", inWesternEurope);
  expect(commands).toEqual([]);
  const empty = createDryRun();
  await ensureBucket(empty.target, "b", inWesternEurope);
  await ensureBucket(empty.target, "b", inEu);
  expect(empty.lines).toEqual([
    "$ wrangler r2 bucket create b --location weur",
    "$ wrangler r2 bucket create b --jurisdiction eu",
  ]);
});

test("files in a bucket of another jurisdiction are not hidden by an empty one of the same name", async () => {
  const withBucketIn = (isInEu: boolean) =>
    createTarget((_, headers) =>
      (headers["cf-r2-jurisdiction"] === "eu") === isInEu ? ok({}) : noBucket,
    );
  const outside = withBucketIn(false);
  await expect(ensureBucket(outside.target, "b", inEu)).rejects.toThrow("in no jurisdiction");
  const inside = withBucketIn(true);
  await expect(ensureBucket(inside.target, "b", inWesternEurope)).rejects.toThrow(
    "set DATA_JURISDICTION=eu",
  );
  expect([...outside.commands, ...inside.commands]).toEqual([]);
});

test("a bucket is not created after another refusal, such as R2 not being enabled", async () => {
  const { commands, target } = createTarget(() => refuse(10042, "Please enable R2"));
  await expect(ensureBucket(target, "b", inWesternEurope)).rejects.toThrow("Please enable R2");
  expect(commands).toEqual([]);
});

test("a bucket is emptied before it is deleted, and looked for where it is", async () => {
  const asked: unknown[] = [];
  const { commands, target } = createTarget((path, headers) => {
    asked.push([path, headers]);
    return ok({});
  });
  const empty = async (name: string) => void commands.push(`empty ${name}`);
  await removeBucket(target, { name: "b", place: inWesternEurope }, empty);
  expect(commands).toEqual(["empty b", "wrangler r2 bucket delete b"]);
  await removeBucket(target, { name: "b", place: inEu }, empty);
  expect(commands.at(-1)).toBe("wrangler r2 bucket delete b --jurisdiction eu");
  const path = "/accounts/one/r2/buckets/b";
  expect(asked).toEqual([
    [path, {}],
    [path, { "cf-r2-jurisdiction": "eu" }],
  ]);
});

test("a missing bucket is neither emptied nor deleted", async () => {
  const { commands, target } = createTarget(() => noBucket);
  const bucket = { name: "b", place: undefined };
  await removeBucket(target, bucket, async (name) => void commands.push(`empty ${name}`));
  expect(commands).toEqual([]);
});
