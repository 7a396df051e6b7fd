import type { Request, RequestHandler, Response } from "express";
import { createGate, refusalHeaders, type GateOptions, type Refusal } from "./gate/decide.ts";

export type { AnswerStore, Duration, OutagePolicy } from "./gate/policy.ts";

export type ExpressGateOptions = GateOptions<Request> & {
  /** Answers a refused request, for example with a page. Default: problem details in JSON. */
  onRefused?: (request: Request, response: Response, refusal: Refusal) => void | Promise<void>;
};

/**
 * Middleware that lets a request pass if its customer may use the feature. After it, `response.locals.entitlement` is
 * the shop's answer, with the limit; null if the policy `allow` let the request pass. A refused key and other errors
 * in the configuration go to Express's error handler.
 */
export function requireFeature(feature: string, options: ExpressGateOptions): RequestHandler {
  const decide = createGate<Request>(feature, options);
  const run = async (request: Request, response: Response) => {
    const decision = await decide(request);
    if (decision.allowed) {
      response.locals["entitlement"] = decision.entitlement;
      return true;
    }
    const { refusal } = decision;
    if (options.onRefused) await options.onRefused(request, response, refusal);
    else response.status(refusal.status).set(refusalHeaders(refusal)).send(JSON.stringify(refusal));
    return false;
  };
  // Express 4 does not wait for a handler's promise, so errors go to `next`, which is called outside of the `try`: an
  // error of a later handler is not this one's.
  return async (request, response, next) => {
    try {
      if (!(await run(request, response))) return;
    } catch (error) {
      next(error);
      return;
    }
    next();
  };
}
