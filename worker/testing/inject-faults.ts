import Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { openDatabase } from "../db/client.ts";
import type { TestShop } from "./shop.ts";

/** What the world does at the chosen step: that one call fails, or nothing works any more from then on. */
export type Misfortune = "failure" | "death";

/**
 * A context whose database and Stripe calls are counted as steps; step `at` and, for `death`, every later one throws
 * before it is done.
 * @returns the context, and how many steps were taken so far
 */
export function mortalContext(
  shop: TestShop,
  fate: { at: number; misfortune: Misfortune },
): { ctx: Ctx; steps: () => number } {
  let steps = 0;
  const step = () => {
    steps++;
    const strikes = fate.misfortune === "death" ? steps >= fate.at : steps === fate.at;
    if (strikes) throw new Error(`${fate.misfortune} at step ${fate.at}`);
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
    ctx: { ...ctx, stripe, db: openDatabase(mortalDatabase(shop.env.DB, step)) },
    steps: () => steps,
  };
}

const calls = new Set(["run", "all", "raw", "first", "batch"]);

/** The same database; each call that reaches it is a step. */
function mortalDatabase(database: D1Database, step: () => void): D1Database {
  const wrap = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (calls.has(String(name))) step();
          const result: unknown = value.apply(object, args.map(unwrap));
          return name === "prepare" || name === "bind"
            ? remember(wrap(result as object), result)
            : result;
        };
      },
    });
  const originals = new WeakMap<object, unknown>();
  const remember = (proxy: object, original: unknown) => (originals.set(proxy, original), proxy);
  const unwrap = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(unwrap)
      : typeof value === "object" && value !== null
        ? (originals.get(value) ?? value)
        : value;
  return wrap(database);
}
