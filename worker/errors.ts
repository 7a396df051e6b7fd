import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * Every error a client can see. 403 is used only if the caller may know that the thing exists; otherwise 404, as for
 * anything that doesn't exist. Titles are for developers; the texts on screens are in the frontend's messages.
 */
export const errorCatalog = {
  invalid_input: { status: 422, title: "The input is not valid" },
  unauthenticated: { status: 401, title: "Sign in first" },
  api_key_missing: { status: 401, title: "Send an API key as `Authorization: Bearer gh_…`" },
  api_key_malformed: {
    status: 401,
    title: "The API key is incomplete or mistyped",
  },
  api_key_unknown: { status: 401, title: "Unknown API key" },
  api_key_revoked: { status: 401, title: "The API key was revoked" },
  api_key_expired: { status: 401, title: "The API key has expired" },
  api_key_wrong_mode: { status: 401, title: "The API key is for the other mode" },
  api_key_in_query: {
    status: 400,
    title: "API keys belong in the Authorization header; roll this one, since URLs are logged",
  },
  insufficient_scope: { status: 403, title: "The API key lacks a scope" },
  too_many_api_keys: { status: 409, title: "The shop already has 50 active API keys" },
  idempotency_mismatch: {
    status: 409,
    title: "This Idempotency-Key was used for another request",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The first request with this Idempotency-Key is still running",
  },
  external_id_taken: { status: 409, title: "Another customer has this external id" },
  unsupported_media_type: { status: 415, title: "Send JSON, as `Content-Type: application/json`" },
  forbidden: { status: 403, title: "Not allowed" },
  same_or_higher_role: { status: 403, title: "The user's role is the same as yours or higher" },
  sign_in_again: {
    status: 403,
    title: "Sign in again: this needs a sign-in from the last 10 minutes",
  },
  cross_site_request: { status: 403, title: "The request came from another site" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  unknown_host: { status: 421, title: "Unknown host" },
  last_identity: { status: 409, title: "The last sign-in method cannot be removed" },
  last_owner: { status: 409, title: "The shop needs at least one owner" },
  rate_limited: { status: 429, title: "Too many requests" },
  price_unavailable: { status: 409, title: "The price is not available" },
  already_owned: { status: 409, title: "Already owned" },
  payment_processing: { status: 409, title: "A payment for this is still processing" },
  currency_locked: { status: 409, title: "Another currency is in use" },
  subscription_sold_by_link: {
    status: 409,
    title: "The subscription was sold by Link, so it can only be ended here",
  },
  subscription_not_changeable: { status: 409, title: "The subscription cannot be changed now" },
  subscription_disputed: {
    status: 409,
    title: "A payment of the subscription is disputed, so it cannot be changed",
  },
  subscription_suspended: {
    status: 409,
    title: "A subscription to this product is on hold; resume or pay it",
  },
  payment_failed: { status: 402, title: "The payment was declined" },
  payment_disputed: { status: 409, title: "The payment is disputed" },
  purchase_taken: { status: 409, title: "Another account has this purchase already" },
  not_refundable: { status: 409, title: "There is nothing to refund" },
  refund_outdated: { status: 409, title: "Another refund was issued in the meantime" },
  preview_expired: { status: 409, title: "The preview has expired" },
  checkout_busy: { status: 409, title: "A checkout for this product is already being opened" },
  event_payload_removed: { status: 409, title: "The payload of this event was removed" },
  trial_used: { status: 409, title: "The free trial was already used" },
  too_many_checkouts: { status: 429, title: "Too many checkouts were opened" },
  checkout_not_yours: { status: 403, title: "The checkout is for another customer" },
  checkout_paid: { status: 409, title: "The checkout was already paid" },
  checkout_expired: { status: 410, title: "The checkout link has expired" },
  permanent_link_inactive: { status: 410, title: "The link is no longer active" },
  permanent_link_used_up: { status: 410, title: "The link has no purchases left" },
  discount_unavailable: { status: 409, title: "The discount of the link is not available" },
  customer_busy: { status: 409, title: "The customer is being synced" },
  merge_team_member: { status: 409, title: "A team member's account cannot be merged" },
  edit_conflict: { status: 409, title: "It was changed in the meantime" },
  price_move_open: {
    status: 409,
    title: "The subscribers of this price are already being moved",
  },
  price_move_ended: { status: 409, title: "The move has already ended" },
  cursor_expired: { status: 410, title: "The feed no longer contains these events" },
  product_archived: { status: 410, title: "The product is no longer sold" },
  link_expired: { status: 410, title: "The download link has expired" },
  gift_claimed: { status: 409, title: "The gift was already claimed" },
  gift_expired: { status: 410, title: "The gift has expired" },
  gift_revoked: { status: 410, title: "The gift was revoked" },
  seats_taken: { status: 409, title: "No seat is free" },
  seats_unavailable: { status: 409, title: "The purchase of the seats gives no access now" },
  seat_own: { status: 409, title: "The buyer of the seats has one already" },
  seat_held: { status: 409, title: "The customer has a seat of this purchase already" },
  seat_domain_refused: { status: 422, title: "The domain cannot give seats" },
  seat_offer_ended: { status: 409, title: "The seats are no longer offered to this user" },
  dns_unavailable: { status: 502, title: "The DNS did not answer" },
  seats_in_use: { status: 409, title: "More seats are in use; remove some first" },
  precondition_failed: { status: 412, title: "The version does not match" },
  license_key_unusable: { status: 409, title: "The license key cannot be used for this now" },
  license_files_unavailable: {
    status: 501,
    title: "This shop has no key to sign license files with",
  },
  too_many_endpoints: { status: 409, title: "The shop already has 20 webhook endpoints" },
  entitlement_tokens_unavailable: {
    status: 501,
    title: "This shop has no key to sign entitlement tokens with",
  },
  too_large: { status: 413, title: "The request is too large" },
  webhook_signature: { status: 400, title: "The signature is not valid" },
  stripe_unavailable: { status: 502, title: "Stripe did not respond as expected" },
  unavailable: { status: 503, title: "Temporarily unavailable" },
  internal: { status: 500, title: "Something went wrong" },
} as const satisfies Record<string, { status: ContentfulStatusCode; title: string }>;

export type ErrorCode = keyof typeof errorCatalog;

/** The RFC 9457 problem details in a response. `fields` names the rejected inputs. */
export type ProblemDetails = {
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  request_id: string;
  requestId: string;
  detail?: string;
  fields?: { path: string; message: string }[];
  /** With `currency_locked`: the currency that works, in lower case. */
  currency?: string;
  /** With `cursor_expired`: the sequence of the oldest event that is still in the feed. */
  oldestSequence?: number;
  /** With `edit_conflict`: who saved it last, null if unknown, and when (unix milliseconds). */
  lastEdit?: { by: string | null; at: number };
};

/** An error with a public `code`. `reason` and `cause` are only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: ProblemDetails["fields"];
  readonly retryAfterSeconds: number | undefined;
  readonly detail: string | undefined;
  readonly currency: string | undefined;
  readonly oldestSequence: number | undefined;
  readonly lastEdit: ProblemDetails["lastEdit"];

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.reason ?? code, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.detail = options.detail;
    this.currency = options.currency;
    this.oldestSequence = options.oldestSequence;
    this.lastEdit = options.lastEdit;
  }
}

type AppErrorOptions = {
  reason?: string;
  cause?: unknown;
  fields?: ProblemDetails["fields"];
  retryAfterSeconds?: number;
  /** A sentence for developers that says more than the title. It is sent. */
  detail?: string;
  currency?: string;
  oldestSequence?: number;
  lastEdit?: ProblemDetails["lastEdit"];
};

