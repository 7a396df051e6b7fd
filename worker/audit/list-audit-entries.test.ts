import { beforeEach, expect, it } from "vitest";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { fillAuditEntries } from "../testing/fill/fill-audit-entries.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import type { listAuditEntries } from "./list-audit-entries.ts";

beforeEach(emptyDatabase);

it("the audit log is searched by id or action, newest first, in pages", async () => {
  const admin = await createSignedInUser({ role: "admin" });
  await fillAuditEntries(1, 300);
  const list = (query: string) =>
    admin.json<Awaited<ReturnType<typeof listAuditEntries>>>(`/api/admin/audit?limit=2&${query}`);
  const refunds = await list("search=order.refunded");
  expect(refunds.items.map(({ createdAt }) => createdAt)).toEqual([300, 200]);
  const rest = await list(`search=order.refunded&cursor=${refunds.nextCursor}`);
  expect(rest).toMatchObject({ items: [{ createdAt: 100 }], nextCursor: null });
  const chosen = await list("action=order.refunded");
  expect(chosen.items.map(({ createdAt }) => createdAt)).toEqual([300, 200]);
  const { items } = await list(`search=prd_${"0".repeat(24)}12`);
  expect(items.map(({ createdAt }) => createdAt)).toEqual([129, 128]);
});
