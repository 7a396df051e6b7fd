import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { abortUnless, isOneOf, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { packingPauses, stripeCustomers } from "../../db/schema/billing.ts";
import type { packedTotals } from "../../db/schema/totals.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { pick } from "../../lib/pick.ts";
import { toUtcDay } from "../../lib/time.ts";
import { packPayments, unpackPayments, type PaymentPack } from "./packs.ts";
import { listPaymentsByTime, listPaymentsOfCustomer, type PaymentRow } from "./store.ts";

/**
 * Returns the payments of the packs that match a condition.
 * @param from joins `payment_packs` and `customers`, the one by which packs are found first
 */
async function unpack(db: Database, from: SQL, where: SQL): Promise<PaymentRow[]> {
  const packs = await db.all<PaymentPack>(sql`SELECT customers.mode, customers.id AS "customerId",
    customers.user_id AS "userId", first_at AS "firstAt", hex(payments) AS payments FROM ${from} WHERE ${where}`);
  return packs.flatMap(unpackPayments);
}

const byCustomers = sql`customers CROSS JOIN payment_packs ON payment_packs.customer_id = customers.id`;
const byPacks = sql`payment_packs CROSS JOIN customers ON customers.id = payment_packs.customer_id`;

/**
 * Joins payments that have a row with packed ones. The row counts, if a payment has both: after a rollback, a sync by
 * code that knows no packs writes rows again.
 */
export function joinPacked(rows: PaymentRow[], packed: PaymentRow[]): PaymentRow[] {
  const ids = new Set(rows.map(({ stripeChargeId }) => stripeChargeId));
  return [...rows, ...packed.filter(({ stripeChargeId }) => !ids.has(stripeChargeId))];
}

export const listPackedOfCustomers = (db: Database, customerIds: string[]) =>
  unpack(db, byCustomers, isOneOf(stripeCustomers.id, customerIds));

/** Returns all payments of a Stripe customer, packed or not. */
export async function listAllOfCustomer(db: Database, customerId: string): Promise<PaymentRow[]> {
  const [rows, packed] = await Promise.all([
    listPaymentsOfCustomer(db, customerId),
    listPackedOfCustomers(db, [customerId]),
  ]);
  return joinPacked(rows, packed);
}

/** Returns the packed payments of a user in both modes. */
export const listPackedOfUser = (db: Database, userId: string) =>
  unpack(db, byCustomers, sql`customers.user_id = ${userId}`);

export const listPackedOfStripeCustomers = (
  db: Database,
  mode: Mode,
  stripeCustomerIds: string[],
) =>
  unpack(
    db,
    byCustomers,
    sql`customers.mode = ${mode} AND ${isOneOf(stripeCustomers.stripeCustomerId, stripeCustomerIds)}`,
  );

/** Returns packed payments whose invoice number begins with a text in upper case. */
export async function listPackedByInvoice(
  db: Database,
  input: { mode: Mode; matchesStart: (column: SQL) => SQL; start: string; limit: number },
): Promise<PaymentRow[]> {
  const { mode, matchesStart, start, limit } = input;
  const ids = sql`SELECT pack_id FROM payment_pack_invoices WHERE ${matchesStart(sql`invoice_number`)} LIMIT ${limit}`;
  const found = await unpack(
    db,
    byPacks,
    sql`payment_packs.id IN (${ids}) AND customers.mode = ${mode}`,
  );
  return found.filter(({ invoiceNumber }) => invoiceNumber?.startsWith(start));
}

/**
 * Returns a page of packed payments, newest first.
 * @param page.since unix milliseconds; `until` is excluded
 * @param page.after position of the last payment of the previous page
 */
export async function listPackedByTime(
  db: Database,
  mode: Mode,
  page: { since: number; until: number; after: Cursor | undefined; limit: number },
): Promise<PaymentRow[]> {
  const { since, after, limit } = page;
  const found: PaymentRow[] = [];
  let until = after ? Math.min(page.until, Number(after.value) + 1) : page.until;
  for (;;) {
    const isInTime = sql`mode = ${mode} AND created_at >= ${since} AND created_at < ${until}`;
    const [last] = await db.all<{ at: number }>(sql`SELECT created_at AS at FROM payment_pack_times
      WHERE ${isInTime} ORDER BY created_at DESC LIMIT 1 OFFSET ${limit - 1}`);
    // Every payment of that time: which of them comes first, the packs don't say.
    const from = last?.at ?? since;
    const ids = sql`SELECT pack_id FROM payment_pack_times WHERE ${isInTime} AND created_at >= ${from}`;
    for (const payment of await unpack(db, byPacks, sql`payment_packs.id IN (${ids})`)) {
      const { createdAt: at, stripeChargeId: id } = payment;
      if (at < from || at >= until) continue;
      if (!after || at < Number(after.value) || id < after.id) found.push(payment);
    }
    if (!last || found.length >= limit) break;
    until = last.at;
  }
  return found.toSorted(byTimeDescending).slice(0, limit);
}

/** Sorts payments as lists show them: newest first. */
export const byTimeDescending = (a: PaymentRow, b: PaymentRow): number =>
  b.createdAt - a.createdAt || (a.stripeChargeId < b.stripeChargeId ? 1 : -1);

/** Returns a page of payments with their users, packed or not, newest first. As `listPackedByTime`. */
export async function listAllByTime(
  ...[db, mode, page]: Parameters<typeof listPackedByTime>
): Promise<Awaited<ReturnType<typeof listPaymentsByTime>>> {
  // In this order: a payment that is packed meanwhile is in both, and not in neither.
  const rows = await listPaymentsByTime(db, mode, page);
  const ids = new Set(rows.map(({ payment }) => payment.stripeChargeId));
  const packed = (await listPackedByTime(db, mode, page)).filter(
    ({ stripeChargeId }) => !ids.has(stripeChargeId),
  );
  if (packed.length === 0) return rows;
  const names = await mapNames(db, packed);
  return [...rows, ...packed.map((payment) => ({ payment, user: names.get(payment.userId)! }))]
    .toSorted((a, b) => byTimeDescending(a.payment, b.payment))
    .slice(0, page.limit);
}

async function mapNames(db: Database, payments: PaymentRow[]) {
  const ids = [...new Set(payments.map(({ userId }) => userId))];
  const rows = await db
    .select(pick(users, ["id", "name", "email"]))
    .from(users)
    .where(isOneOf(users.id, ids));
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]));
}

