import { describe, expect, it } from "vitest";
import { openTestShop, signWebhook, WEBHOOK_SECRET, type TestShop } from "../../testing/shop.ts";

/** Delivers a correctly signed body, whatever it is. */
async function deliverSigned(shop: TestShop, body: string): Promise<Response> {
  const signature = await signWebhook(body);
  return shop.deliver({} as never, { body, signature });
}

const valid = {
  id: "evt_malformed",
  object: "event",
  type: "customer.updated",
  created: 1_790_000_000,
  livemode: false,
  data: { object: { object: "customer", id: "cus_1" } },
};

describe("a signed event that is malformed answers below 500", () => {
  it.each([
    ["null", null],
    ["a list", []],
    ["a text", "event"],
    ["a number", 7],
    ["nothing in it", {}],
    ["no id", { ...valid, id: undefined }],
    ["an id that is a list", { ...valid, id: ["evt_1"] }],
    ["an id with a null byte", { ...valid, id: "evt_\0" }],
    ["an id with half a character", { ...valid, id: "evt_\ud800" }],
    ["no type", { ...valid, type: null }],
    ["a type that is an object", { ...valid, type: {} }],
    ["a time that is a text", { ...valid, created: "now" }],
    ["a time far away", { ...valid, created: 1e300 }],
    ["no mode", { ...valid, livemode: undefined }],
    ["no data", { ...valid, data: undefined }],
    ["data that is null", { ...valid, data: null }],
    ["an object that is null", { ...valid, data: { object: null } }],
    ["an object that is a text", { ...valid, data: { object: "cus_1" } }],
    [
      "a thin event without an id",
      { ...valid, object: "v2.core.event", id: undefined, data: undefined },
    ],
  ])("%s", async (_, event) => {
    const response = await deliverSigned(openTestShop(), JSON.stringify(event));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });

  it.each([
    ["a customer that is a number", { object: "invoice", customer: 7 }],
    ["a customer with a null byte", { object: "invoice", customer: "cus_\0" }],
    ["a customer of 10,000 characters", { object: "invoice", customer: "c".repeat(10_000) }],
    ["a customer object without an id", { object: "customer" }],
    ["a payment that is a list", { object: "charge", payment_intent: [[]] }],
    ["a product with half a character", { object: "price", product: "prod_\ud800" }],
  ])("a signed event is stored without what is odd: %s", async (_, object) => {
    const id = `evt_${crypto.randomUUID().replaceAll("-", "")}`;
    const response = await deliverSigned(
      openTestShop(),
      JSON.stringify({ ...valid, id, data: { object } }),
    );
    expect(response.status).toBe(200);
  });

  it.each(["", "{", "\u0000", '{"id":', "[".repeat(100_000)])(
    "a body that is no JSON is answered below 500: %j",
    async (body) => {
      const { status } = await deliverSigned(openTestShop(), body);
      expect([400, 422]).toContain(status);
    },
  );
});

describe("a signature with two times is refused", () => {
  it.each(["before", "after"])(
    "a signature with another time %s the signed one is refused",
    async (place) => {
      const shop = openTestShop();
      const body = JSON.stringify(valid);
      const signature = await signWebhook(body, Date.now(), WEBHOOK_SECRET);
      const other = `t=${Math.floor(Date.now() / 1000)}`;
      for (const header of [`${other},`, `${other} ,`].map((extra) =>
        place === "before" ? `${extra}${signature}` : `${signature},${extra.slice(0, -1)}`,
      )) {
        const response = await shop.deliver({} as never, { body, signature: header });
        expect(await response.json()).toMatchObject({ status: 400, code: "webhook_signature" });
      }
    },
  );
});
