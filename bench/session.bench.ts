import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getAuthUser, initAuthConfig } from "@hono/auth-js";
import { Hono } from "hono";
import { expect, test } from "vitest";
import worker from "@gatehouse/worker";
import { createContext, type AppEnv } from "../worker/context.ts";
import { createAuthConfig } from "../worker/identity/sign-in/auth-config.ts";
import { sha256Hex } from "../worker/lib/crypto.ts";
import { createSignedInUser, ORIGIN } from "../worker/testing/clients/sign-in.ts";
import { checkGoal, chooseSize, measure, printRatio, printTimes, ratio } from "./measure.ts";

const SIZE = chooseSize({ warmUp: 10, rounds: 60, calls: 50 });

/**
 * Compares the cost of a session (`GET /api/me`: guard, session, headers, JSON) with a bare read of the same row, a
 * minimal app that returns the same read as JSON, and the auth library's own session call. Rounds alternate, so that a
 * busy machine slows all candidates equally, and the ratio is the median of the rounds' ratios. At 1.00, a session
 * would cost only its read.
 */
test("a signed-in request against a bare one-row read", async () => {
  const { jar, token } = await createSignedInUser();
  const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") };
  const tokenHash = sha256Hex(token);

  const library = new Hono<AppEnv>()
    .use(async (c, next) => {
      c.set("ctx", createContext(c.env, c.executionCtx, { type: "visitor" }));
      await next();
    })
    .use(
      initAuthConfig((c) =>
        createAuthConfig(c.get("ctx"), {
          device: { userAgent: null, country: null },
          network: null,
        }),
      ),
    )
    .get("/api/me", async (c) => c.json({ user: (await getAuthUser(c))?.user ?? null }));

  const execution = createExecutionContext();

  async function sendRequest(app: Pick<typeof library, "fetch">): Promise<unknown> {
    const request = new Request(`${ORIGIN}/api/me`, { headers });
    return (await app.fetch(request, env, execution)).json();
  }

  const query = `SELECT sessions.id AS session_id, last_seen_at, expires_at, absolute_end_at, authenticated_at,
    users.id, name, email, email_verified, image, role
    FROM sessions JOIN users ON users.id = sessions.user_id WHERE token_hash = ?`;
  const read = () => env.DB.prepare(query).bind(tokenHash).first();
  const minimalApp = new Hono<AppEnv>().get("/api/me", async (c) => c.json({ user: await read() }));
  const candidates = {
    "bare read": read,
    "read in a minimal app": () => sendRequest(minimalApp),
    "signed-in request": () => sendRequest(worker),
    "library's session call": () => sendRequest(library),
  };

  expect(await candidates["bare read"]()).not.toBeNull();
  const { "bare read": _bare, ...requests } = candidates;
  for (const request of Object.values(requests)) {
    expect(await request()).toMatchObject({ user: { name: "A Buyer" } });
  }

  const times = await measure(candidates, SIZE);
  printTimes(times);
  const signedIn = times["signed-in request"];
  checkGoal("signed-in request ÷ bare read", ratio(times["bare read"], signedIn), 0.9);
  printRatio(
    "signed-in request ÷ read in a minimal app",
    ratio(times["read in a minimal app"], signedIn),
  );
  printRatio(
    "signed-in request ÷ library's session (× as fast)",
    ratio(times["library's session call"], signedIn),
  );
});
