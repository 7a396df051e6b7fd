import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context } from "hono";
import { apiVersion, type Account } from "./account.ts";
import type { Endpoint } from "./feature.ts";
import { features } from "./features.ts";
import { ApiError, RejectedRequestError } from "./protocol/errors.ts";
import { expandResult } from "./protocol/expand.ts";
import { toFaultError, type Fault } from "./protocol/faults.ts";
import { decodeForm, type FormTree } from "./protocol/form.ts";
import type { StoredResult } from "./protocol/idempotency.ts";
import {
  assertPermission,
  findExpandPermission,
  findRequestPermission,
} from "./protocol/permissions.ts";
import { newId } from "./protocol/ids.ts";
import { expand as expandSchema, parseParams } from "./protocol/params.ts";
import { runAtObjectTime } from "./time/run-at-object-time.ts";
import type { Caller, StandIn } from "./stand-in.ts";

interface ApiCall {
  account: Account;
  /** Refuses the request if its key lacks this permission. */
  assertPermission(needed: string): void;
  endpoint: Endpoint;
  pathParams: Record<string, string>;
  path: string;
  params: FormTree;
  idempotencyKey: string | null;
  requestId: string;
}

type Outcome = StoredResult & { replayed: boolean };

/** Creates `/v1` with the endpoints of all features. */
export function createStripeApi(standIn: StandIn): Hono {
  const api = new Hono();
  for (const endpoint of features.flatMap((feature) => feature.endpoints ?? [])) {
    api.on(endpoint.method, endpoint.path, (c) => handleRequest(c, endpoint));
  }
  api.all("/v1/*", (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    return respond(
      c,
      toErrorOutcome(
        new ApiError(404, { type: "invalid_request_error", message }),
        newId("request"),
      ),
      null,
    );
  });
  return api;

  async function handleRequest(c: Context, endpoint: Endpoint): Promise<Response> {
    const requestId = newId("request");
    let caller: Caller;
    try {
      caller = standIn.authenticate(c.req.header("authorization"));
    } catch (error) {
      return respond(c, toErrorOutcome(error, requestId), null);
    }
    const query = new URL(c.req.url).search.slice(1);
    const params = decodeForm(endpoint.method === "POST" ? await c.req.text() : query);
    const idempotencyKey =
      endpoint.method === "POST" ? (c.req.header("idempotency-key") ?? null) : null;
    const { account, key, permissions } = caller;
    const needed = new Set<string>();
    const call: ApiCall = {
      account,
      assertPermission(permission) {
        needed.add(permission);
        assertPermission(permissions, permission, { key, accountId: account.id });
      },
      endpoint,
      pathParams: c.req.param() as Record<string, string>,
      path: c.req.path,
      params,
      idempotencyKey,
      requestId,
    };
    const outcome = await handleCall(call);
    standIn.requests.add(account.key, {
      id: requestId,
      method: endpoint.method,
      path: c.req.path,
      params,
      idempotencyKey,
      status: outcome.status,
      replayed: outcome.replayed,
      permissions: [...needed],
    });
    return respond(c, outcome, idempotencyKey);
  }

  async function handleCall(call: ApiCall): Promise<Outcome> {
    const { account, idempotencyKey, requestId } = call;
    const serializedParams = JSON.stringify(call.params);
    try {
      // Stripe checks the key's permissions before it looks at anything else of the request.
      call.assertPermission(findRequestPermission(call.endpoint.method, call.path));
      const stored =
        idempotencyKey === null
          ? null
          : standIn.idempotency.begin(account.key, idempotencyKey, call.path, serializedParams);
      if (stored) return { ...stored, replayed: true };
    } catch (error) {
      return toErrorOutcome(error, requestId);
    }
    try {
      const fault = standIn.faults.take(account.key, call.endpoint.method, call.path);
      if (fault?.delayMs) await sleep(fault.delayMs);
      return executeCall(call, serializedParams, fault);
    } finally {
      if (idempotencyKey !== null) standIn.idempotency.end(account.key, idempotencyKey);
    }
  }

  /**
   * Runs the call and stores its result in one transaction. Like Stripe, it stores and replays a 500. After any other
   * fault, a retry with the same key gets the real result.
   */
  function executeCall(call: ApiCall, serializedParams: string, fault: Fault | undefined): Outcome {
    const { account, idempotencyKey, requestId } = call;
    const failure = fault?.status ? toErrorOutcome(toFaultError(fault.status), requestId) : null;
    const storeResult = (result: Outcome) => {
      if (idempotencyKey !== null)
        standIn.idempotency.storeResult(
          account.key,
          idempotencyKey,
          call.path,
          serializedParams,
          result,
        );
    };
    if (failure && !fault?.afterCommit) {
      if (failure.status === 500) storeResult(failure);
      return failure;
    }
    account.request = { id: requestId, idempotency_key: idempotencyKey };
    try {
      const outcome = standIn.commit(account, () => {
        const done = runEndpoint(call);
        storeResult(failure?.status === 500 ? failure : done);
        return done;
      });
      return failure ?? outcome;
    } catch (error) {
      const outcome = toErrorOutcome(error, requestId);
      if (!(error instanceof RejectedRequestError)) storeResult(outcome);
      return failure ?? outcome;
    } finally {
      account.request = null;
    }
  }

  function runEndpoint(call: ApiCall): Outcome {
    const { account, endpoint, pathParams, params, requestId } = call;
    const { expand, ...rest } = params;
    const paths = parseParams(expandSchema, expand as FormTree);
    const named = [
      pathParams.id,
      rest.customer,
      rest.subscription,
      rest.invoice,
      rest.payment_intent,
    ];
    const ids = [...named, rest.charge].map((name) => (typeof name === "string" ? name : null));
    try {
      const result = runAtObjectTime(account, ids, () => endpoint.run(account, pathParams, rest));
      const expanded = expandResult(account, standIn.objectTypes, result, paths ?? [], (type) =>
        call.assertPermission(findExpandPermission(type)),
      );
      return { status: 200, body: JSON.stringify(expanded, null, 2), requestId, replayed: false };
    } catch (error) {
      if (error instanceof ApiError && error.keepWork) return toErrorOutcome(error, requestId);
      throw error;
    }
  }
}

function toErrorOutcome(error: unknown, requestId: string): Outcome {
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

function respond(c: Context, outcome: Outcome, idempotencyKey: string | null): Response {
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
