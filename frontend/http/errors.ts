import type { ErrorCode, Problem } from "../../worker/errors.ts";

/** The server answered and refused. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly fields: NonNullable<Problem["fields"]>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfterSeconds: number | undefined) {
    super(problem.title ?? `HTTP ${status}`);
    this.code = problem.code ?? (status === 503 ? "unavailable" : "internal");
    this.status = status;
    this.requestId = problem.request_id;
    this.fields = problem.fields ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer arrived: offline, or the connection broke. It says nothing about who is signed in. */
export class NetworkError extends Error {}

/** Whether the server refused with exactly this code. */
export function isRefusal(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/**
 * The body of a response that succeeded.
 * @throws ApiError from problem+json, or from the bare status where something in between answered
 * @throws NetworkError when no answer arrived
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
    asProblem(body),
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  );
}

function asProblem(body: unknown): Partial<Problem> {
  return typeof body === "object" && body !== null && "code" in body
    ? (body as Partial<Problem>)
    : {};
}
