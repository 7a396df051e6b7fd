import Stripe from "stripe";
import type { Ctx } from "../context.ts";
import type { TestShop } from "./shop.ts";

/**
 * Creates contexts in which calls to Stripe with this method and path wait until they are released, so that a test can
 * act in the meantime at any speed of the machine.
 * @returns `arrived` resolves when a call waits; `release` sends it
 */
export function holdStripe(shop: TestShop, call: `${string} /v1/${string}`) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const target = new URL(shop.env.STRIPE_API_URL);
  const stripe = new Stripe(shop.stripeKey, {
    host: target.hostname,
    port: target.port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(async (...[input, init]: Parameters<typeof fetch>) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (`${init?.method} ${pathname}` === call) {
        arrived.resolve();
        await released.promise;
      }
      return fetch(input, init);
    }),
  });
  const ctx = (): Ctx => ({ ...shop.ctx(), stripe });
  return { ctx, arrived: arrived.promise, release: released.resolve };
}
