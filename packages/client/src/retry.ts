import { GatehouseUnavailableError, isUnavailableStatus } from "./errors.ts";

export type RetryOptions = {
  /** How often a failed request is sent again. */
  retries: number;
  /** How long one attempt may take, in milliseconds. */
  timeoutMs: number;
  fetch: (request: Request) => Promise<Response>;
};

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 5_000;
/** If the shop asks for a longer pause, its answer is returned and the caller decides. */
const LONGEST_RETRY_AFTER_MS = 30_000;

/**
 * Sends a request, and sends it again after 408, 429, 5xx or a failed connection. Every POST gets one
 * `Idempotency-Key` for all its attempts, so that the shop acts on it once.
 * @throws GatehouseUnavailableError if the last attempt got no answer
 */
export async function fetchWithRetries(request: Request, options: RetryOptions): Promise<Response> {
  if (request.method === "POST" && !request.headers.has("idempotency-key"))
    request.headers.set("idempotency-key", crypto.randomUUID());
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= options.retries;
    let pauseMs = backoffMs(attempt);
    try {
      const response = await fetchOnce(isLast ? request : request.clone(), options);
      const retryAfterMs = readRetryAfterMs(response);
      if (isLast || retryAfterMs > LONGEST_RETRY_AFTER_MS || !(await isTemporary(response)))
        return response;
      await response.body?.cancel();
      pauseMs = Math.max(pauseMs, retryAfterMs);
    } catch (error) {
      request.signal.throwIfAborted();
      if (isLast) throw unreachable(error);
    }
    await pause(pauseMs, request.signal);
  }
}

function fetchOnce(request: Request, options: RetryOptions): Promise<Response> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(options.timeoutMs)]);
  return options.fetch(new Request(request, { signal }));
}

async function isTemporary(response: Response): Promise<boolean> {
  if (isUnavailableStatus(response.status)) return true;
  // An earlier attempt of this POST arrived but its answer did not, and it is still being worked on.
  if (response.status !== 409) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  return body?.code === "idempotency_in_progress";
}

/** Grows with each attempt. Random, so that clients that failed together do not come back together. */
const backoffMs = (attempt: number) =>
  Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt) * (0.5 + Math.random() / 2);

/** `Retry-After` is a number of seconds or a date. */
function readRetryAfterMs(response: Response): number {
  const value = response.headers.get("retry-after");
  if (!value) return 0;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

function unreachable(cause: unknown): GatehouseUnavailableError {
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
  const message = isTimeout ? "The shop did not answer in time" : "The shop could not be reached";
  return new GatehouseUnavailableError(message, { cause });
}
