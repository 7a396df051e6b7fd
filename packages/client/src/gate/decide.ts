import { GatehouseUnavailableError } from "../errors.ts";
import type { CustomerRef, Entitlement, Gatehouse } from "../client.ts";
import { KnownAnswers } from "./known-answers.ts";
import { assertPolicy, type OutagePolicy } from "./policy.ts";

type MaybePromise<T> = T | Promise<T>;

export type GateOptions<Input> = {
  /** The client, or a function that returns it where it depends on the request, as in Cloudflare Workers. */
  shop: Gatehouse | ((input: Input) => Gatehouse);
  /** Who sent the request, as your app knows it; null if no user is signed in. Never trust what the request claims. */
  customer: (input: Input) => MaybePromise<CustomerRef | null | undefined>;
  /** What to do while the shop cannot be asked. */
  outage: OutagePolicy;
  /** How long the shop may take to answer, in milliseconds. Default: 2,000. */
  timeoutMs?: number;
};

/**
 * What was decided about a request.
 * - `entitlement` is the shop's answer; null if the policy `allow` let the request pass without one.
 * - `source` says where the answer is from.
 */
export type Decision =
  | { allowed: true; entitlement: Entitlement | null; source: "shop" | "last-known" | "policy" }
  | { allowed: false; refusal: Refusal };

/** Why a request is refused, as problem details (RFC 9457). */
export type Refusal = {
  type: string;
  title: string;
  status: 401 | 403 | 503;
  code: "sign_in_required" | "feature_required" | "entitlement_unknown";
  feature: string;
};

/**
 * Returns the function that decides about requests for a feature. It asks the shop once, without retries, because a
 * user is waiting.
 */
export function createGate<Input>(
  feature: string,
  options: GateOptions<Input>,
): (input: Input) => Promise<Decision> {
  const { outage, timeoutMs = 2_000 } = options;
  assertPolicy(outage);
  const known = typeof outage === "object" ? new KnownAnswers(feature, outage) : undefined;

  return async (input) => {
    const customer = await options.customer(input);
    if (!customer) return refuse(feature, "sign_in_required");
    const shop = typeof options.shop === "function" ? options.shop(input) : options.shop;
    const knownAs = JSON.stringify(customer);
    try {
      const entitlement = await shop.check(feature, customer, { timeoutMs, retries: 0 });
      await known?.store(knownAs, entitlement);
      return decide(feature, entitlement, "shop");
    } catch (error) {
      // Everything else is an error in the configuration: it must be seen, not pass for an outage.
      if (!(error instanceof GatehouseUnavailableError)) throw error;
      if (outage === "allow") return { allowed: true, entitlement: null, source: "policy" };
      const entitlement = await known?.find(knownAs);
      return entitlement
        ? decide(feature, entitlement, "last-known")
        : refuse(feature, "entitlement_unknown");
    }
  };
}

function decide(
  feature: string,
  entitlement: Entitlement,
  source: "shop" | "last-known",
): Decision {
  return entitlement.allowed
    ? { allowed: true, entitlement, source }
    : refuse(feature, "feature_required");
}

const refusals = {
  sign_in_required: { status: 401, title: "Sign in first" },
  feature_required: { status: 403, title: "This needs a purchase that includes the feature" },
  entitlement_unknown: { status: 503, title: "Access cannot be checked now. Try again later" },
} as const;

function refuse(feature: string, code: Refusal["code"]): Decision {
  const type = `urn:gatehouse:error:${code}`;
  return { allowed: false, refusal: { type, ...refusals[code], code, feature } };
}

/** Returns a refusal as an HTTP response. */
export function toRefusalResponse(refusal: Refusal): Response {
  return Response.json(refusal, {
    status: refusal.status,
    headers: refusalHeaders(refusal),
  });
}

/** The headers of a refusal. It is about one customer at one moment, so it must not be cached. */
export const refusalHeaders = (refusal: Refusal): Record<string, string> => ({
  "content-type": "application/problem+json",
  "cache-control": "no-store",
  ...(refusal.status === 503 && { "retry-after": "5" }),
});
