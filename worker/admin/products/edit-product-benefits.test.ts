import { describe, expect, test } from "vitest";
import { monthly, openForNewBuyer } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { confirmCheckout } from "../../shop/checkout/confirm-checkout.ts";
import { giveComp } from "../gifts/create-gift.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { editBenefit } from "./edit-benefit.ts";
import {
  addNewBenefit,
  orderBenefits,
  shareBenefit,
  takeBenefit,
} from "./edit-product-benefits.ts";
import { previewRemoval, showEditedProduct } from "./show-editable-product.ts";

const feature = (name: string) => ({ type: "feature" as const, name, settings: {} });

/** Somebody who bought it, somebody who subscribed, and somebody to whom it was given and who never paid. */
async function holdersOf(shop: TestShop, product: { id: string; prices: { id: string }[] }) {
  const paid = [];
  for (const price of product.prices) {
    const { userId, checkout } = await openForNewBuyer(shop, { prices: [price] });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.as(userId), { id: checkout.id });
    paid.push(userId);
  }
  const given = await shop.newBuyer();
  await giveComp(shop.ctx(), { userId: given, productId: product.id, note: "A friend" });
  return [...paid, given];
}

const namesOf = async (shop: TestShop, userId: string) =>
  (await listGrantedBenefits(shop.ctx(), { userId })).map(({ benefit }) => benefit.name).toSorted();

const sell = (shop: TestShop) =>
  shop.sell({
    prices: [{ type: "one_time", amountMinor: 900, currency: "usd" }, monthly],
    benefits: [feature("First")],
  });

const workAll = async (shop: TestShop) => {
  while (shop.queued.length > 0) await shop.work();
};

describe("a product edited after it was sold", () => {
  test("gives what was added to all who have it, and takes what was removed", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const holders = await holdersOf(shop, product);
    const { id } = await addNewBenefit(shop.ctx(), {
      productId: product.id,
      benefit: feature("Second"),
    });
    await workAll(shop);
    for (const userId of holders) expect(await namesOf(shop, userId)).toEqual(["First", "Second"]);

    const input = { productId: product.id, benefitId: id };
    expect(await previewRemoval(shop.ctx(), input)).toEqual({ people: 3 });
    await takeBenefit(shop.ctx(), input);
    await workAll(shop);
    for (const userId of holders) expect(await namesOf(shop, userId)).toEqual(["First"]);
  });

  test("takes nothing from who has the same benefit by another product", async () => {
    const shop = openTestShop();
    const [one, other] = [await sell(shop), await sell(shop)];
    const benefitId = one.benefits[0]!.id;
    await shareBenefit(shop.ctx(), { productId: other.id, benefitId });
    await workAll(shop);
    const userId = await shop.newBuyer();
    for (const productId of [one.id, other.id])
      await giveComp(shop.ctx(), { userId, productId, note: "Both" });
    const input = { productId: one.id, benefitId };
    expect(await previewRemoval(shop.ctx(), input)).toEqual({ people: 0 });
    await takeBenefit(shop.ctx(), input);
    await workAll(shop);
    expect(await namesOf(shop, userId)).toContain("First");
  });

  test("gives it to many who were given it and never paid, a page of them at a time", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const people = await Promise.all(Array.from({ length: 30 }, () => shop.newBuyer()));
    for (const userId of people)
      await giveComp(shop.ctx(), { userId, productId: product.id, note: "All of them" });
    await addNewBenefit(shop.ctx(), { productId: product.id, benefit: feature("Second") });
    await workAll(shop);
    const names = await Promise.all(people.map((userId) => namesOf(shop, userId)));
    expect(names).toEqual(people.map(() => ["First", "Second"]));
  });
});

describe("a benefit", () => {
  test("is edited for all products that have it, from the version that was seen", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const [seen] = (await showEditedProduct(shop.ctx(), { id: product.id })).benefits;
    const { id, version } = seen!;
    const renamed = { ...feature("Renamed"), settings: { note: "A note", key: "the-key" } };
    await editBenefit(shop.ctx(), { id, benefit: renamed, version });
    await expect(
      editBenefit(shop.ctx(), { id, benefit: feature("Too late"), version }),
    ).rejects.toMatchObject({ code: "edit_conflict" });
    expect((await showEditedProduct(shop.ctx(), { id: product.id })).benefits).toMatchObject([
      renamed,
    ]);
  });

  test("keeps its type", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const [seen] = (await showEditedProduct(shop.ctx(), { id: product.id })).benefits;
    const { id, version } = seen!;
    const benefit = { type: "link" as const, name: "A link", settings: {} };
    await expect(editBenefit(shop.ctx(), { id, benefit, version })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("is put in another place; an order of others is refused", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    await addNewBenefit(shop.ctx(), { productId: product.id, benefit: feature("Second") });
    const { benefits } = await showEditedProduct(shop.ctx(), { id: product.id });
    const ids = benefits.map(({ id }) => id).toReversed();
    await orderBenefits(shop.ctx(), { productId: product.id, ids });
    const after = await showEditedProduct(shop.ctx(), { id: product.id });
    expect(after.benefits.map(({ name }) => name)).toEqual(["Second", "First"]);
    await expect(
      orderBenefits(shop.ctx(), { productId: product.id, ids: ids.slice(1) }),
    ).rejects.toMatchObject({ code: "edit_conflict" });
  });
});
