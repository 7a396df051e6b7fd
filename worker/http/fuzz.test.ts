import { afterAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { SECOND } from "../lib/time.ts";
import type { Role } from "../shared/roles.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { runFuzz, type Caller, type FuzzFailure } from "../testing/fuzz/fuzz.ts";
import { buyLicense } from "../testing/fixtures/licenses.ts";
import { openSocket } from "../testing/clients/raw-http.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";

const { requests, seed } = inject("fuzz");

/** The run of the suite ends after this time, or after its requests if the machine is fast. */
const SUITE_MS = 10 * SECOND;
const SUITE_REQUESTS = 1500;
const SUITE_SEED = 20_261_122;

/** Callers sign out, and delete their accounts, so they are replaced after this many requests. */
const REQUESTS_PER_CALLERS = 60;

// The requests change settings and roles of the whole shop, and each part has a Stripe account of its own.
beforeEach(emptyDatabase);
afterAll(emptyDatabase);

/** Returns a visitor and one member of each role; members have access and fresh sessions. */
async function createCallers(shop: TestShop): Promise<Caller[]> {
  const roles: Role[] = ["buyer", "buyer", "support", "admin", "admin", "owner", "owner", "owner"];
  const members = roles.map(async (role) => ({
    name: role,
    browser: await createSignedInUser({ role, env: shop.env }),
  }));
  return [
    { name: "visitor", browser: openBrowser({ env: shop.env }) },
    ...(await Promise.all(members)),
  ];
}

/** Returns ids, slugs and keys of existing rows of every kind. */
async function listKnownIds(shop: TestShop): Promise<string[]> {
  const { results: tables } = await shop.env.DB.prepare(
    "SELECT m.name, p.name AS field FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT GLOB '[_]cf*' AND p.name IN ('id', 'slug', 'key', 'stripe_session_id', 'stripe_customer_id', 'stripe_product_id')",
  ).all<{ name: string; field: string }>();
  const rows = tables.map(({ name, field }) =>
    shop.env.DB.prepare(
      `SELECT "${field}" AS value FROM "${name}" WHERE value IS NOT NULL LIMIT 8`,
    ),
  );
  const found = await shop.env.DB.batch<{ value: string }>(rows);
  return found.flatMap(({ results }) => results.map(({ value }) => String(value)));
}

/** Each part of the full run is a test of its own, so that none takes minutes. */
const PART_REQUESTS = 500;
const isFull = requests > 0;
const parts = Array.from(
  { length: isFull ? Math.ceil(requests / PART_REQUESTS) : 1 },
  (_, part) => (seed || SUITE_SEED) + part * 1_000_003,
);

describe("no random request to any route, by any role, is answered with 500 or above", () => {
  test.each(parts)(
    "no random request with the seed %d is answered with 500 or above",
    async (partSeed) => {
      const logs: string[] = [];
      for (const level of ["warn", "error", "log", "info"] as const)
        vi.spyOn(console, level).mockImplementation((line) => {
          // Unexpected errors, and those that blame another service.
          if (level === "error" || /"code":"(stripe_)?unavailable"/.test(String(line)))
            logs.push(String(line).slice(0, 1500));
        });
      const shop = openTestShop({ hasEmailSender: true });
      const sendBytes = openSocket(shop.env);
      await buyLicense(shop);
      const total = isFull ? PART_REQUESTS : SUITE_REQUESTS;
      const end = Date.now() + SUITE_MS;
      const isOver = () => !isFull && Date.now() > end;
      const statuses: Record<number, number> = {};
      const failures: FuzzFailure[] = [];
      let sent = 0;
      for (let round = 0; sent < total && !isOver(); round++) {
        const run = await runFuzz({
          seed: partSeed + round,
          count: Math.min(REQUESTS_PER_CALLERS, total - sent),
          sendBytes,
          callers: await createCallers(shop),
          knownIds: await listKnownIds(shop),
          isOver,
        });
        sent += run.sent;
        failures.push(...run.failures);
        for (const [status, count] of Object.entries(run.statuses))
          statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count;
      }
      vi.restoreAllMocks();
      console.log(`fuzz: ${sent} requests, by status ${JSON.stringify(statuses)}`);
      expect(sent).toBeGreaterThan(0);
      const shown = failures.length > 0 ? logs.slice(0, 20) : [];
      expect({ failures: failures.slice(0, 20), logs: shown }).toEqual({ failures: [], logs: [] });
    },
  );
});
