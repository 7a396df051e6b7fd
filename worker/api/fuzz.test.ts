import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import document from "../../docs/openapi.json" with { type: "json" };
import { createGift } from "../gifts/create-gift.ts";
import { newApiKey } from "../identity/keys/key-form.ts";
import worker from "../index.ts";
import { newId, type IdPrefix } from "../lib/ids.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import {
  createRequestMaker,
  type FuzzRequest,
  type Operation,
  type Schema,
} from "../testing/fuzz/fuzz-requests.ts";
import { licenseBenefit } from "../testing/fixtures/licenses.ts";
import { payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { ORIGIN } from "../testing/clients/sign-in.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";

/** At least 5,000 in all; the routes share them. */
const REQUESTS = 5_000;
const AT_ONCE = 25;

const operations = Object.entries(
  document.paths as unknown as Record<string, Record<string, Operation>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("no request makes the API fail, and every answer is one that the document describes", async () => {
  const shop = openTestShop();
  const quiet = { send: async () => {}, sendBatch: async () => {} } as unknown as Queue;
  const unlimited = { limit: async () => ({ success: true }) };
  const fuzzEnv: Env = {
    ...shop.env,
    KEY_LIMIT: unlimited,
    LICENSE_LIMIT: unlimited,
    SYNC_QUEUE: quiet,
    WEBHOOK_QUEUE: quiet,
  };
  const makeRequest = createRequestMaker(document, await createKnownValues(shop));
  const seed = Math.floor(Math.random() * 2 ** 31);
  const each = Math.ceil(REQUESTS / operations.length);
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  let sent = 0;
  const logs = { warn: console.warn, error: console.error };
  Object.assign(console, { warn: () => {}, error: () => {} });
  try {
    for (const { path, method, operation } of operations) {
      const requests = fc.sample(makeRequest(path, method, operation), { numRuns: each, seed });
      for (let from = 0; from < requests.length; from += AT_ONCE)
        await Promise.all(
          requests.slice(from, from + AT_ONCE).map(async (request) => {
            const response = await send(fuzzEnv, method, request);
            sent++;
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
            const problem = await findProblem(operation, response);
            if (problem) problems.push(`${operation.operationId}: ${problem} ${show(request)}`);
          }),
        );
    }
  } finally {
    Object.assign(console, logs);
  }
  expect({ seed, problems: problems.slice(0, 10) }).toEqual({ seed, problems: [] });
  expect(sent).toBeGreaterThanOrEqual(REQUESTS);
  // The requests got past the guards: many were answered, not only refused.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
});

/** Creates one object of each kind, so that some requests find something. */
async function createKnownValues(shop: ReturnType<typeof openTestShop>) {
  const { userId, id: subscription, product } = await subscribe(shop);
  const order = await payForNewProduct(shop);
  await confirmCheckout(shop.asUser(order.userId), { id: order.checkout.id });
  const licensed = await shop.createPublishedProduct({ benefits: [licenseBenefit()] });
  const gift = await createGift(shop.ctx(), { userId, productId: licensed.id, note: "" });
  const idOf = async (table: string, owner: string) => {
    const statement = env.DB.prepare(`SELECT id FROM ${table} WHERE user_id = ?`).bind(owner);
    const id = await statement.first<string>("id");
    if (id === null) throw new Error(`${owner} has nothing in ${table}`);
    return id;
  };
  const prefixes: IdPrefix[] = [
    "usr",
    "ord",
    "sub",
    "lic",
    "prd",
    "prc",
    "cmp",
    "stm",
    "whe",
    "whd",
    "lnc",
  ];
  const [client, powerless] = [await createApiClient(shop), await createApiClient(shop, [])];
  return {
    ids: [
      userId,
      order.userId,
      subscription,
      product.id,
      gift.id,
      product.prices[0]!.id,
      await idOf("orders", order.userId),
      await idOf("license_keys", userId),
      "evt_1",
      "evt_999999999999999",
      ...prefixes.map((prefix) => newId(prefix, 1)),
    ],
    texts: ["export", "a", "Ann", "ann@example.com", "https://app.example/", "order.paid", "1"],
    authorization: `Bearer ${client.secret}`,
    otherAuthorizations: [
      "",
      "Bearer",
      "Basic YTpi",
      `Bearer ${powerless.secret}`,
      `Bearer ${newApiKey("test")}`,
      `Bearer ${newApiKey("live")}`,
      `Bearer ${client.secret.slice(0, -1)}`,
    ],
  };
}

async function send(fuzzEnv: Env, method: string, request: FuzzRequest): Promise<Response> {
  const { path, ...init } = request;
  const execution = createExecutionContext();
  const response = await worker.fetch(
    new Request(ORIGIN + path, { method: method.toUpperCase(), ...init }),
    fuzzEnv,
    execution,
  );
  await waitOnExecutionContext(execution);
  return response;
}

/** Returns what the document does not say about an answer; null if it says all of it. */
async function findProblem(operation: Operation, response: Response): Promise<string | null> {
  const { status } = response;
  const text = await response.text();
  if (status >= 500) return `answered ${status} ${text}`;
  const described = operation.responses[status];
  if (!described) return `answered ${status}, which is not described: ${text}`;
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  if (!described.content) return text === "" ? null : `answered ${status} with a body: ${text}`;
  const schema = described.content[type]?.schema;
  if (!schema) return `answered ${status} as ${type}, which is not described`;
  const result = validatorOf(schema).safeParse(JSON.parse(text));
  return result.success ? null : `answered ${status} ${text}: ${result.error.message}`;
}

const validators = new Map<Schema, z.ZodType>();

/** Returns the check of a schema. It refuses fields that the schema does not name. */
function validatorOf(schema: Schema): z.ZodType {
  const known = validators.get(schema);
  if (known) return known;
  const json = JSON.stringify({ ...schema, $defs: document.components.schemas })
    .replaceAll("#/components/schemas/", "#/$defs/")
    .replaceAll(
      '"type":"object","properties"',
      '"additionalProperties":false,"type":"object","properties"',
    );
  const made = z.fromJSONSchema(JSON.parse(json) as Parameters<typeof z.fromJSONSchema>[0]);
  validators.set(schema, made);
  return made;
}

function show({ path, headers, body = "" }: FuzzRequest): string {
  const { authorization: _, ...shown } = headers;
  return `${path.slice(0, 300)} ${JSON.stringify(shown)} ${body.slice(0, 300)}`;
}
