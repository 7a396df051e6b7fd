import type { DemoGate } from "./demo-gate.ts";
import type { DemoShop } from "./demo-shop.ts";
import type { DemoWorld } from "./demo-world.ts";

/** The bindings of the demo's Worker. */
export interface DemoEnv {
  ASSETS: Fetcher;
  SHOPS: DurableObjectNamespace<DemoShop>;
  WORLDS: DurableObjectNamespace<DemoWorld>;
  GATE: DurableObjectNamespace<DemoGate>;
  VERSION: WorkerVersionMetadata;
  /** For each address: how often it may begin a shop. */
  START_LIMIT: RateLimit;
  /** For each visitor: how many requests. */
  VISIT_LIMIT: RateLimit;
  /** How many shops begin on one day, in all. */
  SHOPS_PER_DAY: string;
}
