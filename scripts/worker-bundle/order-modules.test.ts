import { resolve } from "node:path";
import { expect, test } from "vitest";
import { listOrdered } from "./order-modules.ts";

const order = listOrdered(resolve("worker/index.ts"));
const at = (path: string) => order.indexOf(resolve(path));

test("packages come first, then the database's schema, then stores and queries, then the rest", () => {
  const steps = [
    order.indexOf("stripe"),
    at("worker/db/schema/billing.ts"),
    at("worker/sync/customer/store.ts"),
    at("worker/app.ts"),
  ];
  expect(steps).not.toContain(-1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  const stores = order.filter((path) => /\/store[^/]*\.ts$|\.query\.ts$/.test(path));
  expect(stores.length).toBeGreaterThan(40);
  const first = order.indexOf(stores[0]!);
  expect(order.slice(first, first + stores.length)).toEqual(stores);
});

test("what is loaded when it is needed, types and macros stay out of the first module", () => {
  expect(order.length).toBe(new Set(order).size);
  for (const path of ["worker/admin/routes.ts", "worker/email/queue-renewal-notices.ts"])
    expect(at(path)).toBe(-1);
  expect(order.filter((name) => /macro|^node:|^cloudflare:|@gatehouse/.test(name))).toEqual([]);
});
