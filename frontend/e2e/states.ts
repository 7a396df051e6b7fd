import { cpSync, globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "../../scripts/deploy/config.ts";
import { findDatabaseFile } from "../../scripts/seed/lived-shop/pack-shop.ts";
import { seedShop } from "../../scripts/seed/seed-shop.ts";
import { applyMigrations } from "../../scripts/migrations/apply-migrations.ts";
import { readMigration } from "../../scripts/migrations/read-statements.ts";
import { MIGRATIONS } from "../../scripts/shop/migrate-database.ts";
import { shopVars, startShopSandbox } from "../../scripts/shop/parts.ts";
import { withShop, type ShopBindings, type ShopEnvironment } from "../../scripts/shop/with-shop.ts";
import { openSqliteDatabase } from "../../scripts/testing/sqlite-database.ts";
import {
  listStaleSharePictures,
  saveProductPicture,
} from "../../worker/admin/products/share-pictures.ts";
import { saveShopPicture, showShopCard } from "../../worker/settings/share-pictures.ts";
import { createJpeg } from "../../worker/testing/fixtures/create-jpeg.ts";

/** What a shop starts from: nothing, the demo catalog, or that and the pictures of its links. */
export type InitialState = "empty" | "undrawn" | "seeded";

/**
 * Creates the states that the shops of journeys start from, each in a directory with its name.
 * @param dir of all of them
 */
export async function createStates(dir: string): Promise<void> {
  const pathOf = (state: InitialState) => join(dir, state);
  await migrateState(pathOf("empty"));
  cpSync(pathOf("empty"), pathOf("undrawn"), { recursive: true });
  await seedState(pathOf("undrawn"));
  cpSync(pathOf("undrawn"), pathOf("seeded"), { recursive: true });
  await changeState(pathOf("seeded"), "http://localhost", storeSharePictures);
}

/** Makes an empty database with all tables. */
async function migrateState(stateDir: string): Promise<void> {
  const platform = await openPlatform(stateDir);
  // Asking for the database makes its file.
  await platform.env.DB.prepare("SELECT 1").run();
  await platform.dispose();
  const sqlite = openDatabaseOf(stateDir);
  await applyMigrations(openSqliteDatabase(sqlite), globSync(MIGRATIONS).map(readMigration));
  sqlite.close();
}

/** Adds the demo catalog. */
async function seedState(stateDir: string): Promise<void> {
  const sandbox = await startShopSandbox({
    port: 0,
    stateDir: join(stateDir, "sandbox"),
    // Each shop that starts from a copy sets its own URL.
    appUrl: "http://localhost",
  });
  const setWebhooks = (mode: "drop" | "deliver") =>
    fetch(`${sandbox.url}/_sandbox/webhooks`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode, delayMs: 0 }),
    });
  try {
    // No shop runs yet. Each copy would receive the catalog's events while its journey begins.
    await setWebhooks("drop");
    await changeState(stateDir, sandbox.url, seedShop);
    await setWebhooks("deliver");
  } finally {
    await sandbox.stop();
  }
}

/**
 * Changes a state with verbs. Its database is opened in this process: through wrangler's proxy, each statement is half a
 * dozen requests that block it.
 */
async function changeState(
  stateDir: string,
  sandboxUrl: string,
  change: (environment: ShopEnvironment) => Promise<void>,
): Promise<void> {
  const platform = await openPlatform(stateDir);
  const sqlite = openDatabaseOf(stateDir);
  try {
    const DB = openSqliteDatabase(sqlite) as ShopBindings["DB"];
    await change({
      getBindings: () => Promise.resolve({ ...platform.env, DB }),
      vars: shopVars("http://localhost", sandboxUrl),
    });
  } finally {
    sqlite.close();
    await platform.dispose();
  }
}

const openPlatform = (stateDir: string) =>
  getPlatformProxy<ShopBindings>({
    configPath: COMMITTED_CONFIG,
    persist: { path: join(stateDir, "state", "v3") },
  });

const openDatabaseOf = (stateDir: string) =>
  new DatabaseSync(findDatabaseFile(join(stateDir, "state")));

/**
 * Stores a picture for each link to the shop and its products. Otherwise the browser of every journey's owner would draw
 * all of them, about 80, beside what the journey does.
 */
const storeSharePictures = (environment: ShopEnvironment): Promise<void> =>
  withShop(environment, "seed", async (newCtx) => {
    const bytes = createJpeg({ note: "drawn" });
    const { items } = await listStaleSharePictures(newCtx(), {});
    for (const { id, source } of items) await saveProductPicture(newCtx(), { id, source, bytes });
    const { stale } = await showShopCard(newCtx());
    for (const { source } of stale) await saveShopPicture(newCtx(), { source, bytes });
  });
