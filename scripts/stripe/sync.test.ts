import { expect, test } from "vitest";
import type { SyncResult } from "../../worker/sync/customer/sync-stripe-customer.ts";
import { createInMemoryQueue, syncCustomersUntilClean } from "./sync.ts";

/** A sync that returns or throws the given results in order. */
function createFakeSync(...results: (SyncResult | Error)[]) {
  const remaining = [...results];
  return async () => {
    const result = remaining.shift();
    if (!result || result instanceof Error) throw result ?? new Error("called too often");
    return result;
  };
}

const noWait = async () => {};

test("several messages for one customer result in one sync", async () => {
  const { queue, takeCustomerIds } = createInMemoryQueue();
  await queue.send({ customerId: "cst_1" });
  await queue.sendBatch([{ body: { customerId: "cst_2" } }, { body: { customerId: "cst_1" } }]);
  expect(takeCustomerIds()).toEqual(["cst_1", "cst_2"]);
  expect(takeCustomerIds()).toEqual([]);
});

test("a customer is synced until it is clean, even while another worker has the lease", async () => {
  const sync = createFakeSync(
    { state: "busy" },
    { state: "synced", dirtyAgain: true },
    { state: "synced", dirtyAgain: false },
  );
  expect(await syncCustomersUntilClean(["cst_1"], sync, noWait)).toEqual({
    customers: 1,
    failed: [],
  });
});

test("a failed customer does not stop the others", async () => {
  const sync = createFakeSync(new Error("Stripe is unavailable"), { state: "clean" });
  expect(await syncCustomersUntilClean(["cst_1", "cst_2"], sync, noWait)).toEqual({
    customers: 1,
    failed: [{ customerId: "cst_1", error: "Stripe is unavailable" }],
  });
});

test("a customer that never gets clean is reported as failed", async () => {
  const sync = async () => ({ state: "busy" }) as const;
  const { failed } = await syncCustomersUntilClean(["cst_1"], sync, noWait);
  expect(failed[0]?.error).toContain("still busy");
});
