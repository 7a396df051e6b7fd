import { ApiError } from "./errors.ts";

/** A failure that a test or the desk asked for. */
export interface Fault {
  /** Method and path, `*` for one segment or a tail: `POST /v1/refunds`, `* /v1/subscriptions/*`. */
  match: string;
  /** How many requests it meets. */
  times: number;
  /** The status to answer with; null answers as usual, late. */
  status: number | null;
  /** Do the work first, then fail: what a client sees when the answer was lost. */
  afterCommit: boolean;
  delayMs: number;
}

export interface Faults {
  /** In place of an earlier fault with the same `match`. */
  add(account: string, fault: Fault): void;
  /** The fault that this request meets, used up by one. */
  take(account: string, method: string, path: string): Fault | undefined;
  list(account: string): Fault[];
  clear(account: string): void;
}

/** Faults live in memory: a restart is a clean slate. */
export function createFaults(): Faults {
  const waiting = new Map<string, Fault[]>();
  return {
    add(account, fault) {
      const others = (waiting.get(account) ?? []).filter(({ match }) => match !== fault.match);
      waiting.set(account, [...others, { ...fault }]);
    },
    take(account, method, path) {
      const fault = waiting
        .get(account)
        ?.find((candidate) => candidate.times > 0 && matches(candidate.match, method, path));
      if (fault) fault.times--;
      return fault;
    },
    list: (account) => (waiting.get(account) ?? []).filter((fault) => fault.times > 0),
    clear: (account) => void waiting.delete(account),
  };
}

function matches(pattern: string, method: string, path: string): boolean {
  const [wantedMethod, wantedPath = "*"] = pattern.split(" ");
  const expression = wantedPath
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
  return (
    (wantedMethod === "*" || wantedMethod === method) && new RegExp(`^${expression}$`).test(path)
  );
}

/** The error of a fault, in Stripe's words. */
export function faultError(status: number): ApiError {
  if (status === 429) {
    return new ApiError(429, {
      type: "invalid_request_error",
      code: "rate_limit",
      message:
        "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.",
    });
  }
  if (status >= 500) {
    return new ApiError(status, { type: "api_error", message: "An unknown error occurred" });
  }
  return new ApiError(status, {
    type: "invalid_request_error",
    message: `The sandbox was asked to answer ${status}.`,
  });
}
