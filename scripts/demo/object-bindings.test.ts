import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, expect, test } from "vitest";

const read = (name: string) =>
  stripTypeScriptTypes(readFileSync(join(import.meta.dirname, `worker/${name}.ts`), "utf8"));

/** Runs the text of a request in a Durable Object, with the bindings that a shop of the demo has. */
const script = `
import { DurableObject } from "cloudflare:workers";
${["object-d1", "object-files", "object-queue"]
  .map(read)
  .join("\n")
  .replaceAll(/^export /gm, "")}
const scenarios = {
  async database(storage) {
    const db = createObjectD1(storage);
    await db.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, done INTEGER)");
    const insert = (name) => db.prepare("INSERT INTO t (name, done) VALUES (?, ?)").bind(name, true);
    const [{ meta }] = await db.batch([insert("a"), insert("b")]);
    const failed = await db.batch([insert("c"), insert("a")]).catch((error) => error.message);
    const names = await db.prepare("SELECT name FROM t ORDER BY id").raw({ columnNames: true });
    const count = await db.prepare("SELECT count(*) AS n FROM t WHERE done = ?").bind(1).first("n");
    const none = await db.prepare("SELECT * FROM t WHERE id = 99").first();
    const read = await db.prepare("SELECT 1").run();
    return { changes: meta.changes, id: meta.last_row_id, failed, names, count, none, read: read.meta.changes };
  },
  async files(storage) {
    const files = createObjectFiles(storage);
    await files.put("a/1", "hello", { httpMetadata: { contentType: "text/plain" } });
    await files.put("b/1", new Uint8Array([1]));
    const part = await files.get("a/1", { range: { offset: 1, length: 3 } });
    const listed = (await files.list({ prefix: "a/" })).objects.map(({ key, size }) => ({ key, size }));
    await files.delete("a/1");
    const large = await files.put("c", new Uint8Array(2_000_000)).catch((error) => error.message);
    return { part: await part.text(), type: part.httpMetadata.contentType, listed, gone: await files.head("a/1"), large };
  },
  async queue(storage) {
    const woken = [];
    const queues = createObjectQueues(storage, (dueMs) => woken.push(dueMs));
    await queues.open("x-sync").sendBatch([{ body: 1 }, { body: 2 }, { body: 3 }]);
    await queues.open("x-sync").send(4, { delaySeconds: 60 });
    const seen = [];
    await queues.consumeDue(async ({ queue, messages }) => {
      for (const message of messages) {
        seen.push([queue, message.body, message.attempts]);
        if (message.body === 2) message.retry({ delaySeconds: 30 });
      }
    });
    const left = storage.sql.exec("SELECT body, attempts FROM demo_messages ORDER BY id").toArray();
    return { seen, left, isWoken: woken.at(-1) > Date.now() };
  },
};
export class Box extends DurableObject {
  async fetch(request) {
    return Response.json(await scenarios[new URL(request.url).pathname.slice(1)](this.ctx.storage));
  }
}
export default { fetch: (request, env) => env.BOX.getByName(request.url).fetch(request) };
`;
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    host: "127.0.0.1",
    modules: true,
    script,
    compatibilityDate: "2026-10-15",
    compatibilityFlags: ["nodejs_compat"],
    durableObjects: { BOX: { className: "Box", useSQLite: true } },
  }),
);
afterAll(() => miniflare.dispose());

const run = async (scenario: string): Promise<unknown> =>
  (await fetch(new URL(scenario, await miniflare.ready))).json();

test("a database in an object answers as D1 does, and a batch that fails leaves nothing", async () => {
  expect(await run("database")).toEqual({
    changes: 1,
    id: 1,
    failed: expect.stringContaining("UNIQUE constraint failed: t.name"),
    names: [["name"], ["a"], ["b"]],
    count: 2,
    none: null,
    read: 0,
  });
});

test("files in an object are found by prefix, read in parts, and limited in size", async () => {
  expect(await run("files")).toEqual({
    part: "ell",
    type: "text/plain",
    listed: [{ key: "a/1", size: 5 }],
    gone: null,
    large: "A file of the demo has at most 1.5 MB.",
  });
});

test("a queue in an object gives each due message once, and those that are retried later", async () => {
  expect(await run("queue")).toEqual({
    seen: [1, 2, 3].map((body) => ["x-sync", body, 1]),
    left: [
      { body: "2", attempts: 1 },
      { body: "4", attempts: 0 },
    ],
    isWoken: true,
  });
});
