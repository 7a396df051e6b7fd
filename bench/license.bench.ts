import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "../worker/context.ts";
import worker from "../worker/index.ts";
import { hashLicenseKey } from "../worker/lib/license-key.ts";
import { buyLicense } from "../worker/testing/licenses.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { ORIGIN } from "../worker/testing/sign-in.ts";
import { countRows } from "./create-counting-d1.ts";
import { measure, printTimes, ratio } from "./measure.ts";

const SIZE = { warmUp: 10, rounds: 60, calls: 50 };
const STEP = 100_000;

/**
 * What a validation costs: `POST /api/v1/licenses/validate` (guard, headers, body, schema, decision, JSON) against a bare
 * read of one row by its index, and against the same read answered as JSON by an app with nothing else in it. Rounds
 * alternate, so that a busy machine slows all alike, and the ratio is the median of the rounds' ratios. Requests are made
 * before the clock runs, and answers read after it: both are the asking application's work. The limit of requests is
 * lifted: it would stop the bench.
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
    // As every client says over the wire, and a request that is made here does not.
    "content-length": String(body.length),
    "cf-connecting-ip": "192.0.2.7",
  };

  const newRequest = (path = "validate") =>
    new Request(`${ORIGIN}/api/v1/licenses/${path}`, { method: "POST", headers, body });
  const ask = async (request: Request, asked = benchEnv) =>
    (await worker.fetch(request, asked, execution)).json();
  expect(await ask(newRequest("activate"))).toMatchObject({ code: "VALID" });

  const query = env.DB.prepare("SELECT * FROM license_keys WHERE key_hash = ?");
  const keyHash = hashLicenseKey(key);
  const read = () => query.bind(keyHash).first();
  const empty = new Hono<AppEnv>().post("/api/v1/licenses/validate", async (c) => {
    await c.req.json();
    return c.json({ license: await read() });
  });

  const count = countRows(shop.env.DB);
  const counted = { ...benchEnv, DB: count.d1 };
  let keys = (await env.DB.prepare("SELECT count(*) AS n FROM license_keys").first<number>("n"))!;
  const rowsRead: number[] = [];
  for (const size of [1000, 1_000_000]) {
    while (keys < size) {
      const more = Math.min(STEP, size - keys);
      await fill(benefitId, more);
      keys += more;
    }
    count.take();
    expect(await ask(newRequest(), counted)).toMatchObject({ code: "VALID" });
    rowsRead.push(count.take().read);
    console.log(
      `rows read with ${keys.toLocaleString("en-US").padStart(9)} keys       ${rowsRead.at(-1)}`,
    );
  }
  expect(rowsRead[1]).toBe(rowsRead[0]);

  let requests: Request[] = [];
  let answers: Response[] = [];
  async function prepare() {
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code: "VALID" });
    answers = [];
    requests = Array.from({ length: SIZE.calls }, () => newRequest());
  }
  const times = await measure(
    {
      "bare read": read,
      "an empty app's read": async () => empty.fetch(requests.pop()!, benchEnv, execution),
      validation: async () => {
        answers.push(await worker.fetch(requests.pop()!, benchEnv, execution));
      },
    },
    { ...SIZE, prepare },
  );
  printTimes(times);
  const toRead = ratio(times["bare read"], times.validation).toFixed(2);
  const toEmpty = ratio(times["an empty app's read"], times.validation).toFixed(2);
  console.log(`validation ÷ bare read                    ${toRead} (goal ≥ 0.80)`);
  console.log(`validation ÷ an empty app's read          ${toEmpty}`);
});

/** Keys that nobody holds. */
async function fill(benefitId: string, more: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO license_keys (id, benefit_id, key, key_hash, origin, created_at)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
     SELECT 'lic_' || hex(randomblob(13)), ?1, hex(randomblob(16)), lower(hex(randomblob(32))), 'imported', 0 FROM numbers`,
  )
    .bind(benefitId, more)
    .run();
}
