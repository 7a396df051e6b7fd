import { afterAll, beforeAll } from "vitest";
import { startShop, type RunningShop } from "../../scripts/start-shop.ts";

/** A shop over https beside the one of all journeys, from nothing and with nothing for sale, for one file. */
export function useHttpsShop(): { url(): string } {
  let shop: RunningShop;
  beforeAll(async () => {
    shop = await startShop({
      protocol: "https",
      port: Number(process.env["E2E_HTTPS_PORT"] ?? 8799),
      sandboxPort: 0,
      isBare: true,
      stateDir: ".wrangler/e2e-https",
      fresh: true,
      log: () => {},
    });
  }, 60_000);
  afterAll(() => shop?.stop());
  return { url: () => shop.url };
}
