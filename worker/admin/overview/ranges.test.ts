import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { parse } from "papaparse";
import Stripe from "stripe";
import { beforeEach, describe, expect, inject, it } from "vitest";
import type { Ctx } from "../../context.ts";
import type { NewProduct } from "../products/schema.ts";
import { commit } from "../../db/client.ts";
import { AppError } from "../../errors.ts";
import { pick } from "../../lib/pick.ts";
import { DAY, SECOND, toUtcDay } from "../../lib/time.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { recountDays } from "../../sync/customer/recount-days.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { mirrorPayouts } from "../../sync/sweeps/mirror-payouts.ts";
import { continueRebuild, startRebuild } from "../../sync/sweeps/rebuild.ts";
import { saveShopSettings } from "../../settings/shop-settings.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { loseRows } from "../../testing/fixtures/lose-rows.ts";
import { fillShopSql } from "../../testing/fill/fill-shop.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { addDays, addMonths } from "../../purchases/totals/spans.ts";
import { movementKinds } from "../../purchases/totals/store.ts";
import { exportFigures } from "./export-figures.ts";
import { exportPayments } from "./export-payments.ts";
import { listRows } from "./list-rows.ts";
import { countDays, presets, type RangeInput } from "./periods.ts";
import { recordUpcomingRenewals } from "../../purchases/totals/renewals.ts";
import { figures, type FigureName } from "./rows.query.ts";
import { showCohorts, showSales, showUpcoming } from "./show-sections.ts";
import { showOverview } from "./show-overview.ts";

// The figures cover the whole shop, so each test starts with an empty one.
beforeEach(emptyDatabase);

const once = { type: "one_time", amountMinor: 2900, currency: "usd" } as const;
const trial = { ...monthly, amountMinor: 1200, trialDays: 7 };

/** A shop whose time moves together with Stripe's. */
function openMovingShop() {
  const shop = openTestShop();
  let now = Date.now();
  const self = {
    shop,
    now: () => now,
    today: () => toUtcDay(now),
    ctx: (): Ctx => shop.ctx(undefined, now),
    customers: new Map<string, string>(),
    products: [] as { id: string; prices: { id: string }[] }[],
    async pass(days: number): Promise<void> {
      await shop.control("clock", { advanceSeconds: (days * DAY) / SECOND });
      now += days * DAY;
      await self.syncAll();
    },
    async syncAll(): Promise<void> {
      for (const customerId of self.customers.values())
        await syncStripeCustomer(self.ctx(), { customerId, force: true });
    },
    async sell(prices: NewProduct["prices"]) {
      return shop.createPublishedProduct({ prices });
    },
    /** Buys the product's first price and returns the ids; `card` of null leaves the checkout open. */
    async buy(
      product: { prices: { id: string }[] },
      options: { userId?: string; card?: string | null; country?: string } = {},
    ): Promise<string> {
      const userId = options.userId ?? (await shop.createUser());
      const user = shop.asUser(userId, now);
      const checkout = await openCheckout(user, { priceId: product.prices[0]!.id });
      const { results } = await shop
        .ctx()
        .db.$client.prepare("SELECT id FROM customers WHERE user_id = ?")
        .bind(userId)
        .all<{ id: string }>();
      self.customers.set(userId, results[0]!.id);
      if (options.card !== null) {
        const { country } = options;
        await shop.pay(checkout.url, options.card, country === undefined ? {} : { country });
        await confirmCheckout(user, { id: checkout.id });
      }
      return userId;
    },
    async cancel(userId: string): Promise<void> {
      const { results } = await shop
        .ctx()
        .db.$client.prepare(
          "SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = ? AND ended_at IS NULL",
        )
        .bind(userId)
        .all<{ id: string }>();
      for (const { id } of results) await shop.ctx().stripe.subscriptions.cancel(id);
      await self.syncAll();
    },
  };
  return self;
}

type MovingShop = ReturnType<typeof openMovingShop>;

