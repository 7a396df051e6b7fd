import { afterAll, beforeAll } from "vitest";
import { startShop, type RunningShop } from "../../scripts/start-shop.ts";

/** A shop beside the one of all journeys, from nothing and with nothing for sale, for one file. */
export function useBareShop(): { url(): string } {
  let shop: RunningShop;
  beforeAll(async () => {
    shop = await startShop({
      port: Number(process.env["E2E_BARE_PORT"] ?? 8796),
      sandboxPort: 0,
      isBare: true,
      stateDir: ".wrangler/e2e-bare",
      fresh: true,
      log: () => {},
    });
  }, 120_000);
  afterAll(() => shop?.stop());
  return { url: () => shop.url };
}
