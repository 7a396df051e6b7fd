import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import document from "../../docs/openapi.json" with { type: "json" };
import { createGatehouse } from "../../packages/client/src/client.ts";
import worker from "../index.ts";
import { ORIGIN } from "../testing/clients/sign-in.ts";
import { listCalls, type ApiDocument, type Call } from "../shared/api-document.ts";
import { toCurl, toPython, toTypeScript } from "../shared/api-examples.ts";
import { createCheckoutLink } from "../checkout/create-checkout-link.ts";
import { createPermanentLink } from "../checkout/save-permanent-link.ts";
import { createGift } from "../gifts/create-gift.ts";
import { createApiClient, openApiClient, type ApiClient } from "../testing/clients/api-client.ts";
import { insertTestEvents, openReceiver } from "../testing/fakes/webhooks.ts";
import { buyLicense } from "../testing/fixtures/licenses.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { createStatement } from "../testing/fixtures/statements.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop } from "../testing/shop.ts";
import { deliverEvents } from "../webhooks/deliver-events.ts";
import { createEndpoint } from "../webhooks/endpoints.ts";
import { newEndpoint } from "../webhooks/schema.ts";

const shop = openTestShop();
const reference = document as unknown as ApiDocument;
let client: ApiClient;
/** What stands in the examples, and what the shop of this test has in its place. */
let replacements: [example: string, real: string][];

/** Makes everything that the examples name. */
async function openShop() {
  client = await createApiClient(shop);
  const { userId, key, product } = await buyLicense(shop, { activationLimit: 3 });
  const subscription = await subscribe(
    shop,
    { prices: [{ ...monthly, model: "per_seat" as const }] },
    { quantity: 3 },
  );
  const { id: gift } = await createGift(shop.ctx(), { userId, productId: product.id, note: "" });
  const { id: link } = await createCheckoutLink(shop.ctx(), { priceId: product.prices[0]!.id });
  const { id: permanentLink } = await createPermanentLink(shop.ctx(), {
    priceId: product.prices[0]!.id,
  });
  const { id: endpoint } = await createEndpoint(
    shop.ctx(),
    newEndpoint.parse({ url: openReceiver().url }),
  );
  const [sequence] = await insertTestEvents(shop.ctx(), [userId]);
  await deliverEvents(shop.ctx(), { endpointId: endpoint, limit: 1 });
  const idOf = (table: string, column: string, value: string) =>
    env.DB.prepare(`SELECT id FROM ${table} WHERE ${column} = ?`).bind(value).first<string>("id");
  const ids = {
    usr: userId,
    prd: product.id,
    ord: await idOf("orders", "user_id", userId),
    sub: subscription.id,
    lic: await idOf("license_keys", "user_id", userId),
    cmp: gift,
    stm: await createStatement(shop.ctx().db, { userId }),
    lnc: link,
    lnp: permanentLink,
    prc: product.prices[0]!.id,
    whe: endpoint,
    whd: await idOf("webhook_deliveries", "endpoint_id", endpoint),
  };
  replacements = [
    ...Object.entries(ids).map(([prefix, id]): [string, string] => [
      `${prefix}_01kb2z8q3mh7w5t0d9x6n4c1rv`,
      id!,
    ]),
    ["evt_1042", `evt_${sequence}`],
    ["TIDE-7Q2M8-XK4RN-9D3WT-5HCVB", key],
    // The tests share a database, where one customer can have it.
    ["user-7712", userId],
  ];
}

/** Puts the ids of the shop into an example. */
const fill = (text: string) =>
  replacements.reduce((filled, [example, real]) => filled.replaceAll(example, real), text);

/** Sends what a command says. */
async function runCurl(command: string): Promise<number> {
  const [, method = "GET", path] =
    /^curl (?:-X (\w+) )?"\$GATEHOUSE_URL\/api\/v1([^"]+)"/.exec(command) ?? [];
  const [, body] = /-d '(.*)'$/s.exec(command) ?? [];
  const sender = command.includes("Bearer $GATEHOUSE_KEY") ? client : openApiClient(shop.env, "");
  return (await sender.send(method, path!, body && JSON.parse(body))).status;
}

/** Calls the client as a line of TypeScript does: its last argument is JSON, except for the quotes. */
async function runTypeScript(line: string): Promise<number> {
  const [, method, path, options = "{}"] =
    /await shop\.(\w+)\("([^"]+)"(?:, (\{.*\}))?\);$/s.exec(line) ?? [];
  const gatehouse = createGatehouse({ url: ORIGIN, key: client.secret, fetch: askShop });
  const send = gatehouse[method as "GET"] as (
    path: string,
    options: object,
  ) => Promise<{ response: Response }>;
  const sent = JSON.parse(options.replaceAll(/^( +)(\w+):/gm, '$1"$2":')) as object;
  return (await send(path!, sent)).response.status;
}

/** Sends what a call of `requests` says: its values are JSON, except for the names of constants. */
async function runPython(code: string): Promise<number> {
  const [, method = "", path = ""] =
    /^response = requests\.(\w+)\(\n {4}f"\{GATEHOUSE_URL\}\/api\/v1([^"]+)"/.exec(code) ?? [];
  const read = (name: string) => {
    const [, value] = new RegExp(`^    ${name}=(\\{[\\s\\S]*?^    \\}),$`, "m").exec(code) ?? [];
    return value && (JSON.parse(toJson(value)) as Record<string, string>);
  };
  const params = read("params");
  const query = params ? `?${new URLSearchParams(params).toString()}` : "";
  const sender = code.includes("Bearer {GATEHOUSE_KEY}") ? client : openApiClient(shop.env, "");
  return (await sender.send(method.toUpperCase(), `${path}${query}`, read("json"))).status;
}

const toJson = (python: string) =>
  python
    .replaceAll(/,(?=\n *[}\]])/g, "")
    .replaceAll(/(: |^ +)(True|False|None)$/gm, (_, before: string, constant: string) =>
      before.concat({ True: "true", False: "false", None: "null" }[constant] ?? ""),
    );

async function askShop(request: Request): Promise<Response> {
  const execution = createExecutionContext();
  const response = await worker.fetch(request as never, shop.env, execution);
  await waitOnExecutionContext(execution);
  return response;
}

// What ends something comes last, and a license is replaced when it is enabled again.
const rank = ({ method, path }: Call) =>
  path.endsWith("/rotation") ? 2 : Number(method === "delete");

test.each<[string, (call: Call, document: ApiDocument) => string, typeof runCurl]>([
  ["curl", toCurl, runCurl],
  ["TypeScript", toTypeScript, runTypeScript],
  ["Python", toPython, runPython],
])(
  "each example in %s is answered with a success, with the ids of a shop",
  async (_, write, run) => {
    await openShop();
    const calls = listCalls(reference).toSorted((a, b) => rank(a) - rank(b));
    expect(calls.length).toBeGreaterThan(40);
    const refused = [];
    for (const call of calls) {
      const example = fill(write(call, reference));
      const status = await run(example);
      if (status < 200 || status > 299) refused.push([status, example]);
    }
    expect(refused).toEqual([]);
  },
);
