import { vi } from "vitest";
import type { TestShop } from "../../worker/testing/shop.ts";

/** `dirtied`: how often a customer that was clean became dirty. `refetched`: how often one was fetched from Stripe. */
export type Passes = { dirtied: number; refetched: number };

const CUSTOMER = /\/v1\/customers\/cus_\w+$/;

/**
 * Counts what the sync does. Open it before the shop: the Stripe client keeps the `fetch` that it finds.
 * @returns to be given the shop; then the passes since it was last asked
 */
export function countPasses(): (shop: TestShop) => Promise<() => Promise<Passes>> {
  let refetched = 0;
  const honest = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if ((init?.method ?? "GET") === "GET" && CUSTOMER.test(String(input))) refetched++;
    return honest(input, init);
  });

  return async ({ env: { DB } }) => {
    await DB.exec("CREATE TABLE storm_dirtied (customer_id TEXT)");
    await DB.exec(
      "CREATE TRIGGER storm_dirties AFTER UPDATE OF dirty_seq ON customers WHEN OLD.dirty_seq = OLD.synced_seq BEGIN INSERT INTO storm_dirtied VALUES (NEW.id); END",
    );
    return async () => {
      const { meta } = await DB.prepare("DELETE FROM storm_dirtied WHERE true").run();
      const passes = { dirtied: meta.changes, refetched };
      refetched = 0;
      return passes;
    };
  };
}
