import type Stripe from "stripe";
import { expect, it } from "vitest";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { openPortal } from "./open-portal.ts";

const OURS = { gatehouse: "portal" };
const LIST = "GET /v1/billing_portal/configurations";

function makePortal(shop: TestShop, metadata: Stripe.MetadataParam) {
  return shop.ctx().stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
    metadata,
  });
}

/** Which configuration each portal session so far has named, and how often they were listed. */
async function asked(shop: TestShop) {
  type Asked = { requests: { method: string; path: string; params: Record<string, string> }[] };
  const { requests } = await shop.control<Asked>("requests");
  const at = (what: string) => requests.filter(({ method, path }) => `${method} ${path}` === what);
  return {
    named: at("POST /v1/billing_portal/sessions").map(({ params }) => params["configuration"]),
    lists: at(LIST).length,
  };
}

it("the portal is the one that the setup made, looked up once", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await makePortal(shop, {});
  const { id } = await makePortal(shop, OURS);
  await makePortal(shop, { gatehouse: "another" });
  await openPortal(sub.holder(), {});
  await openPortal(sub.holder(), { flow: "card" });
  expect(await asked(shop)).toEqual({ named: [id, id], lists: 1 });
});

it("each account has its own", async () => {
  const [one, two] = [openTestShop(), openTestShop()];
  const ids = [await makePortal(one, OURS), await makePortal(two, OURS)].map(({ id }) => id);
  for (const shop of [one, two]) await openPortal((await subscribe(shop)).holder(), {});
  expect([(await asked(one)).named, (await asked(two)).named]).toEqual([[ids[0]], [ids[1]]]);
});

it("none made yet, or none to be learned: the account's default, until there is one", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await openPortal(sub.holder(), {});
  const { id } = await makePortal(shop, OURS);
  await shop.control("faults", { match: LIST, times: 99, status: 400 });
  await openPortal(sub.holder(), {});
  await shop.control("faults", { match: LIST, times: 0, status: 400 });
  await openPortal(sub.holder(), {});
  expect((await asked(shop)).named).toEqual([undefined, undefined, id]);
});

it("one that was switched off is looked for again, and its successor is used", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const { configurations } = shop.ctx().stripe.billingPortal;
  const first = await makePortal(shop, OURS);
  await openPortal(sub.holder(), {});
  await configurations.update(first.id, { active: false });
  await openPortal(sub.holder(), {});
  const second = await makePortal(shop, OURS);
  await openPortal(sub.holder(), {});
  expect((await asked(shop)).named).toEqual([first.id, first.id, undefined, second.id]);
});
