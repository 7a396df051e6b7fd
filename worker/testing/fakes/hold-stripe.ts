import type { TestShop } from "../shop.ts";

/**
 * Holds the next call to Stripe with this method and path, so that a test can act in the meantime at any speed of the
 * machine.
 * @param match as in the sandbox's faults; `*` stands for any text
 * @param options.afterCommit Stripe does the work first, so the answer is older than what happens until `release`
 * @returns `arrived` resolves when the call waits; `release` lets it go on
 */
export async function holdStripe(
  shop: TestShop,
  match: `${string} /v1/${string}`,
  options: { afterCommit?: boolean } = {},
) {
  await shop.control("faults", { match, hold: true, ...options });
  return {
    arrived: () => shop.control(`faults/held?match=${encodeURIComponent(match)}`),
    release: () => shop.control("faults/release", { match }),
  };
}