/** Lists all rows of a figure, a few at a time. */
async function readRows({ ctx }: MovingShop, input: Parameters<typeof listRows>[1], limit = 2) {
  const items: Awaited<ReturnType<typeof listRows>>["items"] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listRows(ctx(), { ...input, cursor, limit });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

describe("a shop with known purchases", () => {
  /** Three weeks: purchases on the first day, some more a week later, and what follows from them. */
  async function live() {
    const life = openMovingShop();
    const book = await life.sell([once]);
    const club = await life.sell([monthly]);
    const plus = await life.sell([trial]);
    const ann = await life.buy(book, { country: "FR" });
    const bob = await life.buy(club, { country: "DE" });
    await life.buy(plus);
    const dora = await life.buy(plus);
    await life.buy(book, { card: null });
    await life.pass(1);
    await life.cancel(dora);
    await life.pass(6);
    await life.buy(club, { userId: ann, country: "FR" });
    await life.cancel(bob);
    await life.buy(book, { card: "4000000000009995" }).catch(() => undefined);
    await life.pass(7);
    await life.buy(club, { userId: bob, country: "DE" });
    const { stripe } = life.ctx();
    const charges = await stripe.charges.list({ limit: 100 });
    const bought = charges.data.find(({ amount, paid }) => paid && amount === 2900)!;
    await stripe.refunds.create({ charge: bought.id, amount: 400 });
    await life.pass(1);
    await life.shop.control("payouts", {});
    await mirrorPayouts(life.ctx());
    return { life, ann, bob, dora, book, club, plus };
  }

  it("the overview shows known figures for a range and its comparison, with rows that add up to them", async () => {
    const { life, book, club } = await live();
    const today = life.today();
    const week = { from: addDays(today, -8), to: today };
    const overview = await showOverview(life.ctx(), week);
    expect(overview.compared).toEqual({ from: addDays(today, -17), to: addDays(today, -9) });
    const [dollars] = overview.currencies;
    const totals = (flow: { total: number; before: number | null }) => [flow.total, flow.before];
    // Before: Ann's book, of which 400 were refunded later, and Bob's club. Since: two clubs and a trial that
    // converted.
    expect(totals(dollars!.gross)).toEqual([900 + 900 + 1200, 2900 + 900]);
    expect(totals(dollars!.refunded)).toEqual([0, 400]);
    expect(totals(dollars!.revenue)).toEqual([3000, 3400]);
    expect(totals(dollars!.newCustomers)).toEqual([1, 2]);
    expect(dollars).toMatchObject({
      cumulative: { revenueMinor: 6400, customers: 3 },
      cumulativeBefore: { revenueMinor: 3400, customers: 2 },
    });
    expect(totals(overview.failed)).toEqual([1, 0]);
    expect(totals(overview.started)).toEqual([2, 3]);
    expect(totals(overview.ended)).toEqual([1, 1]);
    expect(totals(overview.trials)).toEqual([0, 2]);
    expect([overview.convertedTrials.total, overview.lostTrials.before]).toEqual([1, 1]);
    expect(totals(overview.checkouts)).toEqual([3, 5]);
    expect(totals(overview.completedCheckouts)).toEqual([2, 4]);
    const { opening, movements, mrr, subscribers } = dollars!.recurring!;
    expect(opening).toEqual({ mrrMinor: 900, subscribers: 1 });
    expect(movements).toEqual({
      new: { amountMinor: 2100, count: 2 },
      reactivated: { amountMinor: 900, count: 1 },
      expansion: { amountMinor: 0, count: 0 },
      contraction: { amountMinor: 0, count: 0 },
      churned: { amountMinor: -900, count: 1 },
    });
    expect([mrr.total, mrr.before, subscribers.total, subscribers.before]).toEqual([
      3000, 900, 3, 1,
    ]);

    const sales = await showSales(life.ctx(), week);
    expect(
      sales.products.map(({ key, revenueMinor, before }) => [key, revenueMinor, before]),
    ).toEqual(
      expect.arrayContaining([
        [book.id, 0, 2500],
        [club.id, 1800, 900],
      ]),
    );
    expect(
      sales.countries.map(({ key, revenueMinor, before }) => [key, revenueMinor, before]),
    ).toEqual([
      ["US", 1200, 0],
      ["DE", 900, 900],
      ["FR", 900, 2500],
    ]);

    const upcoming = await showUpcoming(life.ctx());
    expect(upcoming.payouts).toHaveLength(1);

    // Each figure is the sum of its rows.
    const sumRows = async (figure: FigureName, key?: string) => {
      const rows = await readRows(life, { ...week, figure, currency: "usd", key });
      expect(new Set(rows.map(({ id, at }) => `${id} ${at}`)).size).toBe(rows.length);
      return {
        amount: rows.reduce((sum, row) => sum + (row.amountMinor ?? 0), 0),
        count: rows.length,
      };
    };
    const expected: Partial<Record<FigureName, number>> = {
      gross: dollars!.gross.total,
      revenue: dollars!.revenue.total,
      refunded: 0,
      fees: dollars!.fees.total,
      net: dollars!.net.total,
      disputed: 0,
      payouts: dollars!.paidOut.total,
      mrr_new: 2100,
      mrr_reactivated: 900,
      mrr_expansion: 0,
      mrr_contraction: 0,
      mrr_churned: -900,
      renewals_7d: 0,
      renewals_30d: upcoming.renewals[0]!.month.amountMinor,
    };
    for (const [figure, amount] of Object.entries(expected))
      expect([figure, (await sumRows(figure as FigureName)).amount]).toEqual([figure, amount]);
    const counts: Partial<Record<FigureName, number>> = {
      failed: 1,
      new_customers: 1,
      started: 2,
      ended: 1,
      trials: 0,
      converted_trials: 1,
      lost_trials: 0,
      checkouts: 3,
      completed_checkouts: 2,
    };
    for (const [figure, count] of Object.entries(counts))
      expect([figure, (await sumRows(figure as FigureName)).count]).toEqual([figure, count]);
    expect((await sumRows("product", club.id)).amount).toBe(1800);
    expect((await sumRows("country", "DE")).amount).toBe(900);
    expect(Object.keys({ ...expected, ...counts, product: 0, country: 0 }).toSorted()).toEqual(
      [...figures].toSorted(),
    );

    const csv = await (await exportFigures(life.ctx(), week)).text();
    const lines = csv
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const revenueAt = lines[0]!.indexOf("Revenue");
    expect(lines.slice(1)).toHaveLength(9);
    expect(lines.slice(1).reduce((sum, line) => sum + Number(line[revenueAt]), 0)).toBe(30);

    // The same after rows are lost and synced again, and by month as by day.
    const describeAll = async () => [
      await showOverview(life.ctx(), { range: "30d" }),
      await showSales(life.ctx(), { range: "30d" }),
      await showCohorts(life.ctx()),
    ];
    const before = await describeAll();
    for (const userId of life.customers.keys()) await loseRows(life.shop, userId);
    const { db } = life.ctx();
    for (const table of [
      "payments",
      "mrr_steps",
      "mrr_movements",
      "daily_payments",
      "sales_totals",
      "mrr_totals",
      "daily_cohorts",
    ])
      await db.$client.prepare(`DELETE FROM ${table}`).run();
    await life.syncAll();
    expect(await describeAll()).toEqual(before);

    const [days, months] = [
      await showOverview(life.ctx(), { range: "30d" }),
      await showOverview(life.ctx(), { range: "12m" }),
    ];
    expect(months.unit).toBe("month");
    expect(months.currencies[0]?.revenue.total).toBe(days.currencies[0]?.revenue.total);
    expect(months.currencies[0]?.recurring?.mrr.total).toBe(3000);
    const all = await showOverview(life.ctx(), { range: "all" });
    expect(all.span.from).toBe(addDays(life.today(), -15));
    expect(all.currencies[0]?.revenue.before).toBeNull();
  });
});

/** Reads a CSV file without quoted cells, or with them in columns that are not asked for. */
async function readCsv(response: Response): Promise<Record<string, string>[]> {
  const { data } = parse<Record<string, string>>((await response.text()).replace("\uFEFF", ""), {
    header: true,
    skipEmptyLines: true,
  });
  return data;
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** What cells of a column add up to in minor units, as a spreadsheet adds them. */
const sumCells = (rows: Record<string, string>[], column: string) =>
  Math.round(sum(rows.map((row) => Number(row[column]))) * 100);

/** Compares the figures of a range with each other, with the rows behind them, and with the exports. */
async function compareFigures(life: MovingShop, input: RangeInput): Promise<void> {
  const ctx = life.ctx();
  const overview = await showOverview(ctx, input);
  const sales = await showSales(ctx, input);
  const byPeriod = await readCsv(await exportFigures(ctx, input));
  const paid = await readCsv(exportPayments(ctx, input));
  for (const figures of overview.currencies) {
    const { currency, recurring } = figures;
    const code = currency.toUpperCase();
    const rowsOf = (figure: FigureName, key?: string) =>
      readRows(life, { ...input, figure, currency, key }, 50);
    const amounts = {
      ...pick(figures, ["gross", "refunded", "revenue", "fees", "disputed", "net"]),
    };
    const own = byPeriod.filter((row) => row["Currency"] === code);
    for (const [name, flow] of Object.entries({ ...amounts, paidOut: figures.paidOut })) {
      expect([name, sum(flow.values)]).toEqual([name, flow.total]);
      const rows = await rowsOf(name === "paidOut" ? "payouts" : (name as FigureName));
      expect([name, sum(rows.map((row) => row.amountMinor ?? 0))]).toEqual([name, flow.total]);
      const column = { fees: "Fees", paidOut: "Payouts" }[name] ?? capitalize(name);
      expect([column, sumCells(own, column)]).toEqual([column, flow.total]);
    }
    expect(figures.gross.total - figures.refunded.total).toBe(figures.revenue.total);
    expect(await rowsOf("new_customers")).toHaveLength(figures.newCustomers.total);
    const succeeded = paid.filter(
      (row) => row["Currency"] === code && row["Status"] === "succeeded",
    );
    expect(succeeded).toHaveLength(figures.payments.total);
    expect(sumCells(succeeded, "Amount")).toBe(figures.gross.total);
    expect(sumCells(succeeded, "Refunded")).toBe(figures.refunded.total);
    const settled = paid.filter((row) => row["Settlement currency"] === code);
    expect(sumCells(settled, "Fee")).toBe(figures.fees.total);
    expect(sumCells(settled, "Net")).toBe(figures.net.total);
    expect(sumCells(settled, "Disputed")).toBe(figures.disputed.total);
    for (const dimension of ["products", "countries"] as const) {
      const parts = sales[dimension].filter((part) => part.currency === currency);
      expect(sum(parts.map(({ revenueMinor }) => revenueMinor))).toBe(figures.revenue.total);
      for (const { key, revenueMinor } of parts) {
        const rows = await rowsOf(dimension === "products" ? "product" : "country", key);
        expect(sum(rows.map((row) => row.amountMinor ?? 0))).toBe(revenueMinor);
      }
    }
    if (!recurring) continue;
    const { opening, movements, mrr, subscribers } = recurring;
    expect(opening.mrrMinor + sum(Object.values(movements).map((each) => each.amountMinor))).toBe(
      mrr.total,
    );
    expect(
      opening.subscribers +
        movements.new.count +
        movements.reactivated.count -
        movements.churned.count,
    ).toBe(subscribers.total);
    for (const kind of movementKinds) {
      const rows = await rowsOf(`mrr_${kind}`);
      expect([kind, rows.length, sum(rows.map((row) => row.amountMinor ?? 0))]).toEqual([
        kind,
        movements[kind].count,
        movements[kind].amountMinor,
      ]);
    }
    expect(Math.round(Number(own.at(-1)?.["MRR"]) * 100)).toBe(mrr.total);
    // A range begins with what there was at the end of the days right before it.
    const isAfterCompared = overview.compared?.to === addDays(overview.span.from, -1);
    expect(isAfterCompared ? [mrr.before, subscribers.before] : []).toEqual(
      isAfterCompared ? [opening.mrrMinor, opening.subscribers] : [],
    );
  }
  const counts: [FigureName, number][] = [
    ["failed", overview.failed.total],
    ["started", overview.started.total],
    ["ended", overview.ended.total],
    ["trials", overview.trials.total],
    ["converted_trials", overview.convertedTrials.total],
    ["lost_trials", overview.lostTrials.total],
    ["checkouts", overview.checkouts.total],
    ["completed_checkouts", overview.completedCheckouts.total],
  ];
  for (const [figure, count] of counts)
    expect([figure, (await readRows(life, { ...input, figure }, 50)).length]).toEqual([
      figure,
      count,
    ]);
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

describe("figures of a random life", () => {
  const { count, seed } = inject("lives");

  /** Everything that can happen to the shop, chosen by a number. An action that doesn't apply does nothing. */
  const actions: Record<string, (life: MovingShop, choice: number) => Promise<unknown>> = {
    buy: async (life, choice) => life.buy(life.products[choice % life.products.length]!),
    buyAgain: async (life, choice) => {
      const userId = [...life.customers.keys()][choice % life.customers.size];
      const product = life.products[choice % life.products.length]!;
      await life.buy(product, { userId, country: ["FR", "DE", "JP"][choice % 3] });
    },
    leave: (life, choice) =>
      life.buy(life.products[choice % life.products.length]!, { card: null }),
    failing: (life, choice) =>
      life.buy(life.products[choice % life.products.length]!, { card: "4000000000000341" }),
    cancel: (life, choice) =>
      life.cancel([...life.customers.keys()][choice % life.customers.size]!),
    seats: async (life, choice) => {
      const { stripe } = life.ctx();
      const { data } = await stripe.subscriptions.list({ status: "active" });
      const subscription = data[choice % data.length];
      if (!subscription) return;
      const items = [{ id: subscription.items.data[0]!.id, quantity: (choice % 3) + 1 }];
      await stripe.subscriptions.update(subscription.id, { items });
    },
    refund: async (life, choice) => {
      const { stripe } = life.ctx();
      const { data } = await stripe.charges.list({ limit: 100 });
      const charges = data.filter(({ paid, refunded, disputed }) => paid && !refunded && !disputed);
      const charge = charges[choice % charges.length];
      if (!charge) return;
      const rest = charge.amount - charge.amount_refunded;
      const amount = choice % 2 === 0 ? rest : Math.min(rest, 7 + (choice % 300));
      await stripe.refunds.create({ charge: charge.id, amount });
    },
    dispute: async (life, choice) => {
      const { stripe } = life.ctx();
      const { data } = await stripe.charges.list({ limit: 100 });
      const charges = data.filter(({ paid, refunded, disputed }) => paid && !refunded && !disputed);
      const charge = charges[choice % charges.length];
      if (charge) await life.shop.control("disputes", { charge: charge.id });
    },
    payOut: async (life) => {
      await life.shop.control("payouts", {});
      await mirrorPayouts(life.ctx());
    },
    passDays: (life, choice) => life.pass((choice % 20) + 1),
    passMonth: (life) => life.pass(33),
  };

  const presetsToCompare = [{ range: "30d" }, { range: "12m" }, { range: "all" }] as const;

  it("in a random life, rows, movements, exports and ranges agree, also after each kind of rebuild", async () => {
    const action = fc.tuple(fc.constantFrom(...Object.keys(actions)), fc.nat(9999));
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 12, maxLength: 16 }),
        fc.tuple(fc.nat(120), fc.nat(120)),
        fc.constantFrom("America/New_York", "Asia/Kolkata", "Pacific/Kiritimati"),
        async (events, [first, second], timeZone) => {
          await emptyDatabase();
          const life = openMovingShop();
          // Prices whose month is no whole number of cents, in two currencies.
          for (const price of [
            once,
            trial,
            { ...monthly, interval: "year", amountMinor: 9999, model: "per_seat" },
            { ...monthly, intervalCount: 3, amountMinor: 1000, currency: "eur" },
            { ...monthly, interval: "week", amountMinor: 311 },
          ] as const)
            life.products.push(await life.sell([price]));
          for (const product of life.products) await life.buy(product);
          for (const [name, choice] of events) {
            // The shop refuses what does not apply, e.g. a second subscription to the same product.
            await actions[name]!(life, choice).catch((error: unknown) => {
              if (!isRefusal(error)) throw error;
            });
          }
          await life.pass(1);
          const custom = {
            from: addDays(life.today(), -Math.max(first, second)),
            to: addDays(life.today(), -Math.min(first, second)),
          };
          const ranges: RangeInput[] = [...presetsToCompare, custom];
          for (const range of ranges) await compareFigures(life, range);
          const mrrNow = await Promise.all(
            presets
              .filter((range) => range !== "last_month")
              .map(async (range) =>
                (await showOverview(life.ctx(), { range })).currencies
                  .flatMap(({ currency, recurring }) =>
                    recurring ? [[currency, recurring.mrr.total, recurring.subscribers.total]] : [],
                  )
                  .toSorted(),
              ),
          );
          for (const each of mrrNow) expect(each).toEqual(mrrNow[0]);

          await saveShopSettings(life.ctx(), { timeZone });
          await compareFigures(life, { range: "12m" });
          await saveShopSettings(life.ctx(), { timeZone: null });
          await recountDays(life.ctx());

          const describeAll = async () => [
            ...(await Promise.all(ranges.map((range) => showOverview(life.ctx(), range)))).map(
              ({ latestSales: _, actionItems: __, ...figures }) => figures,
            ),
            await showSales(life.ctx(), { range: "12m" }),
            await showCohorts(life.ctx()),
          ];
          const before = await describeAll();
          const { db } = life.ctx();
          const remove = async (tables: string[]) => {
            for (const table of tables) await db.$client.prepare(`DELETE FROM ${table}`).run();
          };
          const totals = ["daily_payments", "sales_totals", "mrr_totals", "daily_cohorts"];
          // All days are added up again.
          await commit(db, [
            sql`INSERT OR IGNORE INTO stale_days SELECT mode, day FROM daily_payments
                UNION SELECT mode, day FROM mrr_movements`,
          ]);
          await remove(totals);
          expect(await describeAll()).toEqual(before);
          // The purchases are lost, and the running Worker restores them from Stripe.
          for (const userId of life.customers.keys()) await loseRows(life.shop, userId);
          await remove(["payments", ...totals]);
          await startRebuild(life.ctx());
          await continueRebuild(life.ctx(), { steps: Infinity });
          await life.syncAll();
          expect(await describeAll()).toEqual(before);
          await compareFigures(life, { range: "12m" });
        },
      ),
      // A life of a whole shop takes a while, and one has everything that the figures tell apart.
      { numRuns: Math.ceil(count / 3), seed, endOnFailure: true },
    );
  });
});

