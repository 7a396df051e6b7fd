import { findOrigin, withBindings } from "../config/config.ts";
import { countRows, type RowCount } from "./count-rows.ts";
import { writePoint, type Metrics } from "./metrics.ts";
import type { PointValues } from "./points.ts";

const frequentRoutes: Record<string, string> = {
  "/api/me": "session",
  "/api/v1/licenses/validate": "license",
  "/api/v1/entitlements/check": "check",
  "/api/stripe/webhook": "ingress",
};

/** Returns the group of routes that a request belongs to. */
export function nameRoute(pathname: string): string {
  const [, ofApi, other] =
    /^\/(?:api\/(v1|admin|me|auth|shop|health)|(buy|plain|preview))(?:\/|$)/.exec(pathname) ?? [];
  return frequentRoutes[pathname] ?? ofApi ?? other ?? "page";
}

/** Answers a request, and writes its data point after the answer. */
export async function measureRequest(
  answer: (request: Request, env: Env, execution: ExecutionContext) => Promise<Response>,
  request: Request,
  env: Env,
  execution: ExecutionContext,
  metrics: Metrics,
): Promise<Response> {
  const { method } = request;
  const { pathname } = new URL(request.url);
  const startedAt = Date.now();
  const rows = { read: 0, written: 0 };
  // Counting takes longer than what else a frequent call does.
  const counted = pathname in frequentRoutes ? env : countIn(env, rows);
  let status = 500;
  try {
    const response = await answer(request, counted, execution);
    ({ status } = response);
    return response;
  } finally {
    const durationMs = Date.now() - startedAt;
    const write = () =>
      writePoint(metrics, "request", {
        route: nameRoute(pathname),
        status: `${Math.floor(status / 100)}xx`,
        method,
        duration_ms: durationMs,
        rows_read: rows.read,
        rows_written: rows.written,
      });
    execution.waitUntil(scheduler.wait(0).then(write));
  }
}

/** Does a job, and writes its data point. What it throws is thrown after that. */
export async function measureJob(
  work: (env: Env) => Promise<void>,
  env: Env,
  { job, messages }: Pick<PointValues<"job">, "job" | "messages">,
  metrics: Metrics | undefined,
): Promise<void> {
  if (!metrics) return work(env);
  const startedAt = Date.now();
  const rows = { read: 0, written: 0 };
  let outcome = "failed";
  try {
    await work(countIn(env, rows));
    outcome = "ok";
  } finally {
    writePoint(metrics, "job", {
      job,
      outcome,
      duration_ms: Date.now() - startedAt,
      messages,
      rows_read: rows.read,
      rows_written: rows.written,
    });
  }
}

/** A refused configuration is answered as it is, without a count. */
function countIn(env: Env, rows: RowCount): Env {
  return findOrigin(env) === undefined ? env : withBindings(env, { DB: countRows(env.DB, rows) });
}
