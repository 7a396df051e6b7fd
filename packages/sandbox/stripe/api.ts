import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context } from "hono";
import type { Account } from "./account.ts";
import type { Endpoint } from "./feature.ts";
import { features } from "./features.ts";
import { ApiError, RejectedRequestError } from "./protocol/errors.ts";
import { expandResult } from "./protocol/expand.ts";
import { toFaultError, type Fault } from "./protocol/faults.ts";
import { decodeForm, type FormTree } from "./protocol/form.ts";
import {
  assertPermission,
  findExpandPermission,
  findRequestPermission,
} from "./protocol/permissions.ts";
import { newId } from "./protocol/ids.ts";
import { createRateLimiter } from "./protocol/rate-limit.ts";
import { expand as expandSchema, parseParams } from "./protocol/params.ts";
import { runAtObjectTime } from "./time/run-at-object-time.ts";
import type { Caller, StandIn } from "./stand-in.ts";
import { changeBody, dropConnection, respond, toErrorOutcome, type Outcome } from "./outcome.ts";

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

/** Creates `/v1` with the endpoints of all features. */
export function createStripeApi(standIn: StandIn): Hono {
  const api = new Hono();
  const rateLimiter = createRateLimiter();
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
    // The parameters of a DELETE may be in its body, too.
    const body = endpoint.method === "GET" ? "" : await c.req.text();
    const given = endpoint.method === "POST" ? [body] : [query, body];
    const params = decodeForm(given.filter(Boolean).join("&"));
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
    if (outcome.dropped) return dropConnection(c);
    const response = respond(c, outcome, idempotencyKey);
    // Programs compare Stripe's time with their own, and the shop's is that of the account.
    response.headers.set("date", new Date(account.clock.accountNow() * 1000).toUTCString());
    return response;
  }

  async function handleCall(call: ApiCall): Promise<Outcome> {
    const { account, idempotencyKey, requestId } = call;
    const serializedParams = JSON.stringify(call.params);
    try {
      const { requestsPerSecond } = account.readSettings();
      if (requestsPerSecond !== null) rateLimiter.assertBelow(account.key, requestsPerSecond);
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
      if (!fault) return executeCall(call, serializedParams, undefined);
      return await executeWithFault(call, serializedParams, fault);
    } finally {
      if (idempotencyKey !== null) standIn.idempotency.end(account.key, idempotencyKey);
    }
  }

  /** The stored result stays the real one: a retry with the same idempotency key gets it without the changes. */
  async function executeWithFault(
    call: ApiCall,
    serializedParams: string,
    fault: Fault,
  ): Promise<Outcome> {
    const { account, path, params, requestId } = call;
    const seen = { method: call.endpoint.method, path, params };
    const hold = () => standIn.faults.hold(account.key, fault, seen);
    if (fault.delayMs) await sleep(fault.delayMs);
    if (fault.hold && !fault.afterCommit) await hold();
    const executed =
      fault.drop && !fault.afterCommit
        ? { status: 0, body: "null", requestId, replayed: false }
        : executeCall(call, serializedParams, fault);
    if (fault.hold && fault.afterCommit) await hold();
    const outcome = fault.drop
      ? { ...executed, status: 0, body: "null", dropped: true }
      : changeBody(executed, fault);
    if (fault.capture) {
      const { status, body } = outcome;
      standIn.faults.capture(account.key, { ...seen, status, body: JSON.parse(body) });
    }
    return outcome;
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
