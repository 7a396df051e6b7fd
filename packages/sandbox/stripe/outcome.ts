import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { apiVersion } from "./account.ts";
import { ApiError } from "./protocol/errors.ts";
import type { Fault } from "./protocol/faults.ts";
import type { StoredResult } from "./protocol/idempotency.ts";
import { applyPatch } from "./protocol/json-patch.ts";

/** `dropped`: the connection is closed instead of a response. */
export type Outcome = StoredResult & { replayed: boolean; dropped?: boolean };

/** Returns the outcome with the changes of a fault. A patch that does not fit is an error 400. */
export function changeBody(outcome: Outcome, fault: Fault): Outcome {
  if (fault.body === undefined && fault.patch === undefined) return outcome;
  try {
    const changed = applyPatch(
      fault.body === undefined ? JSON.parse(outcome.body) : fault.body,
      fault.patch ?? [],
    );
    return { ...outcome, body: JSON.stringify(changed, null, 2) };
  } catch (error) {
    return toErrorOutcome(error, outcome.requestId);
  }
}

/** Closes the connection, as a crashed server or a broken network does. A Worker cannot: it answers 502. */
export function dropConnection(c: Context): Response {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  if (!incoming) return new Response(null, { status: 502 });
  incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

/** Returns the response for an error; a 500 for one that the stand-in did not mean. */
export function toErrorOutcome(error: unknown, requestId: string): Outcome {
  if (!(error instanceof ApiError)) {
    console.error("[stripe stand-in]", error);
    return toErrorOutcome(
      new ApiError(500, {
        type: "api_error",
        message: "The stand-in has a defect; its log says more.",
      }),
      requestId,
    );
  }
  return {
    status: error.status,
    body: JSON.stringify(
      {
        error: {
          ...error.body,
          request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
        },
      },
      null,
      2,
    ),
    requestId,
    replayed: false,
  };
}

/** Sends an outcome with the headers that Stripe sends. */
export function respond(c: Context, outcome: Outcome, idempotencyKey: string | null): Response {
  const headers = new Headers({
    "content-type": "application/json",
    "request-id": outcome.requestId,
    "stripe-version": c.req.header("stripe-version") ?? apiVersion,
  });
  if (idempotencyKey !== null) headers.set("idempotency-key", idempotencyKey);
  if (outcome.replayed) {
    headers.set("idempotent-replayed", "true");
    headers.set("original-request", outcome.requestId);
  }
  // The client retries 409 and 5xx by default. Retrying a stored 500 would only replay it.
  if (outcome.status === 409) headers.set("stripe-should-retry", "true");
  if (outcome.status === 500) headers.set("stripe-should-retry", "false");
  return new Response(outcome.body, { status: outcome.status, headers });
}
