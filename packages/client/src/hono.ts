import type { Context, MiddlewareHandler } from "hono";
import type { Entitlement } from "./client.ts";
import { createGate, toRefusalResponse, type GateOptions, type Refusal } from "./gate/decide.ts";

export type { AnswerStore, Duration, OutagePolicy } from "./gate/policy.ts";

export type HonoGateOptions = GateOptions<Context> & {
  /** Answers a refused request, for example with a page. Default: problem details in JSON. */
  onRefused?: (c: Context, refusal: Refusal) => Response | Promise<Response>;
};

/**
 * Middleware that lets a request pass if its customer may use the feature. After it, `c.get("entitlement")` is the
 * shop's answer, with the limit; null if the policy `allow` let the request pass.
 * @throws GatehouseError if the shop refuses the question, for example because of the key
 */
export function requireFeature(
  feature: string,
  options: HonoGateOptions,
): MiddlewareHandler<{ Variables: { entitlement: Entitlement | null } }> {
  const decide = createGate<Context>(feature, options);
  return async (c, next) => {
    const decision = await decide(c);
    if (!decision.allowed)
      return (
        (await options.onRefused?.(c, decision.refusal)) ?? toRefusalResponse(decision.refusal)
      );
    c.set("entitlement", decision.entitlement);
    return next();
  };
}
