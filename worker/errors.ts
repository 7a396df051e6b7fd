import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * Every error a client can see. 403 only if the caller may know the thing exists; else the 404 of what does not exist.
 * Titles are for developers; the screens' sentences live in the frontend's messages.
 */
const catalogue = {
  invalid_input: { status: 422, title: "The input is not valid" },
  unauthenticated: { status: 401, title: "Sign in first" },
  forbidden: { status: 403, title: "Not allowed" },
  sign_in_again: { status: 403, title: "This needs a sign-in not older than 10 minutes" },
  cross_site_request: { status: 403, title: "The request came from another site" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  unknown_host: { status: 421, title: "This host is not served here" },
  last_identity: { status: 409, title: "The last identity cannot be unlinked" },
  last_owner: { status: 409, title: "The shop needs an owner" },
  rate_limited: { status: 429, title: "Too many requests" },
  price_unavailable: { status: 409, title: "This price is not for sale" },
  already_owned: { status: 409, title: "Already owned" },
  payment_processing: { status: 409, title: "A payment for this is still processing" },
  currency_locked: { status: 409, title: "Another currency is in use" },
  subscription_not_changeable: { status: 409, title: "The subscription cannot be changed now" },
  subscription_suspended: {
    status: 409,
    title: "A subscription to this waits to be resumed or paid",
  },
  payment_failed: { status: 402, title: "The payment did not go through" },
  payment_disputed: { status: 409, title: "The payment is disputed" },
  not_refundable: { status: 409, title: "There is nothing to give back" },
  refund_outdated: { status: 409, title: "More was given back meanwhile" },
  preview_expired: { status: 409, title: "The preview is too old to be charged" },
  checkout_busy: { status: 409, title: "A checkout for this is just being opened" },
  customer_busy: { status: 409, title: "This customer is just being synced" },
  merge_team_member: { status: 409, title: "A team member's account is not merged" },
  edit_conflict: { status: 409, title: "It was changed meanwhile" },
  link_expired: { status: 410, title: "The link was good for five minutes" },
  precondition_failed: { status: 412, title: "It is not the version that was asked for" },
  license_key_unusable: { status: 409, title: "The license key cannot be used for this now" },
  license_files_unavailable: {
    status: 501,
    title: "This shop has no key that it signs license files with",
  },
  too_large: { status: 413, title: "The request is too large" },
  webhook_signature: { status: 400, title: "The signature is not valid" },
  webhook_mode: { status: 400, title: "The event is of the other mode" },
  stripe_unavailable: { status: 502, title: "Stripe did not answer as expected" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
  internal: { status: 500, title: "Something went wrong" },
} as const satisfies Record<string, { status: ContentfulStatusCode; title: string }>;

export type ErrorCode = keyof typeof catalogue;

/** RFC 9457 problem details, as sent. `fields` names the inputs that were refused. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  request_id: string;
  detail?: string;
  fields?: { path: string; message: string }[];
};

/** A refusal: `code` goes out, `reason` and `cause` only into the log. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly fields: Problem["fields"];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, inner: FailureInner = {}) {
    super(inner.reason ?? code, { cause: inner.cause });
    this.code = code;
    this.fields = inner.fields;
    this.retryAfterSeconds = inner.retryAfterSeconds;
  }
}

type FailureInner = {
  reason?: string;
  cause?: unknown;
  fields?: Problem["fields"];
  retryAfterSeconds?: number;
};

/** `throw fail("not_found", { reason })`: the reason is logged, never sent. */
export function fail(code: ErrorCode, inner?: FailureInner): Failure {
  return new Failure(code, inner);
}

/** The wire form of a refusal. An `internal` one carries the request id and nothing else. */
export function toResponse(failure: Failure, requestId: string): Response {
  const { status, title } = catalogue[failure.code];
  const problem: Problem = {
    type: `urn:gatehouse:error:${failure.code}`,
    title,
    status,
    code: failure.code,
    request_id: requestId,
    ...(failure.fields && { fields: failure.fields }),
  };
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (failure.retryAfterSeconds !== undefined)
    headers["retry-after"] = String(failure.retryAfterSeconds);
  return Response.json(problem, { status, headers });
}
