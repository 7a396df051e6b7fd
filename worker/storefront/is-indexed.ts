import type { Ctx } from "../context.ts";

/**
 * Whether search engines may list the shop. In Stripe's test mode nothing can be bought, so they leave such a shop out:
 * a preview, or a shop that is not open yet. On one's own machine, which no search engine can reach, the pages are the
 * same as those of a shop in live mode.
 */
export function isIndexed({ config }: Pick<Ctx, "config">): boolean {
  return (
    config.stripe.mode === "live" ||
    ["localhost", "127.0.0.1", "[::1]"].includes(new URL(config.origin).hostname)
  );
}
