import { RejectedRequestError } from "./errors.ts";

const windowMs = 1_000;

/** Counts the requests of each account in the last second of the real time. */
export interface RateLimiter {
  /** @throws RejectedRequestError 429 if the account makes more requests a second than this */
  assertBelow(account: string, perSecond: number): void;
}

export function createRateLimiter(): RateLimiter {
  const timesByAccount = new Map<string, number[]>();
  return {
    assertBelow(account, perSecond) {
      const now = Date.now();
      const times = (timesByAccount.get(account) ?? []).filter((at) => now - at < windowMs);
      timesByAccount.set(account, times);
      if (times.length >= perSecond)
        throw new RejectedRequestError(429, {
          type: "invalid_request_error",
          code: "rate_limit",
          message:
            "Request rate limit exceeded. Learn more about rate limits here: https://stripe.com/docs/rate-limits.",
        });
      times.push(now);
    },
  };
}
