import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getAuthUser, initAuthConfig } from "@hono/auth-js";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { createContext, type AppEnv } from "../worker/context.ts";
import { createAuthConfig } from "../worker/features/sign-in/auth-config.ts";
import worker from "../worker/index.ts";
import { sha256Hex } from "../worker/lib/crypto.ts";
import { newBuyer, ORIGIN } from "../worker/testing/sign-in.ts";

const WARM_UP_ROUNDS = 4;
const ROUNDS = 60;
const CALLS = 50;

/**
 * What a session costs: `GET /api/me` (guard, session, headers, JSON) against one bare read of the same row, and
 * against the same answer made with the library's own session call. Rounds alternate, so that a busy machine slows all
 * alike, and the ratio is the median of the rounds' ratios. 1.00 would be a session that costs nothing beyond its
 * read. What no shop can do without is shown too: the same read, answered as JSON by an app with nothing else in it.
 */
test("a signed-in request against a bare one-row read", async () => {
  const { jar, token } = await newBuyer();
  const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") };
  const tokenHash = sha256Hex(token);

  const library = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("ctx", createContext(c.env, c.executionCtx, { type: "visitor" }));
      await next();
    })
    .use(
      initAuthConfig((c) =>
        createAuthConfig(c.get("ctx"), { device: { userAgent: null, country: null } }),
      ),
    )
    .get("/api/me", async (c) => c.json({ user: (await getAuthUser(c))?.user ?? null }));

  const execution = createExecutionContext();

  async function ask(app: Pick<typeof library, "fetch">): Promise<unknown> {
    const request = new Request(`${ORIGIN}/api/me`, { headers });
    return (await app.fetch(request, env, execution)).json();
  }

  const query = `SELECT sessions.id AS session_id, last_seen_at, expires_at, absolute_end_at, authenticated_at,
    users.id, name, email, email_verified, image, role
    FROM sessions JOIN users ON users.id = sessions.user_id WHERE token_hash = ?`;
  const read = () => env.DB.prepare(query).bind(tokenHash).first();
  const empty = new Hono<AppEnv>().get("/api/me", async (c) => c.json({ user: await read() }));
  const contenders: Record<string, () => Promise<unknown>> = {
    "bare read": read,
    "an empty app's read": () => ask(empty),
    "signed-in request": () => ask(worker),
    "the library's session call": () => ask(library),
  };

  expect(await contenders["bare read"]?.()).not.toBeNull();
  for (const name of Object.keys(contenders).slice(1)) {
    expect(await contenders[name]?.()).toMatchObject({ user: { name: "A Buyer" } });
  }

  const times = await measure(contenders);
  for (const [name, values] of Object.entries(times)) {
    console.log(`${name.padEnd(28)} ${(median(values) * 1000).toFixed(0).padStart(6)} µs`);
  }
  const [bare = [], least = [], ours = [], theirs = []] = Object.values(times);
  const ratioTo = (others: number[]) =>
    median(ours.map((time, round) => (others[round] ?? 0) / time)).toFixed(2);
  console.log(`signed-in request ÷ bare read             ${ratioTo(bare)} (goal ≥ 0.90)`);
  console.log(`signed-in request ÷ an empty app's read    ${ratioTo(least)}`);
  console.log(`signed-in request ÷ the library's session ${ratioTo(theirs)} × as fast`);
});

/** Milliseconds per call, one value a round. A round times many calls: workerd's clock ticks in milliseconds. */
async function measure(contenders: Record<string, () => Promise<unknown>>) {
  const times: Record<string, number[]> = {};
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const started = performance.now();
      for (let call = 0; call < CALLS; call++) await run();
      if (round >= 0) (times[name] ??= []).push((performance.now() - started) / CALLS);
    }
  }
  return times;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
