import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import type { OldRows } from "../../db/old-rows.ts";
import { unusedClaims } from "../../claims/store.ts";
import { expiredAnswers } from "../../identity/keys/store-idempotency.ts";
import { expiredSignInRows } from "../../identity/sign-in/store.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { oldRenderedMarkdown } from "../../markdown/store.ts";
import { expiredLinks } from "../../purchases/checkout/store-links.ts";
import { runCron } from "../../run-cron.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { oldDeliveries } from "../../webhooks/store-deliveries.ts";
import { continueRemoval, removeOldRows, showBacklog } from "./remove-old-rows.ts";

// A removal covers the rows of all users.
beforeEach(emptyDatabase);

const now = Date.now();
const shop = openTestShop();
const at = (time: number) => shop.ctx(undefined, time);

/** Stores texts that were rendered a minute after each other, the last one `ageMs` ago. */
async function insertTexts(count: number, ageMs: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO rendered_markdown (hash, html, created_at) SELECT 'text' || i, '', ?2 + i * 60000 FROM n`,
  )
    .bind(count, now - ageMs - count * MINUTE)
    .run();
}

const countTexts = () =>
  env.DB.prepare("SELECT count(*) AS n FROM rendered_markdown").first<number>("n");

it("a removal of more rows than a run takes goes on every five minutes until none is left", async () => {
  await insertTexts(20_500, 90 * DAY);
  await removeOldRows(at(now), [oldRenderedMarkdown]);
  expect(await countTexts()).toBe(500);
  expect(await showBacklog(at(now))).toEqual([
    { name: "rendered texts", dueSince: now - 499 * MINUTE },
  ]);
  await runCron(at(now + 5 * MINUTE), "*/5 * * * *");
  expect(await countTexts()).toBe(0);
  expect(await showBacklog(at(now))).toEqual([]);
});

it("a removal that keeps behind what is added says so in the log once rows are two days late", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await insertTexts(20_001, 92 * DAY + HOUR);
  await removeOldRows(at(now), [oldRenderedMarkdown]);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
    { event: "old_rows.late", name: "rendered texts", due_since: now - 2 * DAY - HOUR },
  ]);
  log.mockRestore();
});

it("rows that cannot be removed keep no others from being removed, and are tried again", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await insertTexts(5, 90 * DAY);
  const broken: OldRows = {
    ...oldRenderedMarkdown,
    name: "broken",
    remove: () => {
      throw new Error("out of order");
    },
  };
  const kinds = [broken, oldRenderedMarkdown];
  await expect(removeOldRows(at(now), kinds)).rejects.toThrow("Could not remove");
  expect(await countTexts()).toBe(0);
  expect(await showBacklog(at(now))).toEqual([{ name: "broken", dueSince: now }]);
  // Since when it is due stays known.
  await expect(continueRemoval(at(now + HOUR), kinds)).rejects.toThrow("Could not remove");
  expect(await showBacklog(at(now))).toEqual([{ name: "broken", dueSince: now }]);
  log.mockRestore();
});

it("a run with nothing left to remove reads one row, and a night without old rows few", async () => {
  await insertTexts(300, 10 * DAY);
  const counted = countReads(env.DB);
  const ctx = { ...at(now), db: counted.db };
  await continueRemoval(ctx, [oldRenderedMarkdown]);
  expect(counted.usage.rowsRead).toBeLessThanOrEqual(1);
  const kinds = [
    ...expiredSignInRows,
    ...oldDeliveries,
    unusedClaims,
    expiredLinks,
    expiredAnswers,
  ];
  await removeOldRows(ctx, kinds);
  expect(counted.usage.rowsRead).toBeLessThan(30);
});
