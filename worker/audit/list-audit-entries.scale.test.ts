import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeCursor } from "../db/page-cursor.ts";
import { countReads } from "../testing/database/count-reads.ts";
import { fillAuditEntries } from "../testing/fill/fill-audit-entries.ts";
import { openTestShop } from "../testing/shop.ts";
import { listAuditEntries } from "./list-audit-entries.ts";

const LARGE_ENTRY_COUNT = 100_000;

it("the audit log reads as many rows at 100,000 entries as at 300", async () => {
  const shop = openTestShop();
  const cases = {
    "the first page": {},
    "a late page": { cursor: encodeCursor({ value: 0, id: `aud_${"0".repeat(24)}50` }) },
    "a rare action": { search: "order.refunded" },
    "one target": { search: `prd_${"0".repeat(25)}7` },
    "one actor": { actorId: `usr_${"0".repeat(25)}3` },
  };
  const countRowsRead = async () => {
    const read: Record<string, number> = {};
    for (const [name, query] of Object.entries(cases)) {
      const { db, usage } = countReads(env.DB);
      const { items } = await listAuditEntries({ ...shop.ctx(), db }, query);
      expect(items).not.toEqual([]);
      read[name] = usage.rowsRead;
    }
    return read;
  };
  await fillAuditEntries(1, 300);
  const small = await countRowsRead();
  await fillAuditEntries(301, LARGE_ENTRY_COUNT);
  const large = await countRowsRead();
  expect(Object.keys(large).filter((name) => large[name]! > small[name]! + 50)).toEqual([]);
});
