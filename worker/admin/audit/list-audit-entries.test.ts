import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fill } from "../../testing/insert-rows.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { listAudit } from "./list-audit-entries.ts";

const MANY = 100_000;

/** Entries numbered so, every hundredth a refund; ten for each thing. */
const fillEntries = (from: number, to: number) =>
  fill(
    "audit_entries (id, actor_type, actor_id, action, target_id, request_id, created_at)",
    `printf('aud_%026d', i), 'user', printf('usr_%026d', i % 7),
     CASE i % 100 WHEN 0 THEN 'order.refunded' ELSE 'product.updated' END, printf('prd_%026d', i / 10), 'req_1', i`,
    { from, to },
  );

beforeEach(async () => void (await env.DB.prepare("DELETE FROM audit_entries").run()));

it("reads as many rows at 100,000 entries as at 300", { timeout: 60_000 }, async () => {
  const shop = openTestShop();
  const cases = {
    "the first page": {},
    "a late page": { cursor: encodeCursor({ value: 0, id: `aud_${"0".repeat(24)}50` }) },
    "what is rare": { search: "order.refunded" },
    "one thing": { search: `prd_${"0".repeat(25)}7` },
    "one person": { actorId: `usr_${"0".repeat(25)}3` },
  };
  const measure = async () => {
    const read: Record<string, number> = {};
    for (const [name, query] of Object.entries(cases)) {
      const { db, asked } = countReads(env.DB);
      const { items } = await listAudit({ ...shop.ctx(), db }, query);
      expect(items).not.toEqual([]);
      read[name] = asked.rowsRead;
    }
    return read;
  };
  await fillEntries(1, 300);
  const few = await measure();
  await fillEntries(301, MANY);
  const many = await measure();
  expect(Object.keys(many).filter((name) => many[name]! > few[name]! + 50)).toEqual([]);
});

it("is asked for by an id or an action, newest first, and pages on", async () => {
  const admin = await newBuyer({ role: "admin" });
  await fillEntries(1, 300);
  const list = (query: string) =>
    admin.json<Awaited<ReturnType<typeof listAudit>>>(`/api/admin/audit?limit=2&${query}`);
  const refunds = await list("search=order.refunded");
  expect(refunds.items.map(({ createdAt }) => createdAt)).toEqual([300, 200]);
  const rest = await list(`search=order.refunded&cursor=${refunds.nextCursor}`);
  expect(rest).toMatchObject({ items: [{ createdAt: 100 }], nextCursor: null });
  const { items } = await list(`search=prd_${"0".repeat(24)}12`);
  expect(items.map(({ createdAt }) => createdAt)).toEqual([129, 128]);
});
