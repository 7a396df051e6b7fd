import type Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

it("a list has the active prices, unless it asks for the inactive ones", async () => {
  const { stripe, price } = createTestAccount(sandbox);
  const [offered, archived] = [await price(900), await price(1900)];
  await stripe.prices.update(archived.id, { active: false, lookup_key: "old" });
  const idsOf = async (params: Stripe.PriceListParams) =>
    (await stripe.prices.list(params)).data.map(({ id }) => id);
  expect(await idsOf({})).toEqual([offered.id]);
  expect(await idsOf({ active: true })).toEqual([offered.id]);
  expect(await idsOf({ active: false })).toEqual([archived.id]);
  expect(await idsOf({ lookup_keys: ["old"] })).toEqual([]);
  expect(await idsOf({ lookup_keys: ["old"], active: false })).toEqual([archived.id]);
});

it.each([
  ["year", 3],
  ["month", 36],
  ["week", 156],
  ["day", 1095],
] as const)("a price per %s is charged at least every three years (%i)", async (interval, most) => {
  const { stripe, price } = createTestAccount(sandbox);
  const { product } = await price(900);
  const create = (count: number) =>
    stripe.prices.create({
      product: product as string,
      currency: "usd",
      unit_amount: 900,
      recurring: { interval, interval_count: count },
    });
  expect((await create(most)).recurring).toMatchObject({ interval, interval_count: most });
  await expect(create(most + 1)).rejects.toMatchObject({ param: "recurring[interval_count]" });
});
