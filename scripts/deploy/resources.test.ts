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

test("an existing database is reused, a missing one is created", async () => {
  const lines: string[] = [];
  const runner = createDryRunRunner(["existing"], (line) => lines.push(line));
  await ensureDatabase(runner, "existing");
  expect(lines).toEqual(["$ wrangler d1 list --json"]);
  await ensureDatabase(runner, "missing");
  expect(lines).toContain("$ wrangler d1 create missing");
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

test("an existing bucket is not created again, a missing one is created", async () => {
  const { commands, runner } = createFakeRunner({ code: 0 });
  await ensureBucket(runner, "b");
  expect(commands).toEqual(["wrangler r2 bucket info b"]);
  const lines: string[] = [];
  await ensureBucket(
    createDryRunRunner([], (line) => lines.push(line)),
    "b",
  );
  expect(lines).toEqual(["$ wrangler r2 bucket info b", "$ wrangler r2 bucket create b"]);
});

test("a bucket is not created after another error, such as R2 not being enabled", async () => {
  const output = "Please enable R2 through the Cloudflare Dashboard. [code: 10042]";
  const { commands, runner } = createFakeRunner({ code: 1, output });
  await expect(ensureBucket(runner, "b")).rejects.toThrow("Please enable R2");
  expect(commands).toHaveLength(1);
});

test("a bucket is emptied before it is deleted", async () => {
  const { commands, runner } = createFakeRunner({ code: 0 });
  await removeBucket(runner, "b", async (name) => void commands.push(`empty ${name}`));
  expect(commands).toEqual(["wrangler r2 bucket info b", "empty b", "wrangler r2 bucket delete b"]);
});

test("a missing bucket is neither emptied nor deleted", async () => {
  const { commands, runner } = createFakeRunner({ code: 1, output: noBucket });
  await removeBucket(runner, "b", async (name) => void commands.push(`empty ${name}`));
  expect(commands).toEqual(["wrangler r2 bucket info b"]);
});