/** By the shop, by Stripe, or by the bank on Stripe's page. */
const isRefusal = (error: unknown) =>
  error instanceof AppError ||
  error instanceof Stripe.errors.StripeInvalidRequestError ||
  error instanceof Stripe.errors.StripeCardError ||
  (error instanceof Error && /answered 40[02]/.test(error.message));

describe("cohorts", () => {
  it("cohorts show how many of a month's new subscribers still pay, month by month", async () => {
    const life = openMovingShop();
    const club = await life.sell([monthly]);
    // On the 5th of a month, 32 days later is always in the next one.
    await life.pass(countDays({ from: life.today(), to: addMonths(life.today(), 1) }) + 3);
    const [first] = [await life.buy(club), await life.buy(club), await life.buy(club)];
    const start = life.today().slice(0, 7);
    await life.pass(32);
    await life.cancel(first);
    await life.buy(club);
    await life.pass(32);
    await life.buy(club, { userId: first });
    const { cohorts } = await showCohorts(life.ctx());
    expect(cohorts[0]).toMatchObject({ month: start, size: 3 });
    expect(cohorts[0]?.retained.slice(0, 3)).toEqual([3, 2, 3]);
    expect(cohorts[1]).toMatchObject({ size: 1 });
  });
});

describe("upcoming renewals", () => {
  it("upcoming renewals leave out canceled ones and count each week, also as cron recorded them", async () => {
    const life = openMovingShop();
    const club = await life.sell([monthly]);
    const weekly = await life.sell([{ ...monthly, interval: "week", amountMinor: 100 }]);
    const leaving = await life.buy(club);
    await life.buy(weekly);
    await life.buy(await life.sell([trial]));
    const { stripe } = life.ctx();
    const [subscription] = (await stripe.subscriptions.list({ status: "active" })).data.filter(
      ({ items }) => items.data[0]?.price.unit_amount === 900,
    );
    await stripe.subscriptions.update(subscription!.id, { cancel_at_period_end: true });
    await life.syncAll();
    expect(leaving).toBeDefined();
    const expected = await showUpcoming(life.ctx());
    // Of the weekly one four renewals within 30 days, and the end of the trial.
    expect(expected.renewals).toEqual([
      {
        currency: "usd",
        week: { amountMinor: 0, count: 0 },
        month: { amountMinor: 4 * 100 + 1200, count: 5 },
      },
    ]);
    await recordUpcomingRenewals(life.ctx());
    const { db } = life.ctx();
    await db.$client
      .prepare(
        "INSERT INTO daily_subscriptions (mode, day, currency, active_count, trialing_count) VALUES ('test', ?, 'usd', 500, 0)",
      )
      .bind(life.today())
      .run();
    expect(await showUpcoming(life.ctx())).toEqual(expected);
  });
});

it("payments in a rare currency are found behind a thousand others", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await payForNewProduct(shop);
  const now = Date.now();
  const others = { userId, customerId, productId: product.id, now, orders: 1100, subscriptions: 1 };
  for (const sql of fillShopSql(others)) await shop.env.DB.prepare(sql).run();
  await shop.env.DB.prepare(
    "UPDATE payments SET currency = 'eur' WHERE stripe_charge_id IN ('ch_fill1000', 'ch_fill1010', 'ch_fill1030')",
  ).run();
  const input = { figure: "gross", range: "12m", currency: "eur", limit: 2 } as const;
  const first = await listRows(shop.ctx(), input);
  expect(first.items.map(({ id }) => id)).toEqual(["ch_fill1000", "ch_fill1010"]);
  const second = await listRows(shop.ctx(), { ...input, cursor: first.nextCursor! });
  expect(second).toMatchObject({ items: [{ id: "ch_fill1030" }], nextCursor: null });
});
