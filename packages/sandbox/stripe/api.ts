import { setTimeout as sleep } from "node:timers/promises";
import { Hono, type Context } from "hono";
import { apiVersion, type Account } from "./account.ts";
import type { Endpoint } from "./feature.ts";
import { features } from "./features.ts";
import { ApiError, RefusedRequest } from "./protocol/errors.ts";
import { expandAnswer } from "./protocol/expand.ts";
import { faultError, type Fault } from "./protocol/faults.ts";
import { decodeForm, type FormTree } from "./protocol/form.ts";
import type { StoredResult } from "./protocol/idempotency.ts";
import { newId } from "./protocol/ids.ts";
import { expand as expandSchema, parseParams } from "./protocol/params.ts";
import { inTimeOf } from "./time/run-at-object-time.ts";
import { authenticate } from "./protocol/parse-secret-key.ts";
import type { StandIn } from "./stand-in.ts";

interface Call {
  account: Account;
  endpoint: Endpoint;
  at: Record<string, string>;
  path: string;
  given: FormTree;
  idempotencyKey: string | null;
  requestId: string;
}

type Outcome = StoredResult & { replayed: boolean };

/** `/v1`: every endpoint of every feature, behind one protocol. */
export function createApi(standIn: StandIn): Hono {
  const api = new Hono();
  for (const endpoint of features.flatMap((feature) => feature.endpoints ?? [])) {
    api.on(endpoint.method, endpoint.path, (c) => answer(c, endpoint));
  }
  api.all("/v1/*", (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`;
    return respond(
      c,
      errorOutcome(new ApiError(404, { type: "invalid_request_error", message }), newId("request")),
      null,
    );
  });
  return api;

  async function answer(c: Context, endpoint: Endpoint): Promise<Response> {
    const requestId = newId("request");
    let account: Account;
    try {
      account = standIn.accountOf(authenticate(c.req.header("authorization")));
    } catch (error) {
      return respond(c, errorOutcome(error, requestId), null);
    }
    const query = new URL(c.req.url).search.slice(1);
    const given = decodeForm(endpoint.method === "POST" ? await c.req.text() : query);
    const idempotencyKey =
      endpoint.method === "POST" ? (c.req.header("idempotency-key") ?? null) : null;
    const call: Call = {
      account,
      endpoint,
      at: c.req.param() as Record<string, string>,
      path: c.req.path,
      given,
      idempotencyKey,
      requestId,
    };
    const outcome = await settle(call);
    standIn.requests.add(account.key, {
      id: requestId,
      method: endpoint.method,
      path: c.req.path,
      params: given,
      idempotencyKey,
      status: outcome.status,
      replayed: outcome.replayed,
    });
    return respond(c, outcome, idempotencyKey);
  }

  async function settle(call: Call): Promise<Outcome> {
    const { account, idempotencyKey, requestId } = call;
    const params = JSON.stringify(call.given);
    try {
      const stored =
        idempotencyKey === null
          ? null
          : standIn.idempotency.begin(account.key, idempotencyKey, call.path, params);
      if (stored) return { ...stored, replayed: true };
    } catch (error) {
      return errorOutcome(error, requestId);
    }
    try {
      const fault = standIn.faults.take(account.key, call.endpoint.method, call.path);
      if (fault?.delayMs) await sleep(fault.delayMs);
      return perform(call, params, fault);
    } finally {
      if (idempotencyKey !== null) standIn.idempotency.end(account.key, idempotencyKey);
    }
  }

  /**
   * The work and the stored result are one transaction. A 500 is stored and replayed, as Stripe does;
   * of any other fault the client may try again, and then sees what the work really gave.
   */
  function perform(call: Call, params: string, fault: Fault | undefined): Outcome {
    const { account, idempotencyKey, requestId } = call;
    const failure = fault?.status ? errorOutcome(faultError(fault.status), requestId) : null;
    const keep = (result: Outcome) => {
      if (idempotencyKey !== null)
        standIn.idempotency.keep(account.key, idempotencyKey, call.path, params, result);
    };
    if (failure && !fault?.afterCommit) {
      if (failure.status === 500) keep(failure);
      return failure;
    }
    account.request = { id: requestId, idempotency_key: idempotencyKey };
    try {
      const outcome = standIn.commit(account, () => {
        const done = run(call);
        keep(failure?.status === 500 ? failure : done);
        return done;
      });
      return failure ?? outcome;
    } catch (error) {
      const outcome = errorOutcome(error, requestId);
      if (!(error instanceof RefusedRequest)) keep(outcome);
      return failure ?? outcome;
    } finally {
      account.request = null;
    }
  }

  function run({ account, endpoint, at, given, requestId }: Call): Outcome {
    const { expand, ...rest } = given;
    const paths = parseParams(expandSchema, expand as FormTree);
    const named = [at.id, rest.customer, rest.subscription, rest.invoice, rest.payment_intent];
    const ids = [...named, rest.charge].map((name) => (typeof name === "string" ? name : null));
    try {
      const result = inTimeOf(account, ids, () => endpoint.run(account, at, rest));
      const shown = expandAnswer(account, standIn.kinds, result, paths ?? []);
      return { status: 200, body: JSON.stringify(shown, null, 2), requestId, replayed: false };
    } catch (error) {
      if (error instanceof ApiError && error.keepWork) return errorOutcome(error, requestId);
      throw error;
    }
  }
}

function errorOutcome(error: unknown, requestId: string): Outcome {
  if (!(error instanceof ApiError)) {
    console.error("[stripe stand-in]", error);
    return errorOutcome(
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
  // The client retries 409 and 5xx by itself; a stored 500 would only be replayed.
  if (outcome.status === 409) headers.set("stripe-should-retry", "true");
  if (outcome.status === 500) headers.set("stripe-should-retry", "false");
  return new Response(outcome.body, { status: outcome.status, headers });
}
