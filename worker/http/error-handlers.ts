import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import Stripe from "stripe";
import type { AppEnv } from "../context.ts";
import { fail, Failure, toResponse } from "../errors.ts";
import { summarizeError } from "../lib/log.ts";

/** A path that is nobody's. */
export function answerNotFound(c: Context<AppEnv>): Response {
  return toResponse(fail("not_found"), c.var.ctx.requestId);
}

/** Logs what was thrown, and answers with what may be known of it. */
export function answerFailure(error: Error, c: Context<AppEnv>): Response {
  const requestId = c.var.ctx?.requestId ?? "none";
  const failure = toFailure(error);
  const level = failure.code === "internal" ? console.error : console.warn;
  level(
    JSON.stringify({
      event: "request.failed",
      code: failure.code,
      reason: failure.message,
      cause: failure.cause === undefined ? undefined : summarizeError(failure.cause),
      method: c.req.method,
      path: patternOf(c),
      request_id: requestId,
    }),
  );
  return toResponse(failure, requestId);
}

/** Never what was asked for: the path of a download is the right to it. */
function patternOf(c: Context<AppEnv>): string {
  return matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? "(no route)";
}

function toFailure(error: Error): Failure {
  if (error instanceof Failure) return error;
  // The validator's word for a body that is no JSON.
  if (error instanceof HTTPException && error.status === 400)
    return fail("invalid_input", { reason: error.message });
  if (error instanceof Stripe.errors.StripeError)
    return fail("stripe_unavailable", { cause: error });
  return fail("internal", { cause: error });
}
