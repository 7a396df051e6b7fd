import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findDatabaseFile } from "../../scripts/seed/lived-shop/pack-shop.ts";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { buyOverHttp } from "./purchases.ts";
import { listEmailSubjects, listMessages, passTime, runJob } from "./sandbox.ts";
import { persistencePath, sandboxUrl, shopUrl, useStartedShop } from "./shop.ts";
import { newGuestEmail, signInAs } from "./user-actions.ts";

useStartedShop();
const browser = useBrowser();

const PAGE = "/read/handbook-errata";
const OWNER = "owner@example.com";

it("npm start: a visitor signs in from a page as Bob, who bought it, and sees the rest of the page", async () => {
  const visitor = await browser.open(PAGE);
  await visitor.getByRole("link", { name: "Sign in to continue reading" }).click();
  await visitor.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await visitor.getByRole("button", { name: /Bob/ }).click();
  await visitor.getByText("The preamp on page 47 is no longer made.").waitFor();
  expect(new URL(visitor.url()).pathname).toBe(PAGE);
});

it("npm start: the shop has sold for fourteen months, agrees with Stripe, and repeats nothing", async () => {
  // The shop sees what was due since the snapshot's last day.
  await passTime(600, 600);
  const owner = await signIn(shopUrl(), "owner");
  const { months, customers } = readFigures();
  expect(months.length).toBeGreaterThanOrEqual(14);
  for (const month of months.slice(1)) expect(month.gross).toBeGreaterThan(0);
  expect(customers).toBeGreaterThanOrEqual(150);

  expect(await sweep(owner)).toMatchObject({ drifted: 0 });
  const doctor = await post<{ checks: { id: string; state: string; message: string }[] }>(
    owner,
    "/api/admin/doctor",
  );
  expect(doctor.checks.filter(({ state }) => state === "warning" || state === "broken")).toEqual(
    [],
  );

  const overview = await post<{ actionItems: { kind: string }[] }>(owner, "/api/admin/overview");
  expect(overview.actionItems.map(({ kind }) => kind)).not.toContain("webhook_silence");

  // Only Bob has just bought something. Others may get emails about what was due since the snapshot's last day.
  const answer = await fetch(`${sandboxUrl()}/mail/messages`);
  const { messages } = (await answer.json()) as { messages: { to: string }[] };
  expect(messages.filter(({ to }) => to !== "bob@example.com").length).toBeLessThanOrEqual(15);

  // What was added up follows from the rows, and the feed has the objects as they are.
  const before = readDerived();
  expect(listMonths("month")).toEqual(listMonths("day"));
  execute(`INSERT OR IGNORE INTO stale_days SELECT mode, day FROM daily_payments
    UNION SELECT mode, day FROM mrr_movements`);
  await runJob("23 3 * * *");
  for (let run = 0; run < 3; run++) await runJob("*/5 * * * *");
  expect(readDerived()).toEqual(before);
});

/** Asks for a sweep, waits until the shop has walked it to its end, and returns its result. */
async function sweep(owner: HttpSession): Promise<{ drifted: number }> {
  const { sweep: asked } = await post<{ sweep: { id: string } }>(owner, "/api/admin/sweeps", {});
  type Sweeps = { sweeps: { id: string; finishedAt: number | null; drifted: number }[] };
  const find = async () => {
    const { sweeps } = await post<Sweeps>(owner, "/api/admin/sweeps");
    return sweeps.find(({ id, finishedAt }) => id === asked.id && finishedAt !== null);
  };
  await expect.poll(find).toBeDefined();
  return (await find())!;
}

async function post<Answer>(owner: HttpSession, path: string, body?: object): Promise<Answer> {
  const init = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await owner.fetch(path, init);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

/** Opens the shop's database while the Worker runs. */
function withDatabase<Result>(work: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(findDatabaseFile(join(persistencePath(), "..")), {
    timeout: 10_000,
  });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const execute = (sql: string) => withDatabase((database) => database.exec(sql));
const query = <Row>(sql: string) =>
  withDatabase((database) => database.prepare(sql).all() as Row[]);

const readFigures = () => ({
  months: query<{ gross: number }>(
    "SELECT sum(gross_minor) AS gross FROM daily_payments GROUP BY substr(day, 1, 7) ORDER BY 1",
  ),
  customers: query<{ count: number }>("SELECT count(*) AS count FROM customers")[0]!.count,
});

/** The movements of MRR of each month, added up from the totals of days or of months. */
const listMonths = (unit: "day" | "month") =>
  query(
    `SELECT substr(period, 1, 7) AS month, sum(yearly_milli) AS yearlyMilli, sum(count) AS count
     FROM mrr_totals WHERE unit = '${unit}' GROUP BY month ORDER BY month`,
  );

/** What follows from other rows, or from Stripe: the totals of days and months, the feed, and who has access to what. */
const readDerived = () => ({
  totals: query("SELECT * FROM daily_payments ORDER BY day, currency"),
  mrr: query("SELECT * FROM mrr_totals ORDER BY unit, period, currency, kind"),
  sales: query("SELECT * FROM sales_totals ORDER BY unit, dimension, period, key, currency"),
  cohorts: query("SELECT * FROM daily_cohorts ORDER BY day, cohort"),
  // Older events move to the archive by and by.
  feed: query(`SELECT count(*) + (SELECT coalesce(sum(count), 0) FROM feed_chunks) AS count,
    max(sequence) AS latest FROM feed_events`),
  grants: query("SELECT * FROM grants ORDER BY id"),
});

it("npm start: after a day, the digest is sent, and the shop still sells", async () => {
  const day = 86_400;
  const owner = await browser.open("/");
  await signInAs(owner, "owner", "/admin/notifications");
  await chooseSales(owner, "Off", "Sales: notifications turned off");
  await chooseSales(owner, "Immediately", "Sales: you’ll get an email immediately");
  const subscriber = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(subscriber, "membership");
  await expect
    .poll(() => listEmailSubjects(OWNER))
    .toContain("New free trial: Tidewater Membership");
  await cancelSubscription(subscriber, { feedback: "unused", comment: "No time to read" });

  // Some customers renew on this day.
  await passTime(day, day);
  const digest = (await listMessages(OWNER)).find(({ text }) => text.includes("Not used enough"));
  expect(digest?.subject).toMatch(/^Daily digest for .*cancellation/);

  await chooseSales(owner, "Off", "Sales: notifications turned off");
  const subjects = await listEmailSubjects(OWNER);
  const email = newGuestEmail();
  await buyOverHttp(await signIn(shopUrl(), email), "field-handbook");
  await expect
    .poll(() => listEmailSubjects(email))
    .toContain("Your receipt for The Field Handbook");
  expect(await listEmailSubjects(OWNER)).toEqual(subjects);
});

async function chooseSales(page: Page, delivery: string, toast: string): Promise<void> {
  // Not `check`, which wants the change at once: the page shows the choice when it is saved.
  await page.getByRole("group", { name: "Sales" }).getByLabel(delivery).click();
  await page.getByText(toast).waitFor();
}

async function cancelSubscription(
  subscriber: HttpSession,
  reason: { feedback: string; comment: string },
): Promise<void> {
  const billing = (await (await subscriber.fetch("/api/me/billing")).json()) as {
    subscriptions: { id: string }[];
  };
  const path = `/api/me/subscriptions/${billing.subscriptions[0]!.id}/cancellation`;
  const response = await subscriber.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(reason),
  });
  expect(response.status).toBe(200);
}
