import { openStripeAt, type Surroundings } from "../surroundings.ts";

/**
 * Surroundings that reach servers of this machine.
 * @param targets.hosts the server that answers for each host, as in `github.com`; paths are kept
 */
export function createTestSurroundings(
  targets: {
    cloudflareUrl?: string;
    stripeUrl?: string;
    hosts?: Record<string, string>;
    runner?: Surroundings["runner"];
  } = {},
): Surroundings {
  return {
    fetch(url, init) {
      const { host, pathname, search, origin } = new URL(url);
      return fetch((targets.hosts?.[host] ?? origin) + pathname + search, init);
    },
    // Nobody is logged in.
    runner: targets.runner ?? (async () => ({ code: 1, stdout: "", output: "" })),
    cloudflareUrl: targets.cloudflareUrl ?? "http://127.0.0.1:9",
    openStripe: (key) => openStripeAt(key, targets.stripeUrl ?? "http://127.0.0.1:9"),
    logIn: async () => {},
  };
}
