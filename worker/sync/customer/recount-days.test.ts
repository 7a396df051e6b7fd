import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { showOverview } from "../../admin/overview/show-overview.ts";
import { commit } from "../../db/client.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import { HOUR, openCalendar } from "../../lib/time.ts";
import { newId } from "../../lib/ids.ts";
import {
  insertSteps,
  listMovementsOfCustomers,
  listStepsOfCustomers,
  replaceMovements,
} from "../../purchases/mrr/store.ts";
import { toMovements } from "../../purchases/mrr/to-movements.ts";
import type { MrrStep } from "../../purchases/mrr/to-steps.ts";
import { markDaysStale } from "../../purchases/totals/store.ts";
import { updateDailyTotals } from "../../purchases/totals/update-daily-totals.ts";
import { saveShopSettings } from "../../settings/shop-settings.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { openTestShop } from "../../testing/shop.ts";
import { recountDays } from "./recount-days.ts";
import { acquireLease, finishSync } from "./store.ts";

beforeEach(emptyDatabase);

const details = { name: "North Light", line: "", supportEmail: null };
/** The last hour of a month in UTC. */
const EVENING = Date.UTC(2026, 2, 31, 23, 30);

/** Opens a shop with subscribers around midnight, who begin, pay more and leave. */
async function openShopWithSubscribers(count: number) {
  const shop = openTestShop();
  const { db } = shop.ctx();
  const userId = await shop.createUser();
  const ids = Array.from({ length: count }, () => newId("cst", EVENING));
  const customers = ids.map((id, at) => ({
    id,
    userId,
    mode: "test" as const,
    stripeCustomerId: `cus_${id}`,
    isSecondary: at > 0,
    createdAt: EVENING,
  }));
  const steps = ids.flatMap((customerId, at): MrrStep[] =>
    [900, 1200, 0].map((amount, index) => ({
      subscriptionId: `sub_${customerId}`,
      customerId,
      at: EVENING + (index * 30 + at) * HOUR,
      currency: "usd",
      yearlyMilli: amount * 12_000,
    })),
  );
  const expected = (timeZone: string) =>
    ids.flatMap((customerId) => {
      const own = steps.filter((step) => step.customerId === customerId);
      return toMovements({ mode: "test", customerId }, own, openCalendar(timeZone).toDay);
    });
  const movements = expected("UTC");
  await commit(db, [
    ...customers.map((row) => db.insert(stripeCustomers).values(row)),
    insertSteps(steps),
    ...replaceMovements(db, ids, movements),
    markDaysStale(
      db,
      "test",
      movements.map(({ day }) => day),
    ),
  ]);
  await updateDailyTotals(shop.ctx());
  const choose = (timeZone: string | null) =>
    saveShopSettings(shop.ctx(), { ...details, timeZone });
  const read = async () => {
    const rows = await listMovementsOfCustomers(db, ids);
    const tables = ["mrr_totals", "daily_cohorts"].map((table) =>
      db.all(sql.raw(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4, 5`)),
    );
    return { rows: sort(rows), tables: await Promise.all(tables) };
  };
  return { shop, db, ids, userId, expected, choose, read };
}

const sort = <Row extends { customerId: string; day: string }>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => (a.customerId + a.day < b.customerId + b.day ? -1 : 1));

it("movements of MRR follow the time zone there and back, without loss", async () => {
  const { shop, expected, choose, read } = await openShopWithSubscribers(3);
  const before = await read();
  for (const timeZone of ["America/Los_Angeles", "Pacific/Kiritimati"]) {
    await choose(timeZone);
    expect(await recountDays(shop.ctx())).toBe(true);
    await updateDailyTotals(shop.ctx());
    const { rows, tables } = await read();
    expect(rows).toEqual(sort(expected(timeZone)));
    expect(rows).not.toEqual(before.rows);
    const sum = (unit: string) =>
      (tables[0] as { unit: string; yearly_milli: number; count: number }[])
        .filter((row) => row.unit === unit)
        .reduce((total, row) => total + row.yearly_milli + row.count, 0);
    // Everybody has left again: three movements of each remain, which are nothing together.
    expect([sum("day"), sum("month")]).toEqual([rows.length, rows.length]);
  }
  await choose(null);
  expect(await recountDays(shop.ctx())).toBe(true);
  await updateDailyTotals(shop.ctx());
  expect(await read()).toEqual(before);
});

it("a recount continues where the last run stopped, and the overview says what is left", async () => {
  const { shop, expected, choose, read } = await openShopWithSubscribers(250);
  await choose("Asia/Tokyo");
  expect(await recountDays(shop.ctx(), 1)).toBe(false);
  const nameOf = (row: { customerId: string; day: string }) => `${row.customerId} ${row.day}`;
  const known = new Set(expected("UTC").map(nameOf));
  const countMoved = async () =>
    (await read()).rows.filter((row) => !known.has(nameOf(row))).length;
  const first = await countMoved();
  expect(first).toBeGreaterThan(0);
  expect(await recountDays(shop.ctx(), 1)).toBe(false);
  expect(await countMoved()).toBeGreaterThan(first);
  const owner = shop.asUser(await shop.createUser(), EVENING + 9 * 24 * HOUR, "owner");
  const overview = await showOverview(owner, {});
  expect(overview).toMatchObject({ timeZone: "Asia/Tokyo", recount: null });
  expect((await read()).rows).toEqual(sort(expected("Asia/Tokyo")));
});

it("a customer whose sync runs is counted after it, in the new time zone", async () => {
  const { shop, db, ids, expected, choose, read } = await openShopWithSubscribers(2);
  const now = Date.now();
  const lease = { token: "t", now, until: now + HOUR, force: true };
  await acquireLease(db, { ...lease, id: ids[1]! });
  await choose("Asia/Tokyo");
  expect(await recountDays(shop.ctx())).toBe(false);
  expect((await read()).rows).toEqual(sort(expected("UTC")));
  const owner = shop.asUser(await shop.createUser(), EVENING + 9 * 24 * HOUR, "owner");
  expect((await showOverview(owner, {})).recount).toEqual({ days: 0 });
  await commit(db, [finishSync(db, { id: ids[1]!, token: "t", seq: 1, now })]);
  expect(await recountDays(shop.ctx())).toBe(true);
  expect((await read()).rows).toEqual(sort(expected("Asia/Tokyo")));
});

it("what a new subscription pays counts on the shop's day", async () => {
  const shop = openTestShop();
  // They never have the same day.
  const days: string[] = [];
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    await saveShopSettings(shop.ctx(), { ...details, timeZone });
    const { customerId } = await subscribe(shop);
    const [movement] = await listMovementsOfCustomers(shop.ctx().db, [customerId]);
    const [step] = await listStepsOfCustomers(shop.ctx().db, [customerId]);
    expect(movement?.day).toBe(openCalendar(timeZone).toDay(step!.at));
    days.push(movement!.day);
  }
  expect(days[0]! > days[1]!).toBe(true);
});
