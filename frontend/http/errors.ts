import type { ErrorCode, ProblemDetails } from "../../worker/errors.ts";

/** Says what the server says about a field in the language of the page. The console sets it; all others get English. */
export const fieldMessages = { translate: (text: string) => text };

/** The server responded with an error. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: NonNullable<ProblemDetails["fields"]>;
  readonly retryAfterSeconds: number | undefined;
  /** With `currency_locked`: the currency that works. */
  readonly currency: string | undefined;
  /** In other words than ours, such as Stripe's, in English. */
  readonly detail: string | undefined;
  /** With `edit_conflict`: who saved it last, and when. */
  readonly lastEdit: ProblemDetails["lastEdit"];

  constructor(
    status: number,
    problem: Partial<ProblemDetails>,
    retryAfterSeconds: number | undefined,
  ) {
    super(problem.title ?? `HTTP ${status}`);
    this.code = problem.code ?? (status === 503 ? "unavailable" : "internal");
    this.status = status;
    this.requestId = problem.request_id;
    this.fields = (problem.fields ?? []).map(({ path, message }) => ({
      path,
      message: fieldMessages.translate(message),
    }));
    this.retryAfterSeconds = retryAfterSeconds;
    this.currency = problem.currency;
    this.detail = problem.detail;
    this.lastEdit = problem.lastEdit;
  }
}

/** No response arrived: the browser is offline, or the connection broke. The user may still be signed in. */
export class NetworkError extends Error {}

/** Returns whether the server responded with this error code. */
export function isApiError(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/**
 * Returns whether there is nothing at the URL that a page was opened with. The API rejects a malformed id or slug as
 * invalid input; users see the same "not found" page.
 */
export function isMissing(error: unknown): boolean {
  return isApiError(error, "not_found") || isApiError(error, "invalid_input");
}

/**
 * Returns the parsed body of a successful response, or undefined for a 204.
 * @throws ApiError from problem+json, or from the status alone if a proxy responded instead of the Worker
 * @throws NetworkError if no response arrived
 */
export async function readResponse(
  request: Promise<Pick<Response, "ok" | "status" | "headers" | "json">>,
) {
  const response = await request.catch((cause: unknown) => {
    throw new NetworkError("no answer", { cause });
  });
  if (response.status === 204) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  throw new ApiError(
    response.status,
    toProblem(body),
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function toProblem(body: unknown): Partial<ProblemDetails> {
  return typeof body === "object" && body !== null && "code" in body
    ? (body as Partial<ProblemDetails>)
    : {};
}