/** The packed payments of one Stripe customer, as they are and as they will be. */
export type PackChange = {
  mode: Mode;
  customerId: string;
  before: PaymentRow[];
  after: PaymentRow[];
};

/** Writes packs, what finds them, and their totals. The batch must also delete or insert the rows of the payments. */
export function replacePacks(changes: PackChange[]): Statement[] {
  const packs = changes.map(({ customerId, after }) => ({
    customerId,
    count: after.length,
    ...packPayments(after),
  }));
  const timesOf = (list: "before" | "after") =>
    changes.flatMap(({ mode, customerId, [list]: payments }) =>
      payments.map(({ createdAt }) => JSON.stringify([customerId, createdAt, mode])),
    );
  const invoicesOf = (list: "before" | "after") =>
    changes.flatMap(({ customerId, [list]: payments }) =>
      payments.flatMap(({ invoiceNumber }) =>
        invoiceNumber === null ? [] : [JSON.stringify([customerId, invoiceNumber])],
      ),
    );
  const packId = sql`(SELECT id FROM payment_packs WHERE customer_id = value ->> 0)`;
  const write = (
    of: (list: "before" | "after") => string[],
    sentence: (list: SQL, isAdded: boolean) => SQL,
  ) => {
    const [before, after] = [new Set(of("before")), new Set(of("after"))];
    return [after.difference(before), before.difference(after)].flatMap((keys, at) =>
      keys.size === 0 ? [] : [sentence(sql`json_each(${`[${[...keys].join(",")}]`})`, at === 0)],
    );
  };
  return [
    sql`INSERT INTO payment_packs (customer_id, count, first_at, payments)
      SELECT value ->> 'customerId', value ->> 'count', value ->> 'firstAt', unhex(value ->> 'payments')
      FROM json_each(${JSON.stringify(packs)}) WHERE true
      ON CONFLICT (customer_id) DO UPDATE SET count = excluded.count, first_at = excluded.first_at,
        payments = excluded.payments`,
    ...write(timesOf, (list, isAdded) =>
      isAdded
        ? sql`INSERT OR IGNORE INTO payment_pack_times (mode, created_at, pack_id)
            SELECT value ->> 2, value ->> 1, ${packId} FROM ${list}`
        : sql`DELETE FROM payment_pack_times WHERE (mode, created_at, pack_id) IN (
            SELECT value ->> 2, value ->> 1, ${packId} FROM ${list})`,
    ),
    ...write(invoicesOf, (list, isAdded) =>
      isAdded
        ? sql`INSERT OR IGNORE INTO payment_pack_invoices (invoice_number, pack_id)
            SELECT value ->> 1, ${packId} FROM ${list}`
        : sql`DELETE FROM payment_pack_invoices WHERE (invoice_number, pack_id) IN (
            SELECT value ->> 1, ${packId} FROM ${list})`,
    ),
    addToTotals(changes),
  ];
}

/**
 * Returns the writes that take payments out of the pack of their Stripe customer, since they change. The batch must also
 * insert their rows.
 * @param packed all payments of the pack
 */
export function takeOutOfPack(packed: PaymentRow[], changed: PaymentRow[]): Statement[] {
  const ids = new Set(changed.map(({ stripeChargeId }) => stripeChargeId));
  const after = packed.filter(({ stripeChargeId }) => !ids.has(stripeChargeId));
  const [first] = packed;
  if (!first || after.length === packed.length) return [];
  return replacePacks([{ mode: first.mode, customerId: first.customerId, before: packed, after }]);
}

const activePause = (now: number) => sql`SELECT 1 FROM packing_pauses WHERE until > ${now}`;

