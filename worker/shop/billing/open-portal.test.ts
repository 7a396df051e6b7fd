import type Stripe from "stripe";
import { expect, it } from "vitest";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { openPortal } from "./open-portal.ts";

const OUR_METADATA = { gatehouse: "portal" };
const LIST_REQUEST = "GET /v1/billing_portal/configurations";

function createPortalConfiguration(shop: TestShop, metadata: Stripe.MetadataParam) {
  return shop.ctx().stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
    metadata,
  });
}

/** Returns the configuration of each portal session so far, and how often configurations were listed. */
async function countPortalRequests(shop: TestShop) {
  type Asked = { requests: { method: string; path: string; params: Record<string, string> }[] };
  const { requests } = await shop.control<Asked>("requests");
  const at = (what: string) => requests.filter(({ method, path }) => `${method} ${path}` === what);
  return {
    named: at("POST /v1/billing_portal/sessions").map(({ params }) => params["configuration"]),
    lists: at(LIST_REQUEST).length,
  };
}

it("the portal uses the configuration created by the setup, looked up once", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await createPortalConfiguration(shop, {});
  const { id } = await createPortalConfiguration(shop, OUR_METADATA);
  await createPortalConfiguration(shop, { gatehouse: "another" });
  await openPortal(sub.userContext(), {});
  await openPortal(sub.userContext(), { flow: "card" });
  expect(await countPortalRequests(shop)).toEqual({ named: [id, id], lists: 1 });
});

it("each Stripe account has its own configuration", async () => {
  const [one, two] = [openTestShop(), openTestShop()];
  const ids = [
    await createPortalConfiguration(one, OUR_METADATA),
    await createPortalConfiguration(two, OUR_METADATA),
  ].map(({ id }) => id);
  for (const shop of [one, two]) await openPortal((await subscribe(shop)).userContext(), {});
  expect([(await countPortalRequests(one)).named, (await countPortalRequests(two)).named]).toEqual([
    [ids[0]],
    [ids[1]],
  ]);
});

it("the account's default is used until our configuration exists and can be listed", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await openPortal(sub.userContext(), {});
  const { id } = await createPortalConfiguration(shop, OUR_METADATA);
  await shop.control("faults", { match: LIST_REQUEST, times: 99, status: 400 });
  await openPortal(sub.userContext(), {});
  await shop.control("faults", { match: LIST_REQUEST, times: 0, status: 400 });
  await openPortal(sub.userContext(), {});
  expect((await countPortalRequests(shop)).named).toEqual([undefined, undefined, id]);
});

it("a deactivated configuration is looked up again, and its replacement is used", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const { configurations } = shop.ctx().stripe.billingPortal;
  const first = await createPortalConfiguration(shop, OUR_METADATA);
  await openPortal(sub.userContext(), {});
  await configurations.update(first.id, { active: false });
  await openPortal(sub.userContext(), {});
  const second = await createPortalConfiguration(shop, OUR_METADATA);
  await openPortal(sub.userContext(), {});
  expect((await countPortalRequests(shop)).named).toEqual([
    first.id,
    first.id,
    undefined,
    second.id,
  ]);
});

it("the portal is in the user's language, or in the browser's where Stripe does not have it", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  for (const locale of ["ja", "ar"] as const)
    await openPortal({ ...sub.userContext(), locale }, {});
  type Asked = { requests: { path: string; params: Record<string, string> }[] };
  const { requests } = await shop.control<Asked>("requests");
  expect(
    requests.flatMap(({ path, params }) =>
      path === "/v1/billing_portal/sessions" ? [params["locale"]] : [],
    ),
  ).toEqual(["ja", "auto"]);
});
