import type { TestProject } from "vitest/node";
import { startShop } from "../../scripts/start-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    shopUrl: string;
    shopSandboxUrl: string;
  }
}

/** Runs for all journeys what `npm start` runs, from nothing, at ports of its own. */
export default async function setup(project: TestProject) {
  const shop = await startShop({
    port: Number(process.env["E2E_PORT"] ?? 8797),
    sandboxPort: Number(process.env["E2E_SANDBOX_PORT"] ?? 8798),
    stateDir: ".wrangler/e2e",
    fresh: true,
    log: () => {},
  });
  project.provide("shopUrl", shop.url);
  project.provide("shopSandboxUrl", shop.sandboxUrl);
  return shop.stop;
}
