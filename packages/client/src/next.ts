import type { Entitlement } from "./client.ts";
import { createGate, toRefusalResponse, type GateOptions, type Refusal } from "./gate/decide.ts";

export type { AnswerStore, Duration, OutagePolicy } from "./gate/policy.ts";

export type NextGateOptions = GateOptions<Request> & {
  /** Answers a refused request, for example with a redirect. Default: problem details in JSON. */
  onRefused?: (request: Request, refusal: Refusal) => Response | Promise<Response>;
};

/** A route handler of Next.js, which gets the shop's answer as its last argument. */
export type GatedHandler<R extends Request, C> = (
  request: R,
  context: C,
  entitlement: Entitlement | null,
) => Response | Promise<Response>;

/**
 * Wraps a route handler of Next.js, so that it runs only if the customer may use the feature. The handler's third
 * argument is the shop's answer, with the limit; null if the policy `allow` let the request pass.
 * @throws GatehouseError if the shop refuses the question, for example because of the key; Next.js answers 500
 */
export function requireFeature<R extends Request, C>(
  feature: string,
  options: NextGateOptions,
  handler: GatedHandler<R, C>,
): (request: R, context: C) => Promise<Response> {
  const decide = createGate<Request>(feature, options);
  return async (request, context) => {
    const decision = await decide(request);
    if (decision.allowed) return handler(request, context, decision.entitlement);
    return (
      (await options.onRefused?.(request, decision.refusal)) ?? toRefusalResponse(decision.refusal)
    );
  };
}
