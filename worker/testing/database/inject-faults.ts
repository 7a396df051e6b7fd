import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { openDatabase } from "../../db/client.ts";
import { interceptDatabase } from "./intercept-database.ts";
import type { TestShop } from "../shop.ts";

/** `failure`: one call fails. `death`: that call and every later one fail. */
export type FaultKind = "failure" | "death";

/**
 * Creates a context that counts its database and Stripe calls as steps. Step `at` (for `death`, every later one too)
 * throws instead of calling.
 * @returns the context, and a function that returns the number of steps so far
 */
export function createFaultyContext(
  shop: TestShop,
  fault: { at: number; kind: FaultKind },
): { ctx: Ctx; steps: () => number } {
  let steps = 0;
  const step = () => {
    steps++;
    const shouldFail = fault.kind === "death" ? steps >= fault.at : steps === fault.at;
    if (shouldFail) throw new Error(`${fault.kind} at step ${fault.at}`);
  };
  const ctx = shop.ctx();
  const target = new URL(shop.env.STRIPE_API_URL);
  const stripe = new Stripe(shop.stripeKey, {
    host: target.hostname,
    port: target.port,
    protocol: "http",
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(async (...request: Parameters<typeof fetch>) => {
      step();
      return fetch(...request);
    }),
  });
  return {
    ctx: {
      ...ctx,
      stripe,
      db: openDatabase(
        interceptDatabase(shop.env.DB, async (_sql, call) => {
          step();
          return call();
        }),
      ),
    },
    steps: () => steps,
  };
}
