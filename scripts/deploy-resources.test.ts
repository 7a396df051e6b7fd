import { expect, test } from "vitest";
import {
  ensureBucket,
  ensureDatabase,
  ensureQueue,
  removeBucket,
  removeDatabase,
  removeQueue,
  removeWorker,
} from "./deploy-resources.ts";
import { rehearse, type Outcome, type Runner } from "./deploy-runner.ts";

/** Answers every command alike and keeps what was asked. */
function answering(outcome: Partial<Outcome>) {
  const asked: string[] = [];
  const runner: Runner = async (command, args) => {
    asked.push([command, ...args].join(" "));
    return { code: 0, stdout: "", output: "", ...outcome };
  };
  return { asked, runner };
}

test("a database that is there is used, one that is not is created", async () => {
  const lines: string[] = [];
  const runner = rehearse(["known"], (line) => lines.push(line));
  await ensureDatabase(runner, "known");
  expect(lines).toEqual(["$ wrangler d1 list --json"]);
  await ensureDatabase(runner, "fresh");
  expect(lines).toContain("$ wrangler d1 create fresh");
});

test("a queue that is there is not created again", async () => {
  const { asked, runner } = answering({ code: 0 });
  await ensureQueue(runner, "q");
  expect(asked).toEqual(["wrangler queues info q"]);
});

test("a queue is created when wrangler says that there is none, and not when it failed otherwise", async () => {
  const lines: string[] = [];
  await ensureQueue(
    rehearse([], (line) => lines.push(line)),
    "q",
  );
  expect(lines).toEqual(["$ wrangler queues info q", "$ wrangler queues create q"]);
  const { asked, runner } = answering({ code: 1, output: "Authentication error [code: 10000]" });
  await expect(ensureQueue(runner, "q")).rejects.toThrow("Authentication error");
  expect(asked).toHaveLength(1);
});

test("deleting what is gone already succeeds", async () => {
  await removeWorker(
    answering({ code: 1, output: "This Worker does not exist. [code: 10007]" }).runner,
    "w",
  );
  await removeQueue(
    answering({ code: 1, output: 'Queue "q" does not exist. To create it, run: …' }).runner,
    "q",
  );
  const { asked, runner } = answering({ stdout: "[]" });
  await removeDatabase(runner, "d");
  expect(asked).toEqual(["wrangler d1 list --json"]);
});

test("a deletion that failed is an error", async () => {
  const { runner } = answering({ code: 1, output: "Authentication error [code: 10000]" });
  await expect(removeWorker(runner, "w")).rejects.toThrow("Authentication error");
  await expect(removeQueue(runner, "q")).rejects.toThrow("Authentication error");
  await expect(removeDatabase(runner, "d")).rejects.toThrow("Authentication error");
});

const noBucket = "The specified bucket does not exist. [code: 10006]";

test("a bucket that is there is not created again, one that is not is created", async () => {
  const { asked, runner } = answering({ code: 0 });
  await ensureBucket(runner, "b");
  expect(asked).toEqual(["wrangler r2 bucket info b"]);
  const lines: string[] = [];
  await ensureBucket(
    rehearse([], (line) => lines.push(line)),
    "b",
  );
  expect(lines).toEqual(["$ wrangler r2 bucket info b", "$ wrangler r2 bucket create b"]);
});

test("a bucket is not created when wrangler failed otherwise, as without R2 in the account", async () => {
  const output = "Please enable R2 through the Cloudflare Dashboard. [code: 10042]";
  const { asked, runner } = answering({ code: 1, output });
  await expect(ensureBucket(runner, "b")).rejects.toThrow("Please enable R2");
  expect(asked).toHaveLength(1);
});

test("a bucket is emptied before it is deleted", async () => {
  const { asked, runner } = answering({ code: 0 });
  await removeBucket(runner, "b", async (name) => void asked.push(`empty ${name}`));
  expect(asked).toEqual(["wrangler r2 bucket info b", "empty b", "wrangler r2 bucket delete b"]);
});

test("a bucket that is gone already is neither emptied nor deleted", async () => {
  const { asked, runner } = answering({ code: 1, output: noBucket });
  await removeBucket(runner, "b", async (name) => void asked.push(`empty ${name}`));
  expect(asked).toEqual(["wrangler r2 bucket info b"]);
});
