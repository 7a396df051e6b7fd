import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import worker from "@gatehouse/worker";
import type { AppEnv } from "../worker/context.ts";
import { hashLicenseKey } from "../worker/lib/license-key.ts";
import { buyLicense } from "../worker/testing/fixtures/licenses.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { ORIGIN } from "../worker/testing/clients/sign-in.ts";
import { createCountingD1 } from "../worker/testing/database/create-counting-d1.ts";
import { checkGoal, chooseSize, measure, printRatio, printTimes, ratio } from "./measure.ts";

const SIZE = chooseSize({ warmUp: 10, rounds: 60, calls: 50 });
const KEYS = chooseSize({ few: 1000, many: 1_000_000 }, { few: 10, many: 100 });
const INSERT_BATCH_SIZE = 100_000;

/**
 * Compares the cost of a validation (`POST /api/v1/licenses/validate`: guard, headers, body, schema, decision, JSON)
 * with a bare read of one row by its index, and with a minimal app that returns the same read as JSON. Rounds
 * alternate, so that a busy machine slows all candidates equally, and the ratio is the median of the rounds' ratios.
 * Creating requests and reading responses isn't timed, because that is the client's work. The rate limit is off.
 */
test("license validation against a bare one-row read", async () => {
  const shop = openTestShop();
  const { key, benefitId } = await buyLicense(shop, { activationLimit: 3 });
  const unlimited = { limit: async () => ({ success: true }) };
  const benchEnv: Env = { ...shop.env, LICENSE_LIMIT: unlimited };
  const execution = createExecutionContext();
  const body = JSON.stringify({ key, fingerprint: "device" });
  const headers = {
    "content-type": "application/json",
    // Real clients send this header, but `Request` doesn't set it.
    "content-length": String(body.length),
    "cf-connecting-ip": "192.0.2.7",
  };

  const newRequest = (path = "validate") =>
    new Request(`${ORIGIN}/api/v1/licenses/${path}`, { method: "POST", headers, body });
  const sendRequest = async (request: Request, targetEnv = benchEnv) =>
    (await worker.fetch(request, targetEnv, execution)).json();
  expect(await sendRequest(newRequest("activate"))).toMatchObject({ code: "VALID" });

  const query = env.DB.prepare("SELECT * FROM license_keys WHERE key_hash = ?");
  const keyHash = hashLicenseKey(key);
  const read = () => query.bind(keyHash).first();
  const minimalApp = new Hono<AppEnv>().post("/api/v1/licenses/validate", async (c) => {
    await c.req.json();
    return c.json({ license: await read() });
  });

  const count = createCountingD1(shop.env.DB);
  const countingEnv = { ...benchEnv, DB: count.d1 };
  let keys = (await env.DB.prepare("SELECT count(*) AS n FROM license_keys").first<number>("n"))!;
  const rowsRead: number[] = [];
  for (const size of [KEYS.few, KEYS.many]) {
    while (keys < size) {
      const missing = Math.min(INSERT_BATCH_SIZE, size - keys);
      await insertLicenseKeys(benefitId, missing);
      keys += missing;
    }
    count.take();
    expect(await sendRequest(newRequest(), countingEnv)).toMatchObject({ code: "VALID" });
    rowsRead.push(count.take().read);
    console.log(
      `rows read with ${keys.toLocaleString("en-US").padStart(9)} keys       ${rowsRead.at(-1)}`,
    );
  }
  expect(rowsRead[1]).toBe(rowsRead[0]);

  let requests: Request[] = [];
  let responses: Response[] = [];
  async function prepare() {
    for (const response of responses)
      expect(await response.json()).toMatchObject({ code: "VALID" });
    responses = [];
    requests = Array.from({ length: SIZE.calls }, () => newRequest());
  }
  const times = await measure(
    {
      "bare read": read,
      "read in a minimal app": async () => minimalApp.fetch(requests.pop()!, benchEnv, execution),
      validation: async () => {
        responses.push(await worker.fetch(requests.pop()!, benchEnv, execution));
      },
    },
    { ...SIZE, prepare },
  );
  printTimes(times);
  checkGoal("validation ÷ bare read", ratio(times["bare read"], times.validation), 0.84);
  printRatio(
    "validation ÷ read in a minimal app",
    ratio(times["read in a minimal app"], times.validation),
  );
});

/** Inserts license keys that aren't issued to anyone. */
async function insertLicenseKeys(benefitId: string, count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO license_keys (id, benefit_id, key, key_hash, origin, created_at)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
     SELECT 'lic_' || hex(randomblob(13)), ?1, hex(randomblob(16)), lower(hex(randomblob(32))), 'imported', 0 FROM numbers`,
  )
    .bind(benefitId, count)
    .run();
}
