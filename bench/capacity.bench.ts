import { createExecutionContext } from "cloudflare:test";
import { expect, inject, test } from "vitest";
import worker from "../worker/index.ts";
import { commit } from "../worker/db/client.ts";
import { insertSession } from "../worker/identity/sign-in/store.ts";
import { runCron } from "../worker/run-cron.ts";
import { createContext } from "../worker/context.ts";
import { findLicenseInLibrary } from "../worker/testing/fixtures/licenses.ts";
import { createApiClient } from "../worker/testing/clients/api-client.ts";
import {
  createSignedInUser,
  newSession,
  openBrowser,
  SESSION_COOKIE,
} from "../worker/testing/clients/sign-in.ts";
import { createCountingD1 } from "../worker/testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../worker/testing/database/empty-database.ts";
import { openTestShop, type TestShop } from "../worker/testing/shop.ts";
import { prepareCopies } from "./capacity/copy-customers.ts";
import { liveYears } from "./capacity/live-years.ts";
import { chooseSize } from "./measure.ts";
import { createSeededRandom } from "./storm/seeded-random.ts";
import { createStopwatch } from "./storm/time.ts";

const SIZE = chooseSize(
  { customers: 40, months: 36, few: 1000 },
  { customers: 2, months: 1, few: 4 },
);
/** What a D1 database may hold, and so what one of a million customers may take. */
const DATABASE_BYTES = 10e9;
const BYTES_PER_CUSTOMER = 9000;
/** Twice as many rows as in a small shop are a different plan; a few more are a deeper tree or a longer list. */
const GROWTH = 1.5;
const FEW_ROWS = 200;
/** What reads a bounded number of rows in a large shop: a search looks at so many matches, a job does so much at once. */
const AT_MOST: Record<string, number> = {
  "the console's search by email": 8000,
  "the console's search by name": 8000,
  "cron, every five minutes": 500_000,
  "cron, nightly": 500_000,
};
/** How often it prints that it goes on, in customers. */
const PROGRESS = 100_000;

/**
 * Lets a few customers live for three years, copies them until the shop is small, then large, and counts in both what
 * the calls that matter read. `--capacity` sets how large: a million needs 22 GB of disk.
 */
test("a large shop reads as many rows as a small one, and its customers fit into one database", async () => {
  const { seed, capacity, isBrief } = inject("bench");
  await emptyDatabase();
  const shop = openTestShop({ hasEmailSender: true });
  const readStopwatch = createStopwatch();
  const { customers, feature } = await liveYears(shop, createSeededRandom(seed), SIZE);
  console.log(`${SIZE.customers} customers lived ${SIZE.months} months (${readStopwatch()})`);
  const copyUntil = await prepareCopies(shop.env.DB);
  const calls = await prepareCalls(shop, { userId: customers[0]!.userId, feature });

  await copyUntil(SIZE.few);
  const few = await countRows();
  const bytesOfFew = await readSize(shop);
  let printed = 0;
  await copyUntil(capacity, (done) => {
    if (done < printed + PROGRESS) return;
    printed = done;
    console.log(`${format(done)} customers (${readStopwatch()})`);
  });
  const bytes = await readSize(shop);
  console.log(`copied to ${format(capacity)} customers (${readStopwatch()})`);
  const many = await countRows();

  console.log(
    `${"rows read with so many customers:".padEnd(44)}${format(SIZE.few).padStart(9)}${format(capacity).padStart(12)}`,
  );
  for (const [name, rows] of Object.entries(few))
    console.log(
      `${name.padEnd(44)}${format(rows.read).padStart(9)}${format(many[name]!.read).padStart(12)}${`${Math.round(many[name]!.ms)} ms`.padStart(11)}`,
    );
  const perCustomer = (bytes - bytesOfFew) / (capacity - SIZE.few);
  console.log(
    `the database takes ${(bytes / 1e9).toFixed(2)} GB, ${format(Math.round(perCustomer))} bytes for each customer (goal ≤ ${format(BYTES_PER_CUSTOMER)}); 10 GB hold ${format(Math.floor(DATABASE_BYTES / perCustomer))}`,
  );
  // Between four customers and forty, everything grows.
  if (isBrief) return;
  const grown = Object.entries(few).filter(
    ([name, { read }]) =>
      many[name]!.read > (AT_MOST[name] ?? read * GROWTH + FEW_ROWS) &&
      // Once a night, every subscription is counted.
      !(name === "cron, nightly" && many[name]!.read < capacity * GROWTH),
  );
  expect(grown.map(([name]) => name)).toEqual([]);
  expect(perCustomer).toBeLessThanOrEqual(BYTES_PER_CUSTOMER);

  async function countRows() {
    const counts: Record<string, { read: number; ms: number }> = {};
    for (const [name, call] of Object.entries(calls)) {
      // The first call may refresh what is kept for some time.
      await call(shop.env);
      const counting = createCountingD1(shop.env.DB);
      const started = performance.now();
      await call({ ...shop.env, DB: counting.d1 });
      counts[name] = { read: counting.take().read, ms: performance.now() - started };
    }
    return counts;
  }
});