/** Creates an error: `throw fail("not_found", { reason })`. The reason is logged, never sent. */
export function fail(code: ErrorCode, options?: AppErrorOptions): AppError {
  return new AppError(code, options);
}

/** Creates the error for a refused field: `throw failAt("slug", "Another page uses this URL.")`. The sender sees both. */
export function failAt(path: string, message: string, cause?: unknown): AppError {
  const fields = [{ path, message }];
  return fail("invalid_input", { reason: `${path}: ${message}`, cause, fields });
}

/** Returns the response for an error. An `internal` error reveals only the request id. */
export function toErrorResponse(error: AppError, requestId: string): Response {
  const { status, title } = errorCatalog[error.code];
  const problemDetails: ProblemDetails = {
    type: `urn:gatehouse:error:${error.code}`,
    title,
    status,
    code: error.code,
    request_id: requestId,
    requestId,
    ...(error.detail !== undefined && { detail: error.detail }),
    ...(error.fields && { fields: error.fields }),
    ...(error.currency !== undefined && { currency: error.currency }),
    ...(error.oldestSequence !== undefined && { oldestSequence: error.oldestSequence }),
    ...(error.lastEdit && { lastEdit: error.lastEdit }),
  };
  const headers: Record<string, string> = { "content-type": "application/problem+json" };
  if (error.retryAfterSeconds !== undefined)
    headers["retry-after"] = String(error.retryAfterSeconds);
  return Response.json(problemDetails, { status, headers });
}