/** Returns whether a backup reads the database. */
export async function isPackingPaused(db: Database, now: number): Promise<boolean> {
  return (await db.all(activePause(now))).length > 0;
}

/** Aborts the batch while a backup reads the database: it could miss a payment that moves. */
export const assertNotPaused = (now: number): Statement =>
  abortUnless(packingPauses.until, sql`false`, sql`until > ${now}`);

const summed = ["grossMinor", "count", "firstCount", "feeMinor", "netMinor"] as const;
type Total = Omit<typeof packedTotals.$inferSelect, "mode">;

/**
 * Adds up packed payments by day, and on each by product and by country. Totals that are nothing are left out.
 * @param signed payments that are added (1), and those that are taken off (-1)
 * @param toDay returns the day of a time in unix milliseconds
 */
export function addUpPacked(
  signed: { payment: PaymentRow; sign: 1 | -1 }[],
  toDay: (at: number) => string,
): Total[] {
  const totals = new Map<string, Total>();
  for (const { payment, sign } of signed) {
    const { currency, settlementCurrency, amountMinor: grossMinor } = payment;
    const day = toDay(payment.createdAt);
    const add = (
      key: Pick<Total, "dimension" | "key" | "currency">,
      sums: Partial<Pick<Total, (typeof summed)[number]>>,
    ) => {
      const id = JSON.stringify([day, key.dimension, key.key, key.currency]);
      const none = { grossMinor: 0, count: 0, firstCount: 0, feeMinor: 0, netMinor: 0 };
      const total = totals.get(id) ?? { day, ...key, ...none };
      for (const name of summed) total[name] += sign * (sums[name] ?? 0);
      totals.set(id, total);
    };
    const all = { dimension: "all", key: "" } as const;
    add({ ...all, currency }, { grossMinor, count: 1, firstCount: Number(payment.isFirst) });
    if (settlementCurrency !== null)
      add(
        { ...all, currency: settlementCurrency },
        { feeMinor: payment.feeMinor ?? 0, netMinor: payment.netMinor ?? 0 },
      );
    for (const dimension of ["product", "country"] as const) {
      const key = (dimension === "product" ? payment.productId : payment.country) ?? "";
      add({ dimension, key, currency }, { grossMinor, count: 1 });
    }
  }
  return [...totals.values()].filter((total) => summed.some((name) => total[name] !== 0));
}

/** Adds what changes to the totals of the packed payments of each day. */
function addToTotals(changes: PackChange[]): SQL {
  const rows = [...Map.groupBy(changes, ({ mode }) => mode)].flatMap(([mode, ofMode]) =>
    addUpPacked(
      ofMode.flatMap(({ before, after }) => [
        ...before.map((payment) => ({ payment, sign: -1 as const })),
        ...after.map((payment) => ({ payment, sign: 1 as const })),
      ]),
      toUtcDay,
    ).map((total) => ({ mode, ...total })),
  );
  const values = ["mode", "day", "dimension", "key", "currency", ...summed];
  return sql`INSERT INTO packed_totals (mode, day, dimension, key, currency, gross_minor, count, first_count, fee_minor,
      net_minor)
    SELECT ${sql.raw(values.map((name) => `value ->> '${name}'`).join(", "))}
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (mode, day, dimension, key, currency) DO UPDATE SET
      gross_minor = gross_minor + excluded.gross_minor, count = count + excluded.count,
      first_count = first_count + excluded.first_count, fee_minor = fee_minor + excluded.fee_minor,
      net_minor = net_minor + excluded.net_minor`;
}

/** What the packed payments of UTC days add up to, as a text that differs after each change of their packs. */
const fingerprintOf = (mode: Mode, utcDays: string[]) => sql`(
  SELECT json_group_array(json_array(day, currency, count, gross_minor, net_minor))
  FROM json_each(${JSON.stringify(utcDays)}) AS days CROSS JOIN packed_totals
    ON packed_totals.mode = ${mode} AND day = days.value AND dimension = 'all')`;

export async function readPackedFingerprint(
  db: Database,
  mode: Mode,
  utcDays: string[],
): Promise<string> {
  const row = await db.get<{ text: string }>(sql`SELECT ${fingerprintOf(mode, utcDays)} AS text`);
  return row?.text ?? "";
}

/** Whether the packed payments of UTC days are still as they were when their fingerprint was read. */
export const isPackedUnchanged = (mode: Mode, utcDays: string[], fingerprint: string): SQL =>
  sql`${fingerprintOf(mode, utcDays)} = ${fingerprint}`;

/** The times of the first and the last packed payment, in unix milliseconds; null if there is none. */
export async function findPackedTimes(db: Database, mode: Mode) {
  const end = (order: SQL) =>
    sql`(SELECT created_at FROM payment_pack_times WHERE mode = ${mode} ORDER BY created_at ${order} LIMIT 1)`;
  const row = await db.get<{ first: number | null; last: number | null }>(
    sql`SELECT ${end(sql`ASC`)} AS first, ${end(sql`DESC`)} AS last`,
  );
  return row?.first == null || row.last === null ? null : { first: row.first, last: row.last };
}