/** The calls whose rows are counted, by name. */
async function prepareCalls(
  shop: TestShop,
  { userId, feature }: { userId: string; feature: string },
): Promise<Record<string, (env: Env) => Promise<unknown>>> {
  const customer = await signInAgain(shop, userId);
  const owner = await createSignedInUser({ role: "owner", env: shop.env });
  const program = await createApiClient(shop);
  const key = (await findLicenseInLibrary(shop, userId))!.license!.key;
  const getAs =
    ({ jar }: { jar: Map<string, string> }, path: string) =>
    async (env: Env) => {
      const response = await openBrowser({ jar, env }).fetch(path);
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    };
  const askApi =
    (path: string, init: RequestInit = {}) =>
    async (env: Env) => {
      const headers = { authorization: `Bearer ${program.secret}`, ...init.headers };
      const request = new Request(`http://localhost:8787/api/v1/${path}`, { ...init, headers });
      const response = await worker.fetch(request, env, createExecutionContext());
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
    };
  const run = (cron: string) => (env: Env) =>
    runCron(createContext(env, createExecutionContext(), { type: "system", job: "cron" }), cron);
  return {
    "a signed-in request": getAs(customer, "/api/me"),
    "the library": getAs(customer, "/api/me/library"),
    "the billing page": getAs(customer, "/api/me/billing"),
    "an entitlement check": askApi(`entitlements/check?feature=${feature}&customer=${userId}`),
    "a license validation": askApi("licenses/validate", {
      method: "POST",
      body: JSON.stringify({ key }),
      headers: { "content-type": "application/json" },
    }),
    "a page of the API's orders": askApi("orders"),
    "a page of the API's events": askApi("events"),
    "a customer's state by the API": askApi(`customers/${userId}/state`),
    "the console's overview, 30 days": getAs(owner, "/api/admin/overview?range=30d"),
    "the console's overview, all": getAs(owner, "/api/admin/overview?range=all"),
    "the console's search by email": getAs(owner, "/api/admin/search?search=0.person"),
    "the console's search by name": getAs(owner, "/api/admin/search?search=kowal"),
    "the console's list of customers": getAs(owner, "/api/admin/customers"),
    "the console's list of orders": getAs(owner, "/api/admin/orders"),
    "the console's page of a customer": getAs(owner, `/api/admin/customers/${userId}`),
    "the console's comparison with Stripe": getAs(owner, `/api/admin/customers/${userId}/stripe`),
    "cron, every five minutes": run("*/5 * * * *"),
    "cron, hourly": run("17 * * * *"),
    "cron, nightly": run("23 3 * * *"),
  };
}

/** Three years later, the session has ended. */
async function signInAgain(shop: TestShop, userId: string) {
  const { row, token } = newSession(userId);
  const { db } = shop.ctx();
  await commit(db, [insertSession(db, row)]);
  return { jar: new Map([[SESSION_COOKIE, token]]) };
}

async function readSize(shop: TestShop): Promise<number> {
  return (await shop.env.DB.prepare("SELECT 1").run()).meta.size_after;
}

const format = (value: number): string => value.toLocaleString("en-US");
