import { expect, test } from "vitest";
import type { SyncResult } from "../worker/sync/customer/sync-stripe-customer.ts";
import { openInlineQueue, syncInline } from "./stripe-sync.ts";

/** A sync that answers so, one after the other. */
function answers(...results: (SyncResult | Error)[]) {
  const left = [...results];
  return async () => {
    const result = left.shift();
    if (!result || result instanceof Error) throw result ?? new Error("asked once too often");
    return result;
  };
}

const noWait = async () => {};

test("several messages for one customer are one sync", async () => {
  const { queue, take } = openInlineQueue();
  await queue.send({ customerId: "cst_1" });
  await queue.sendBatch([{ body: { customerId: "cst_2" } }, { body: { customerId: "cst_1" } }]);
  expect(take()).toEqual(["cst_1", "cst_2"]);
  expect(take()).toEqual([]);
});

test("a customer is synced until it is clean, whoever else holds it meanwhile", async () => {
  const sync = answers(
    { state: "busy" },
    { state: "synced", dirtyAgain: true },
    { state: "synced", dirtyAgain: false },
  );
  expect(await syncInline(["cst_1"], sync, noWait)).toEqual({ customers: 1, failed: [] });
});

test("one that fails does not keep the others", async () => {
  const sync = answers(new Error("Stripe is away"), { state: "clean" });
  expect(await syncInline(["cst_1", "cst_2"], sync, noWait)).toEqual({
    customers: 1,
    failed: [{ customerId: "cst_1", error: "Stripe is away" }],
  });
});

test("one that never gets clean is said to be so", async () => {
  const sync = async () => ({ state: "busy" }) as const;
  const { failed } = await syncInline(["cst_1"], sync, noWait);
  expect(failed[0]?.error).toContain("still busy");
});
