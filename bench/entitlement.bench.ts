import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createLocalJWKSet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import worker from "@gatehouse/worker";
import { createGift } from "../worker/gifts/create-gift.ts";
import { listPublicKeys } from "../worker/delivery/licenses/signing-keys.ts";
import { createApiClient } from "../worker/testing/clients/api-client.ts";
import { createCountingD1 } from "../worker/testing/database/create-counting-d1.ts";
import { monthly } from "../worker/testing/fixtures/purchases.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { ORIGIN } from "../worker/testing/clients/sign-in.ts";
import { checkGoal, chooseSize, measure, median, printTimes, ratio } from "./measure.ts";

const SIZE = chooseSize({ warmUp: 10, rounds: 60, calls: 50 });
const VERIFICATIONS = chooseSize({ warmUp: 5, rounds: 20, calls: 1000 });
const CUSTOMERS = chooseSize({ few: 1000, many: 1_000_000 }, { few: 10, many: 100 });
const INSERT_BATCH_SIZE = 100_000;
const AUDIENCE = "https://app.example";

/**
 * Compares the cost of an entitlement check with its key (`GET /api/v1/entitlements/check`: guard, headers, key, rate
 * limit, query, decision, JSON) with a bare read of one row by its index. Rounds alternate, so that a busy machine
 * slows both equally, and the ratio is the median of the rounds' ratios. Creating requests and reading responses isn't
 * timed, because that is the client's work. The rate limit is off.
 */
test("entitlement check with its key against a bare one-row read", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({
    prices: [monthly],
    benefits: [{ type: "feature", name: "Export", settings: { key: "export" } }],
  });
  const give = async (userId: string) => {
    await createGift(shop.ctx(), { userId, productId: product.id, note: "" });
    return userId;
  };
  const userId = await give(await shop.createUser());
  const client = await createApiClient(shop);
  const unlimited = { limit: async () => ({ success: true }) };
  const benchEnv: Env = { ...shop.env, KEY_LIMIT: unlimited };
  const execution = createExecutionContext();
  const headers = { authorization: `Bearer ${client.secret}`, "cf-connecting-ip": "192.0.2.7" };
  const newRequest = (path = `entitlements/check?feature=export&customer=${userId}`) =>
    new Request(`${ORIGIN}/api/v1/${path}`, { headers });

  const count = createCountingD1(shop.env.DB);
  const countingEnv = { ...benchEnv, DB: count.d1 };
  await (await worker.fetch(newRequest(), countingEnv, execution)).json();
  for (const size of [CUSTOMERS.few, CUSTOMERS.many]) {
    await fillGrants(userId, size);
    for (const path of [undefined, `customers/${userId}/state`]) {
      count.take();
      const response = await worker.fetch(newRequest(path), countingEnv, execution);
      expect([response.status, await response.json()]).toMatchObject([200, {}]);
      const { read, statements } = count.take();
      const name = path ? "state" : "check";
      console.log(
        `${name} with ${size.toLocaleString("en-US").padStart(9)} customers: ${statements} statements, ${read} rows`,
      );
      const goal = path ? { statements: 4, rows: 100 } : { statements: 1, rows: 3 };
      expect(statements).toBeLessThanOrEqual(goal.statements);
      expect(read).toBeLessThanOrEqual(goal.rows);
    }
  }

  const query = env.DB.prepare("SELECT * FROM api_keys WHERE id = ?");
  let requests: Request[] = [];
  let responses: Response[] = [];
  async function prepare() {
    for (const response of responses)
      expect(await response.json()).toMatchObject({ allowed: true });
    responses = [];
    requests = Array.from({ length: SIZE.calls }, () => newRequest());
  }
  const times = await measure(
    {
      "bare read": () => query.bind(client.keyId).first(),
      "entitlement check": async () => {
        responses.push(await worker.fetch(requests.pop()!, benchEnv, execution));
      },
    },
    { ...SIZE, prepare },
  );
  printTimes(times);
  const toRead = ratio(times["bare read"], times["entitlement check"]);
  checkGoal("entitlement check ÷ bare read", toRead, 0.86);
});

/** Verifies entitlement tokens as a program does: with the key set at hand and no network. */
test("verification of entitlement tokens", async () => {
  const shop = openTestShop();
  const client = await createApiClient(shop);
  const { body } = await client.post<{ token: string }>("/entitlement-tokens", {
    customer: await shop.createUser(),
    audience: AUDIENCE,
  });
  const { config } = shop.ctx();
  const keys = createLocalJWKSet(await listPublicKeys(config));
  const options = { issuer: config.origin, audience: AUDIENCE, typ: "entitlements+jwt" };
  const { payload } = await jwtVerify(body.token, keys, options);
  expect(payload.aud).toBe(AUDIENCE);
  const { verification } = await measure(
    { verification: () => jwtVerify(body.token, keys, options) },
    VERIFICATIONS,
  );
  const perSecond = Math.round(1000 / median(verification));
  console.log(`token verifications per second            ${perSecond} (goal ≥ 5,000)`);
});

/** Gives `count` other customers a grant of the same benefit. */
async function fillGrants(userId: string, count: number): Promise<void> {
  const filled = await env.DB.prepare(
    "SELECT count(*) AS n FROM users WHERE id LIKE 'usr_bench%'",
  ).first<number>("n");
  for (let from = filled ?? 0; from < count; from += INSERT_BATCH_SIZE) {
    const to = Math.min(count, from + INSERT_BATCH_SIZE);
    const numbers = `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to - 1})`;
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO users (id, created_at, updated_at) ${numbers} SELECT 'usr_bench' || n, 0, 0 FROM numbers`,
      ),
      env.DB.prepare(
        `INSERT INTO grants (id, mode, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at)
         ${numbers} SELECT 'grt_bench' || n, mode, 'usr_bench' || n, benefit_id, product_id, 'gift', 'cmp_bench' || n, reason, 0
         FROM numbers, grants WHERE user_id = ?`,
      ).bind(userId),
    ]);
  }
}
