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
  setup_intent?: unknown;
}

/**
 * An error response. Code below the API throws it. `keepWork` commits what was written before the error: a declined
 * payment keeps its failed charge.
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
          doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}`,
        }
      : body;
  }
}

/** A request refused before it ran. Its result is not stored, so its idempotency key can be used again. */
export class RejectedRequestError extends ApiError {}

/** Creates a 400 with Stripe's message. `param` is spelled with brackets, as in the request. */
export function invalidRequestError(message: string, at: ErrorLocation = {}): ApiError {
  return new ApiError(400, toErrorBody(message, at));
}

/** Creates a 400 for parameters that could not be parsed. */
export function rejectedRequestError(
  message: string,
  at: ErrorLocation = {},
): RejectedRequestError {
  return new RejectedRequestError(400, toErrorBody(message, at));
}

interface ErrorLocation {
  code?: string;
  param?: string;
}

function toErrorBody(message: string, { code, param }: ErrorLocation): ErrorBody {
  return { type: "invalid_request_error", message, ...(code && { code }), ...(param && { param }) };
}

/** Creates a 404 `resource_missing`, or a 400 with the same code if the id was a parameter. */
export function resourceMissingError(noun: string, id: string, param = "id"): ApiError {
  return new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

export function unauthorizedError(message: string): ApiError {
  return new ApiError(401, { type: "invalid_request_error", message });
}
