import { expect, it } from "vitest";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import type { PlanPreview } from "../../billing/preview-plan-change.ts";
import type { showBilling } from "./show-billing.ts";

type Billing = Awaited<ReturnType<typeof showBilling>>;

const seats = { ...monthly, model: "per_seat" } as const;

const json = (method: string, body: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Returns a signed-in user who has bought seats, using only HTTP requests. */
async function createSeatBuyer(shop: TestShop) {
  const { prices } = await shop.createPublishedProduct({ prices: [seats] });
  const buyer = await createSignedInUser({ env: shop.env });
  const body = { priceId: prices[0]!.id, quantity: 2 };
  const checkout = await buyer.json<{ id: string; url: string }>(
    "/api/me/checkouts",
    json("POST", body),
  );
  await shop.pay(checkout.url);
  await confirmCheckout(shop.asUser(buyer.userId), { id: checkout.id });
  const { subscriptions } = await buyer.json<Billing>("/api/me/billing");
  return { buyer, path: `/api/me/subscriptions/${subscriptions[0]!.id}` };
}

it("every change returns the updated billing data", async () => {
  const { buyer, path } = await createSeatBuyer(openTestShop());
  const act = async (method: string, noun: string, body?: object) => {
    const init = body ? json(method, body) : { method };
    const { subscriptions } = await buyer.json<Billing>(`${path}/${noun}`, init);
    return subscriptions[0]!;
  };
  const preview = await buyer.json<PlanPreview>(`${path}/plan-change?quantity=4`);
  expect(preview).toMatchObject({ quantity: 4, next: { amountMinor: 3600 } });
  const { prorationDate } = preview;
  expect((await act("PUT", "quantity", { quantity: 4, prorationDate })).price).toMatchObject({
    quantity: 4,
  });
  expect((await act("POST", "pause")).next.kind).toBe("paused");
  expect((await act("DELETE", "pause")).next.kind).toBe("renews");
  expect((await act("POST", "cancellation")).next.kind).toBe("ends");
  expect((await act("DELETE", "cancellation")).next.kind).toBe("renews");
  expect((await act("POST", "end")).next.kind).toBe("ended");
  const page = await buyer.json<{ invoices: unknown[] }>("/api/me/invoices?limit=1");
  expect(page.invoices).toHaveLength(1);
  const portal = await buyer.fetch("/api/me/billing/portal", json("POST", { flow: "card" }));
  expect(portal.status).toBe(201);
});

it("unknown fields, zero seats, too many seats and invalid cursors are refused", async () => {
  const { buyer, path } = await createSeatBuyer(openTestShop());
  const prorationDate = Date.now();
  const refused = [
    [`${path}/quantity`, json("PUT", { quantity: 0, prorationDate })],
    [`${path}/quantity`, json("PUT", { quantity: 1000, prorationDate })],
    [`${path}/quantity`, json("PUT", { quantity: 3 })],
    [`${path}/plan-change`, json("POST", { priceId: "prc_a", prorationDate, amount: 1 })],
    [`${path}/plan-change?quantity=many`, undefined],
    ["/api/me/invoices?cursor=../charges", undefined],
    ["/api/me/invoices?limit=101", undefined],
    [`${path}/cancellation`, json("POST", { feedback: "no reason of Stripe's" })],
    [`${path}/end`, json("POST", { comment: "a".repeat(1001) })],
    [
      "/api/me/billing/portal",
      json("POST", { flow: "anything", returnUrl: "https://evil.example" }),
    ],
  ] as const;
  const answers = await Promise.all(
    refused.map(async ([where, init]) => `${(await buyer.fetch(where, init)).status} ${where}`),
  );
  expect(answers).toEqual(refused.map(([where]) => `422 ${where}`));
});

it("visitors get 401", async () => {
  const shop = openTestShop();
  const visitor = openBrowser({ env: shop.env });
  const sub = "/api/me/subscriptions/sub_a";
  const closed = [
    ["GET", "/api/me/billing"],
    ["GET", "/api/me/invoices"],
    ["POST", "/api/me/billing/portal"],
    ["POST", `${sub}/cancellation`],
    ["POST", `${sub}/end`],
    ["POST", `${sub}/pause`],
    ["DELETE", `${sub}/pause`],
    ["GET", `${sub}/plan-change?quantity=2`],
    ["POST", `${sub}/plan-change`],
    ["PUT", `${sub}/quantity`],
  ] as const;
  const answers = await Promise.all(
    closed.map(async ([method, path]) => (await visitor.fetch(path, { method })).status),
  );
  expect(answers).toEqual(closed.map(() => 401));
});
