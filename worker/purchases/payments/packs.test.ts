import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { DAY } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { canBePacked, packPayments, unpackPayments } from "./packs.ts";
import {
  byTimeDescending,
  listAllByTime,
  listPackedByTime,
  replacePacks,
  takeOutOfPack,
} from "./store-packs.ts";
import { upsertPayments, type PaymentRow } from "./store.ts";

const shop = openTestShop();
const { db } = shop.ctx();
const MARCH = Date.UTC(2026, 2, 1);

/** Returns the payment of a renewal, as it can be packed. */
function renewal(customer: { userId: string; customerId: string }, createdAt: number): PaymentRow {
  const random = () => crypto.randomUUID().replaceAll("-", "").slice(0, 24);
  return {
    mode: "test",
    ...customer,
    stripeChargeId: `ch_${random()}`,
    stripePaymentIntentId: `pi_${random()}`,
    stripeInvoiceId: `in_${random()}`,
    invoiceNumber: `${random().slice(0, 8).toUpperCase()}-${createdAt / 1000}`,
    stripeSubscriptionId: "sub_1P2q3R4s5T6u7V8w9X0y1Z2a",
    status: "succeeded",
    amountMinor: 900,
    refundedMinor: 0,
    currency: "usd",
    failureCode: null,
    createdAt,
    settlementCurrency: "usd",
    feeMinor: 56,
    disputedMinor: 0,
    netMinor: 844,
    country: "DE",
    sourceType: "subscription",
    sourceId: "sub_01m8bksjxg32544540995c1059",
    productId: "prd_01m8bksjxg32544540995c1059",
    isFirst: false,
  };
}

const ann = { userId: "usr_ann", customerId: "cst_ann" };

it("the payments of three years come out of a pack as they were, in 80 bytes each", () => {
  const rows = Array.from({ length: 36 }, (_, month) => renewal(ann, MARCH + 30 * month * DAY));
  const mixed = rows.with(3, { ...rows[3]!, currency: "eur", country: null, isFirst: true });
  for (const payments of [rows, mixed, rows.slice(0, 1), []]) {
    const pack = { mode: "test" as const, ...ann, ...packPayments(payments) };
    expect(unpackPayments(pack)).toEqual(payments);
  }
  expect(packPayments(rows).payments.length / 2 / rows.length).toBeLessThan(80);
});

it("a payment about which something is open or rare is not packed", () => {
  const row = renewal(ann, MARCH);
  expect(canBePacked(row)).toBe(true);
  for (const change of [
    { status: "failed" },
    { status: "pending" },
    { refundedMinor: 1 },
    { disputedMinor: 900 },
    { failureCode: "card_declined" },
    { netMinor: null },
    { stripeInvoiceId: null },
    { sourceType: null },
  ] satisfies Partial<PaymentRow>[])
    expect([change, canBePacked({ ...row, ...change })]).toEqual([change, false]);
});

it("pages by time have every payment once, in order, whichever are packed and however many at a time", async () => {
  await emptyDatabase();
  const rows: PaymentRow[] = [];
  const packs: PaymentRow[][] = [];
  for (let number = 0; number < 6; number++) {
    const userId = await shop.createUser();
    const customerId = `cst_${number}`;
    await env.DB.prepare(
      "INSERT INTO customers (id, user_id, mode, created_at) VALUES (?, ?, 'test', 0)",
    )
      .bind(customerId, userId)
      .run();
    // Two payments at the same time, of one customer and of all, and one at another time.
    const own = [1, 1, 2, 3, 3 + number].map((day) =>
      renewal({ userId, customerId }, MARCH + day * DAY),
    );
    packs.push(own.slice(0, -1));
    rows.push(own.at(-1)!);
  }
  await commit(db, [
    ...replacePacks(
      packs.map((after) => ({
        mode: "test",
        customerId: after[0]!.customerId,
        before: [],
        after,
      })),
    ),
    upsertPayments(
      db,
      rows.map((after) => ({ before: undefined, after })),
    ),
  ]);
  const span = { since: MARCH + DAY, until: MARCH + 6 * DAY };
  const expected = [...rows, ...packs.flat()]
    .filter(({ createdAt }) => createdAt < span.until)
    .toSorted(byTimeDescending);
  expect(expected.length).toBeGreaterThan(25);
  for (const limit of [1, 2, 3, 7, 50]) {
    const found: PaymentRow[] = [];
    for (;;) {
      const last = found.at(-1);
      const after = last && { value: last.createdAt, id: last.stripeChargeId };
      const page = await listAllByTime(db, "test", { ...span, after, limit });
      found.push(...page.map(({ payment }) => payment));
      if (page.length < limit) break;
    }
    expect(found).toEqual(expected);
  }

  // A time that is left over, as after a restored backup, ends no page.
  const taken = packs.map((own) => own[2]!);
  await commit(
    db,
    packs.flatMap((own, at) => takeOutOfPack(own, [taken[at]!])),
  );
  await env.DB.prepare("INSERT INTO payment_pack_times SELECT 'test', ?, id FROM payment_packs")
    .bind(MARCH + 2 * DAY)
    .run();
  const left = await listPackedByTime(db, "test", { ...span, after: undefined, limit: 7 + 12 });
  expect(left).toEqual(
    packs
      .flat()
      .filter((payment) => !taken.includes(payment))
      .toSorted(byTimeDescending)
      .slice(0, 19),
  );
});
