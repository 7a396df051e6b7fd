import { ApiError } from "./errors.ts";
import type { FormTree } from "./form.ts";
import type { PatchOperation } from "./json-patch.ts";

/** What a test wants done to matching requests. Without any of the optional parts, they fail or answer late. */
export interface Fault {
  /** Method and path. `*` matches any text: `POST /v1/refunds`, `* /v1/subscriptions/*`. */
  match: string;
  /** How many more requests it applies to. */
  times: number;
  /** The status of the response; null responds as usual. */
  status: number | null;
  /** Does the work before it fails, holds or drops, as if the response was lost. */
  afterCommit: boolean;
  delayMs: number;
  /** Waits until `release`. */
  hold?: boolean;
  /** Closes the connection without a response. */
  drop?: boolean;
  /** Keeps a copy of the request and of its response as it was sent. */
  capture?: boolean;
  /** Responds with this JSON. The request is run as usual. */
  body?: unknown;
  /** Changes the response. */
  patch?: PatchOperation[] | undefined;
}

/** A request that waits for `release`. */
export interface HeldCall {
  method: string;
  path: string;
  params: FormTree;
}

/** A request and the response that the app got. `status` is 0 if the connection was dropped. */
export interface CapturedCall extends HeldCall {
  status: number;
  body: unknown;
}

export interface Faults {
  /** Adds a fault. It replaces one with the same `match`. */
  add(account: string, fault: Fault): void;
  /** Returns the fault for this request, if any, and counts it as used once. */
  take(account: string, method: string, path: string): Fault | undefined;
  list(account: string): Fault[];
  /** Waits until `release` lets this request go on. */
  hold(account: string, fault: Fault, call: HeldCall): Promise<void>;
  listHeld(account: string): HeldCall[];
  /**
   * Resolves with a held request of the fault `match`, as soon as there is one, or with undefined after `timeoutMs`.
   */
  waitForHeld(account: string, match: string, timeoutMs: number): Promise<HeldCall | undefined>;
  /** Lets the held requests of the fault `match` go on, or all of them. Returns how many. */
  release(account: string, match?: string): number;
  capture(account: string, call: CapturedCall): void;
  /** Returns the latest captured calls, oldest first. */
  listCaptured(account: string): CapturedCall[];
  /** Removes all faults and captured calls, and releases what is held. */
  clear(account: string): void;
}

/** How many captured calls are kept per account. */
const maxCapturedCalls = 200;

type Waiting = { match: string; call: HeldCall; goOn: () => void };

/** Creates the list of faults. It is in memory, so a restart removes them all. */
export function createFaults(): Faults {
  const faultsByAccount = new Map<string, Fault[]>();
  const heldByAccount = new Map<string, Waiting[]>();
  const capturedByAccount = new Map<string, CapturedCall[]>();
  const arrivals = new EventTarget();
  const listWaiting = (account: string) => heldByAccount.get(account) ?? [];
  const faults: Faults = {
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
    hold(account, { match }, call) {
      const { promise, resolve } = Promise.withResolvers<void>();
      heldByAccount.set(account, [...listWaiting(account), { match, call, goOn: resolve }]);
      arrivals.dispatchEvent(new Event(account));
      return promise;
    },
    listHeld: (account) => listWaiting(account).map(({ call }) => call),
    waitForHeld(account, match, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<HeldCall | undefined>();
      const check = () => {
        const found = listWaiting(account).find((waiting) => waiting.match === match);
        if (found) resolve(found.call);
      };
      arrivals.addEventListener(account, check);
      const timer = setTimeout(() => resolve(undefined), timeoutMs);
      check();
      return promise.finally(() => {
        clearTimeout(timer);
        arrivals.removeEventListener(account, check);
      });
    },
    release(account, match) {
      const released = listWaiting(account).filter(
        (waiting) => match === undefined || waiting.match === match,
      );
      heldByAccount.set(
        account,
        listWaiting(account).filter((waiting) => !released.includes(waiting)),
      );
      for (const { goOn } of released) goOn();
      return released.length;
    },
    capture(account, call) {
      const earlier = capturedByAccount.get(account) ?? [];
      capturedByAccount.set(account, [...earlier, call].slice(-maxCapturedCalls));
    },
    listCaptured: (account) => capturedByAccount.get(account) ?? [],
    clear(account) {
      faultsByAccount.delete(account);
      capturedByAccount.delete(account);
      faults.release(account);
    },
  };
  return faults;
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
