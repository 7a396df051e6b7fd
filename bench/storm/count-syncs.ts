import { onTestFinished } from "vitest";
import type { TestShop } from "../../worker/testing/shop.ts";

/** `dirtied`: how often a clean customer became dirty. `refetched`: how often a customer was fetched from Stripe. */
export type SyncCounts = { dirtied: number; refetched: number };

const CUSTOMER_URL = /\/v1\/customers\/cus_\w+$/;

/**
 * Counts syncs. Call it before creating the shop, because the Stripe client keeps a reference to `fetch`.
 * @returns a function that attaches to the shop and returns another, which returns the counts since its last call
 */
export function countSyncs(): (shop: TestShop) => Promise<() => Promise<SyncCounts>> {
  let refetched = 0;
  const originalFetch = globalThis.fetch;
  // No spy: it would keep every request and every answer, and the benchmark watches the memory.
  globalThis.fetch = (input, init) => {
    if ((init?.method ?? "GET") === "GET" && CUSTOMER_URL.test(String(input))) refetched++;
    return originalFetch(input, init);
  };
  onTestFinished(() => {
    globalThis.fetch = originalFetch;
  });

  return async ({ env: { DB } }) => {
    await DB.exec("CREATE TABLE storm_dirtied (customer_id TEXT)");
    await DB.exec(
      "CREATE TRIGGER storm_dirties AFTER UPDATE OF dirty_seq ON customers WHEN OLD.dirty_seq = OLD.synced_seq BEGIN INSERT INTO storm_dirtied VALUES (NEW.id); END",
    );
    // The database is that of every test: one that counts rows must not count these.
    onTestFinished(async () => {
      await DB.exec("DROP TRIGGER storm_dirties");
      await DB.exec("DROP TABLE storm_dirtied");
    });
    return async () => {
      const { meta } = await DB.prepare("DELETE FROM storm_dirtied WHERE true").run();
      const counts = { dirtied: meta.changes, refetched };
      refetched = 0;
      return counts;
    };
  };
}
