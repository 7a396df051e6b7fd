import type { Context } from "hono";
import { readClockOffset } from "../clock.ts";
import { findRefusedVariables, type Config } from "../config/config.ts";
import { createContext, type AppEnv, type Ctx } from "../context.ts";
import { pingDatabase } from "../db/client.ts";
import type { ShopProblem } from "../db/schema/notifications.ts";
import { describeHealth, describeRefused } from "./describe-health.ts";
import { fail } from "../errors.ts";
import { logFailure } from "../lib/log.ts";
import { SECOND } from "../lib/time.ts";
import { listKnownProblems } from "../sync/watch/known-problems.ts";

/** What can keep the whole shop from working, beside its problems. */
export type HealthCode = "configuration" | "database" | ShopProblem;

/**
 * The answer of `/api/health`. It names no customer and no figure, and a setting only if the shop is not configured:
 * strangers read it. The doctor has the details, for the team.
 * @property status `degraded`: the shop works, and something is late or fails; `down`: it does not work
 * @property version the id of the running version of the Worker, as Cloudflare names it
 * @property mode null if the configuration is refused
 */
export type Health = {
  status: "ok" | "degraded" | "down";
  version: string;
  mode: Config["stripe"]["mode"] | null;
  problems: { code: HealthCode; message: string }[];
};

/** An answer is given again for so long, so that nobody can load the database with requests. */
const KEPT_MS = 5 * SECOND;

// Per isolate. An environment is of one isolate.
const latest = new WeakMap<Env, { until: number; health: Health }>();

/** Answers `/api/health`: 200 while the shop works, and 503 if it does not. */
export async function answerHealth(c: Context<AppEnv>): Promise<Response> {
  const known = latest.get(c.env);
  const now = Date.now();
  if (known && now < known.until) return answer(c, known.health);
  const health = await readHealth(c.env, c.executionCtx);
  latest.set(c.env, { until: now + KEPT_MS, health });
  return answer(c, health);
}

const answer = (c: Context<AppEnv>, health: Health) =>
  c.json(health, health.status === "down" ? 503 : 200);

async function readHealth(
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): Promise<Health> {
  const version = env.VERSION.id;
  const refused = findRefusedVariables(env);
  if (refused.length > 0) return { version, mode: null, ...describeRefused(refused) };
  const ctx = createContext(env, execution, { type: "visitor" }, await readClockOffset(env));
  const { mode } = ctx.config.stripe;
  try {
    return { version, mode, ...describeHealth(await listKnownProblems(ctx)) };
  } catch (error) {
    logFailure(ctx, "health.database_failed", error);
    return { version, mode, ...describeHealth(["database"]) };
  }
}

/** @throws `unavailable` when the database does not answer */
export async function checkDatabase(ctx: Ctx): Promise<void> {
  try {
    await pingDatabase(ctx.db);
  } catch (error) {
    throw fail("unavailable", { reason: "D1 does not answer", cause: error });
  }
}
