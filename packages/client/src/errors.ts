/** The problem details (RFC 9457) that the shop answers errors with. */
export type Problem = {
  type?: string;
  title?: string;
  status?: number;
  /** A stable code, for example `insufficient_scope`. */
  code?: string;
  detail?: string;
  requestId?: string;
  fields?: { path: string; message: string }[];
  [more: string]: unknown;
};

/**
 * The shop refused the request. Asking again gives the same answer: the key, the URL or the input is wrong.
 * `GatehouseUnavailableError` is the other kind.
 */
export class GatehouseError extends Error {
  override readonly name: string = "GatehouseError";
  /** The HTTP status of the shop's answer, or null if none arrived. Not called `status`, which Express would send. */
  readonly responseStatus: number | null;
  /** The shop's code for this error, for example `insufficient_scope`; null if the answer had none. */
  readonly code: string | null;
  /** Names the request in the shop's logs. */
  readonly requestId: string | null;
  /** The whole body of the answer, if it was a problem document. */
  readonly problem: Problem | null;

  constructor(
    message: string,
    options: ErrorOptions & { responseStatus?: number; problem?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.problem = isProblem(options.problem) ? options.problem : null;
    this.responseStatus = options.responseStatus ?? null;
    this.code = this.problem?.code ?? null;
    this.requestId = this.problem?.requestId ?? null;
  }
}

/**
 * The shop could not be asked: no connection, no answer in time, too many requests, or an error of the shop itself
 * (429 or 5xx), also after the retries. What the customer may use is unknown.
 */
export class GatehouseUnavailableError extends GatehouseError {
  override readonly name = "GatehouseUnavailableError";
}

/** Whether a status says that the shop cannot answer now. 501 says that it never will. */
export const isUnavailableStatus = (status: number) =>
  status === 408 || status === 429 || (status >= 500 && status !== 501);

/** Returns the error for an answer that is not 2xx. `body` is its parsed body, or its text. */
export function toError(response: Response, body: unknown): GatehouseError {
  const problem = isProblem(body) ? body : null;
  const { status } = response;
  const reason = problem?.title ?? (response.statusText || "unexpected answer");
  const detail = problem?.detail ? `: ${problem.detail}` : "";
  const code = problem?.code ? ` ${problem.code}` : "";
  const message = `The shop answered ${status}${code} (${reason}${detail})`;
  const Kind = isUnavailableStatus(status) ? GatehouseUnavailableError : GatehouseError;
  return new Kind(message, { responseStatus: status, problem });
}

const isProblem = (body: unknown): body is Problem => typeof body === "object" && body !== null;
