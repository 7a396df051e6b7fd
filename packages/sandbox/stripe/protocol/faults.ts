import { ApiError } from "./errors.ts";

/** A failure that a test requested. */
export interface Fault {
  /** Method and path. `*` matches any text: `POST /v1/refunds`, `* /v1/subscriptions/*`. */
  match: string;
  /** How many more requests fail. */
  times: number;
  /** The status of the response; null responds as usual, after `delayMs`. */
  status: number | null;
  /** Does the work before it fails, as if the response was lost. */
  afterCommit: boolean;
  delayMs: number;
}

export interface Faults {
  /** Adds a fault. It replaces one with the same `match`. */
  add(account: string, fault: Fault): void;
  /** Returns the fault for this request, if any, and counts it as used once. */
  take(account: string, method: string, path: string): Fault | undefined;
  list(account: string): Fault[];
  clear(account: string): void;
}

/** Creates the list of faults. It is in memory, so a restart removes them all. */
export function createFaults(): Faults {
  const faultsByAccount = new Map<string, Fault[]>();
  return {
    add(account, fault) {
      const others = (faultsByAccount.get(account) ?? []).filter(
        ({ match }) => match !== fault.match,
      );
      faultsByAccount.set(account, [...others, { ...fault }]);
    },
    take(account, method, path) {
      const fault = faultsByAccount
        .get(account)
        ?.find((candidate) => candidate.times > 0 && matches(candidate.match, method, path));
      if (fault) fault.times--;
      return fault;
    },
    list: (account) => (faultsByAccount.get(account) ?? []).filter((fault) => fault.times > 0),
    clear: (account) => void faultsByAccount.delete(account),
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

/** Returns the error of a fault, with Stripe's message. */
export function toFaultError(status: number): ApiError {
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
