/** The error envelope's fields, as Stripe names them. */
export interface ErrorBody {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  payment_method_type?: string;
}

/**
 * An answer other than 2xx, thrown from anywhere below the API.
 * `keepWork`: what was written before stays written (a declined payment leaves its failed charge behind).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly keepWork: boolean;

  constructor(status: number, body: ErrorBody, { keepWork = false } = {}) {
    super(body.message);
    this.status = status;
    this.keepWork = keepWork;
    this.body = body.code
      ? {
          ...body,
          doc_url: `https://docs.stripe.com/error-codes#${body.code.replaceAll("_", "-")}`,
        }
      : body;
  }
}

/** Refused before it began: nothing is kept under its idempotency key, which stays free. */
export class RefusedRequest extends ApiError {}

/** 400 with Stripe's words; `param` in the bracketed spelling of the request. */
export function invalid(message: string, at: Where = {}): ApiError {
  return new ApiError(400, invalidBody(message, at));
}

/** The same, for parameters that cannot be read at all. */
export function refused(message: string, at: Where = {}): RefusedRequest {
  return new RefusedRequest(400, invalidBody(message, at));
}

interface Where {
  code?: string;
  param?: string;
}

function invalidBody(message: string, { code, param }: Where): ErrorBody {
  return { type: "invalid_request_error", message, ...(code && { code }), ...(param && { param }) };
}

/** 404 `resource_missing`; 400 with the same code when the id came as a parameter rather than in the path. */
export function missing(noun: string, id: string, param = "id"): ApiError {
  return new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

export function unauthorized(message: string): ApiError {
  return new ApiError(401, { type: "invalid_request_error", message });
}
