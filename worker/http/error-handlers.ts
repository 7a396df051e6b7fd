import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { matchedRoutes } from "hono/route";
import Stripe from "stripe";
import type { AppEnv } from "../context.ts";
import { isAskedAgain } from "../db/replicas.ts";
import { fail, AppError, toErrorResponse } from "../errors.ts";
import { logEvent, summarizeError } from "../lib/log.ts";

/** Handles unmatched paths. */
export function handleNotFound(c: Context<AppEnv>): Response {
  return toErrorResponse(fail("not_found"), c.var.ctx.requestId);
}

/** Logs the error and returns a response without internal details. */
export function handleError<E extends AppEnv>(error: Error, c: Context<E>): Response {
  const { method } = c.req;
  const requestId = c.var.ctx?.requestId ?? "none";
  return answerError(error, {
    method,
    path: routePattern(c),
    requestId,
    database: c.env?.DB,
  });
}

/** Does the same for a request that Hono does not know. @param request.path the route's pattern */
export function answerError(
  error: Error,
  request: { method: string; path: string; requestId: string; database: D1Database | undefined },
): Response {
  const { method, path, requestId } = request;
  const appError = toAppError(error);
  if (isAskedAgain(request.database)) return toErrorResponse(appError, requestId);
  logEvent(
    appError.code === "internal" ? "error" : "warn",
    "request.failed",
    {
      code: appError.code,
      reason: appError.message,
      cause: appError.cause === undefined ? undefined : summarizeError(appError.cause),
      method,
      path,
    },
    { requestId },
  );
  return toErrorResponse(appError, requestId);
}

/** Returns the route's pattern, never the requested path: a download's path contains its token. */
function routePattern(c: Context): string {
  return matchedRoutes(c).findLast(({ method }) => method !== "ALL")?.path ?? "(no route)";
}

/** Returns the error with the code that a client sees for any thrown one. */
export function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  // The validator throws this for a body that isn't JSON.
  if (error instanceof HTTPException && error.status === 400)
    return fail("invalid_input", { reason: error.message, detail: `${error.message}.` });
  if (error instanceof Stripe.errors.StripeError)
    return fail("stripe_unavailable", { cause: error });
  return fail("internal", { cause: error });
}
