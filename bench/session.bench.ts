import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getAuthUser, initAuthConfig } from "@hono/auth-js";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { createContext, type AppEnv } from "../worker/context.ts";
import { createAuthConfig } from "../worker/identity/sign-in/auth-config.ts";
import worker from "../worker/index.ts";
import { sha256Hex } from "../worker/lib/crypto.ts";
import { newBuyer, ORIGIN } from "../worker/testing/sign-in.ts";
import { measure, printTimes, ratio } from "./measure.ts";

const SIZE = { warmUp: 10, rounds: 60, calls: 50 };

/**
 * What a session costs: `GET /api/me` (guard, session, headers, JSON) against one bare read of the same row, and
 * against the same answer made with the library's own session call. Rounds alternate, so that a busy machine slows all
 * all alike, and the ratio is the median of the rounds' ratios. 1.00 would be a session that costs nothing beyond its
 * read. What no app can do without is shown too: the same read, answered as JSON by one with nothing else in it.
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
  const contenders = {
    "bare read": read,
    "an empty app's read": () => ask(empty),
    "signed-in request": () => ask(worker),
    "the library's session call": () => ask(library),
  };

  expect(await contenders["bare read"]()).not.toBeNull();
  const { "bare read": _bare, ...requests } = contenders;
  for (const request of Object.values(requests)) {
    expect(await request()).toMatchObject({ user: { name: "A Buyer" } });
  }

  const times = await measure(contenders, SIZE);
  printTimes(times);
  const ours = times["signed-in request"];
  const toRead = ratio(times["bare read"], ours).toFixed(2);
  const toEmpty = ratio(times["an empty app's read"], ours).toFixed(2);
  const toLibrary = ratio(times["the library's session call"], ours).toFixed(2);
  console.log(`signed-in request ÷ bare read             ${toRead} (goal ≥ 0.90)`);
  console.log(`signed-in request ÷ an empty app's read   ${toEmpty}`);
  console.log(`signed-in request ÷ the library's session ${toLibrary} × as fast`);
});
