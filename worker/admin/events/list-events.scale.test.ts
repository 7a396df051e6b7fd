import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillEvents } from "../../testing/fill/fill-events.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { listEvents } from "./list-events.ts";

const LARGE_EVENT_COUNT = 100_000;

it("every page of the inbox reads as few rows at 100,000 events as at 180", async () => {
  const shop = openTestShop();
  // All waiting events are read, so only one event waits.
  await env.DB.batch([
    env.DB.prepare("UPDATE events SET status = 'done' WHERE status = 'received'"),
    env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq"),
  ]);
  const { customerId } = await payForNewProduct(shop);
  await fillEvents({ customerId, prefix: "evt_a", count: 60, status: "done" });
  await fillEvents({ customerId: null, prefix: "evt_b", count: 60, status: "ignored" });
  await fillEvents({ customerId, prefix: "evt_c", count: 60, status: "dead" });
  // What waits is after the customer's last sync.
  await env.DB.batch([
    env.DB.prepare("UPDATE events SET status = 'received', dirty_seq = 200000 WHERE id = 'evt_c1'"),
    env.DB.prepare(
      "UPDATE customers SET dirty_seq = 200000, synced_seq = 199999 WHERE id = ?",
    ).bind(customerId),
  ]);
  // One state of one customer is left out: it reads all events of that customer.
  const queries = [
    {},
    { status: "dead" },
    { status: "ignored" },
    { status: "received" },
    { search: "evt_a1" },
    { search: customerId },
  ] as const;
  const small = await Promise.all(queries.map((query) => countRowsRead(shop, query)));
  await fillEvents({ customerId, prefix: "evt_d", count: LARGE_EVENT_COUNT / 2, status: "done" });
  await fillEvents({
    customerId: null,
    prefix: "evt_e",
    count: LARGE_EVENT_COUNT / 4,
    status: "ignored",
  });
  await fillEvents({ customerId, prefix: "evt_f", count: LARGE_EVENT_COUNT / 4, status: "dead" });
  const large = await Promise.all(queries.map((query) => countRowsRead(shop, query)));
  const more = large.flatMap(({ first, late }, at) =>
    Math.max(first, late) > Math.max(small[at]!.first, small[at]!.late) + 40
      ? [{ query: queries[at], first, late }]
      : [],
  );
  expect(more).toEqual([]);
});

/** Counts the rows read for the first page and for one far down the list. */
async function countRowsRead(shop: TestShop, query: Parameters<typeof listEvents>[1]) {
  const read = async (cursor?: string) => {
    const { db, usage } = countReads(env.DB);
    const page = await listEvents({ ...shop.ctx(), db }, { ...query, cursor });
    return { page, rows: usage.rowsRead };
  };
  const first = await read();
  let { nextCursor } = first.page;
  let late = first.rows;
  for (let pages = 0; nextCursor && pages < 20; pages++) {
    const next = await read(nextCursor);
    ({ nextCursor } = next.page);
    late = next.rows;
  }
  return { first: first.rows, late };
}
