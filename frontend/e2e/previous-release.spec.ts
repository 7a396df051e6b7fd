import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, inject, it } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { findIncompatibilities } from "../../scripts/release/compatibility.ts";
import { readMigrations, readRecords } from "../../scripts/release/record.ts";
import { unpackWorker, WORKER_ARCHIVE } from "../../scripts/release/worker-archive.ts";
import { requestJson, signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { migrateDatabase } from "../../scripts/shop/migrate-database.ts";
import { callApi } from "./api.ts";
import { buyOverHttp } from "./purchases.ts";
import { countOpenWebhooks } from "./sandbox.ts";
import { deployCode, runScheduledJob, shopBindings, shopUrl, useShop } from "./shop.ts";
import { newGuestEmail } from "./user-actions.ts";

// The order of an upgrade: the previous release sells while the database is migrated, then the new code is deployed, and
// a rollback returns to the previous release on the migrated database. Its Worker is kept in releases/, so that this also
// runs in a clone without history or tags.

const release = readRecords().at(-1)!;
const previousWorker = () => join(inject("e2eDir"), "previous-release");
const todaysWorker = () => join(inject("e2eDir"), "worker");
const isReleased = (path: string) => basename(path) in release.migrations;
const paths = readMigrations().map(({ name }) => join("worker/db/migrations", name));

useShop({
  prepare: async (stateDir) => {
    unpackWorker(WORKER_ARCHIVE, previousWorker());
    await migrateDatabase(join(stateDir, "state"), paths.filter(isReleased));
    return previousWorker();
  },
});

const usd = { currency: "usd" };

/** Makes a product as the console does, and publishes it. */
async function createProduct(owner: HttpSession, slug: string): Promise<void> {
  const { id } = await requestJson<{ id: string }>(owner, "POST", "/api/admin/products", {
    slug,
    name: slug,
    tagline: "",
    description: "",
    prices:
      slug === "club"
        ? [
            {
              type: "recurring",
              interval: "month",
              intervalCount: 1,
              amountMinor: 900,
              trialDays: 0,
              ...usd,
            },
          ]
        : [{ type: "one_time", amountMinor: 2900, ...usd }],
    benefits: [
      { benefit: { type: "feature", name: "Archive", settings: { key: "archive" } } },
      {
        benefit: {
          type: "license_key",
          name: "Key",
          settings: { prefix: "BOOK", activationLimit: 2, note: "" },
        },
      },
    ],
  });
  await requestJson(owner, "PUT", `/api/admin/products/${id}/status`, { status: "published" });
}

/** Buys both products as a new user, and returns to the shop. */
async function buyBoth(): Promise<HttpSession> {
  const buyer = await signIn(shopUrl(), newGuestEmail());
  for (const slug of ["club", "book"]) {
    await buyOverHttp(buyer, slug);
  }
  return buyer;
}

/** What a user owns, and what happened to it, as the shop's own code of the moment reads it. */
async function readOwned(buyer: HttpSession) {
  const { entries } = await requestJson<{ entries: { product: { name: string } }[] }>(
    buyer,
    "GET",
    "/api/me/library",
  );
  return entries.map(({ product }) => product.name).toSorted();
}

const crons = ["*/5 * * * *", "17 * * * *", "23 3 * * *"];

/** Runs what a shop does all day: scheduled jobs, the console's lists, and the API of other programs. */
async function runEverything(owner: HttpSession, key: string): Promise<void> {
  await expect.poll(countOpenWebhooks).toBe(0);
  for (const cron of crons) await runScheduledJob(cron);
  for (const list of ["customers", "orders", "subscriptions", "products", "audit"])
    await requestJson(owner, "GET", `/api/admin/${list}`);
  for (const path of ["/customers", "/orders", "/subscriptions", "/events", "/products"])
    await callApi(key, "GET", path);
}

it("the previous release goes on selling while the database is migrated, and after a rollback", async () => {
  expect(findIncompatibilities(readMigrations(), readRecords())).toEqual([]);
  const owner = await signIn(shopUrl(), "owner");
  await createProduct(owner, "club");
  await createProduct(owner, "book");
  const { secret } = await requestJson<{ secret: string }>(
    owner,
    "POST",
    "/api/admin/developers/keys",
    {
      name: "Programs",
      scopes: [
        "customers:read",
        "orders:read",
        "subscriptions:read",
        "events:read",
        "products:read",
      ],
    },
  );
  const both = ["book", "club"];
  const early = await buyBoth();
  expect(await readOwned(early)).toEqual(both);

  const migrated = new AbortController();
  const buyers: HttpSession[] = [];
  const selling = (async () => {
    while (!migrated.signal.aborted) buyers.push(await buyBoth());
  })();
  const { DB } = await shopBindings();
  for (const path of paths.filter((each) => !isReleased(each))) {
    const statements = unstable_splitSqlQuery(readFileSync(path, "utf8")).map((sql) =>
      DB.prepare(sql),
    );
    // Named once more afterwards, so that they are not collected before: Miniflare then forgets them, and fails the batch.
    expect(await DB.batch(statements)).toHaveLength(statements.length);
  }
  migrated.abort();
  await selling;
  buyers.push(await buyBoth());
  await runEverything(owner, secret);

  await deployCode(todaysWorker());
  buyers.push(await buyBoth());
  await runEverything(owner, secret);
  for (const buyer of [early, ...buyers]) expect(await readOwned(buyer)).toEqual(both);

  await deployCode(previousWorker());
  buyers.push(await buyBoth());
  await runEverything(owner, secret);
  for (const buyer of [early, ...buyers]) expect(await readOwned(buyer)).toEqual(both);
});
