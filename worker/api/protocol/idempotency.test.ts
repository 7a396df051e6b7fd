import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { createContext } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { expiredAnswers } from "../../identity/keys/store-idempotency.ts";
import { removeOldRows } from "../../sync/health/remove-old-rows.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { openTestShop } from "../../testing/shop.ts";
import { ORIGIN } from "../../testing/clients/sign-in.ts";
import { readApiKey, requireApiKey, type ApiEnv } from "./api-key.ts";
import { handleError } from "../../http/error-handlers.ts";
import { replayRepeatedPosts, storeAnswer } from "./idempotency.ts";

const shop = openTestShop();

/**
 * An app with one POST route that adds a cursor row, as a verb does: with its answer in the same batch.
 * @param options.afterCommit runs between the change and the answer
 */
function openApp(options: { now?: () => number; afterCommit?: () => void } = {}) {
  const app = new Hono<ApiEnv>();
  app.use(async (c, next) => {
    const ctx = createContext(shop.env, { waitUntil: () => {} }, { type: "visitor" });
    c.set("ctx", { ...ctx, now: options.now?.() ?? ctx.now });
    await next();
  });
  app.use(readApiKey, requireApiKey, replayRepeatedPosts);
  app.post("/things", async (c) => {
    const { name, refuse } = await c.req.json<{ name: string; refuse?: boolean }>();
    if (refuse) throw fail("already_owned");
    const id = `${name}:${crypto.randomUUID()}`;
    const { db, now } = c.var.ctx;
    await commit(db, [
      sql`INSERT INTO cursors (name, value, updated_at) VALUES (${id}, ${name}, ${now})`,
      ...storeAnswer(c, 201, sql`(SELECT json_object('id', name) FROM cursors WHERE name = ${id})`),
    ]);
    options.afterCommit?.();
    return c.json({ id }, 201);
  });
  app.post("/late", async (c) => c.json({ at: crypto.randomUUID() }));
  app.post("/empty", (c) => c.body(null, 204));
  app.onError(handleError);
  return app;
}

const newName = () => `thing-${crypto.randomUUID()}`;

const countThings = (name: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM cursors WHERE value = ?").bind(name).first<number>("n");

async function openProgram(app = openApp()) {
  const { secret } = await createApiClient(shop);
  return async (path: string, body: object, idempotencyKey?: string) => {
    const response = await app.request(
      ORIGIN + path,
      {
        method: "POST",
        headers: {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        body: JSON.stringify(body),
      },
      shop.env,
    );
    const text = await response.text();
    const replayed = response.headers.get("idempotent-replayed");
    return { status: response.status, replayed, body: text === "" ? null : JSON.parse(text) };
  };
}

test("a repeated request gets the stored answer and changes nothing", async () => {
  const post = await openProgram();
  const name = newName();
  const first = await post("/things", { name }, "a");
  expect(first).toMatchObject({ status: 201, replayed: null });
  expect(await post("/things", { name }, "a")).toEqual({ ...first, replayed: "true" });
  expect(await countThings(name)).toBe(1);
});

test("requests without a key, with another key, or of another API key are requests of their own", async () => {
  const [post, postAsOther] = [await openProgram(), await openProgram()];
  const name = newName();
  await post("/things", { name });
  await post("/things", { name });
  await post("/things", { name }, "a");
  await post("/things", { name }, "b");
  await postAsOther("/things", { name }, "a");
  expect(await countThings(name)).toBe(5);
});

test("409 idempotency_mismatch for another body or another path", async () => {
  const post = await openProgram();
  const name = newName();
  await post("/things", { name }, "a");
  const mismatch = { status: 409, body: { code: "idempotency_mismatch" } };
  expect(await post("/things", { name: newName() }, "a")).toMatchObject(mismatch);
  expect(await post("/late", { name }, "a")).toMatchObject(mismatch);
  expect(await countThings(name)).toBe(1);
});

test("20 repeated requests at once make one change; the others are replayed or asked to wait", async () => {
  const post = await openProgram();
  const name = newName();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post("/things", { name }, "a")),
  );
  expect(await countThings(name)).toBe(1);
  for (const { status, body } of answers)
    expect(["201 ", "409 idempotency_in_progress"]).toContain(`${status} ${body.code ?? ""}`);
});

test("the answer is replayed if the first request died after its change", async () => {
  let dies = true;
  const app = openApp({
    afterCommit: () => {
      if (dies) throw new Error("The isolate was stopped");
    },
  });
  const post = await openProgram(app);
  const name = newName();
  expect((await post("/things", { name }, "a")).status).toBe(500);
  dies = false;
  expect(await post("/things", { name }, "a")).toMatchObject({ status: 201, replayed: "true" });
  expect(await countThings(name)).toBe(1);
});

test("a request that died before its change is taken over after a minute, and then cannot change anything", async () => {
  let now = Date.now();
  const post = await openProgram(openApp({ now: () => now }));
  const name = newName();
  // The state that a request leaves which died at once.
  await post("/things", { name }, "a");
  await env.DB.prepare(
    "UPDATE idempotent_requests SET status = NULL, body = NULL WHERE body LIKE ?",
  )
    .bind(`%${name}%`)
    .run();
  now += MINUTE - 1;
  expect(await post("/things", { name }, "a")).toMatchObject({
    body: { code: "idempotency_in_progress" },
  });
  now += 1;
  expect(await post("/things", { name }, "a")).toMatchObject({ status: 201, replayed: null });
});

test("a refused request is not stored and can be sent again", async () => {
  const post = await openProgram();
  const name = newName();
  const body = { name, refuse: true };
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await post("/things", body, "a")).toMatchObject({ status: 409, replayed: null });
  expect(await post("/things", { name }, "a")).toMatchObject({ status: 201 });
});

test("an answer that no batch stored is stored after the change, with or without a body", async () => {
  const post = await openProgram();
  const first = await post("/late", {}, "a");
  expect(await post("/late", {}, "a")).toEqual({ ...first, replayed: "true" });
  await post("/empty", {}, "b");
  expect(await post("/empty", {}, "b")).toEqual({ status: 204, replayed: "true", body: null });
});

test("after 24 hours the key can be used again, and the answer is deleted", async () => {
  let now = Date.now();
  const post = await openProgram(openApp({ now: () => now }));
  const name = newName();
  await post("/things", { name }, "a");
  now += DAY;
  expect(await post("/things", { name }, "a")).toMatchObject({ status: 201, replayed: null });
  expect(await countThings(name)).toBe(2);
  const count = () =>
    env.DB.prepare("SELECT count(*) AS n FROM idempotent_requests WHERE body LIKE ?")
      .bind(`%${name}%`)
      .first<number>("n");
  await removeOldRows(shop.ctx(undefined, now + DAY - 1), [expiredAnswers]);
  expect(await count()).toBe(1);
  await removeOldRows(shop.ctx(undefined, now + DAY + 1), [expiredAnswers]);
  expect(await count()).toBe(0);
});

test.each(["", "a b", "é", "a".repeat(256)])("422 for the unusable key %j", async (key) => {
  const post = await openProgram();
  expect(await post("/late", {}, key)).toMatchObject({
    status: 422,
    body: { code: "invalid_input", fields: [{ path: "Idempotency-Key" }] },
  });
});
