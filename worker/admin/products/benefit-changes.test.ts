import { describe, expect, test } from "vitest";
import { monthly, openCheckoutForNewUser } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import {
  addExistingBenefit,
  addNewBenefit,
  editBenefit,
  editProduct,
  removeBenefitFromProduct,
} from "../../testing/fixtures/edit-product.ts";
import { previewBenefitRemoval, showEditableProduct } from "./show-editable-product.ts";

const feature = (name: string) => ({ type: "feature" as const, name, settings: {} });

/** Creates one user per price who bought the product, and one to whom it was gifted and who never paid. */
async function createUsersWithProduct(
  shop: TestShop,
  product: { id: string; prices: { id: string }[] },
) {
  const paid = [];
  for (const price of product.prices) {
    const { userId, checkout } = await openCheckoutForNewUser(shop, { prices: [price] });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    paid.push(userId);
  }
  const giftedUserId = await shop.createUser();
  await createGift(shop.ctx(), { userId: giftedUserId, productId: product.id, note: "A friend" });
  return [...paid, giftedUserId];
}

const namesOf = async (shop: TestShop, userId: string) =>
  (await listGrantsInForce(shop.ctx(), { userId })).map(({ benefit }) => benefit.name).toSorted();

const sell = (shop: TestShop) =>
  shop.createPublishedProduct({
    prices: [{ type: "one_time", amountMinor: 900, currency: "usd" }, monthly],
    benefits: [feature("First")],
  });

const workAll = async (shop: TestShop) => {
  while (shop.queued.length > 0) await shop.processQueue();
};

describe("a product edited after it was sold", () => {
  test("grants added benefits to all users who have it, and revokes removed ones", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const userIds = await createUsersWithProduct(shop, product);
    const { id } = await addNewBenefit(shop.ctx(), {
      productId: product.id,
      benefit: feature("Second"),
    });
    await workAll(shop);
    for (const userId of userIds) expect(await namesOf(shop, userId)).toEqual(["First", "Second"]);

    const input = { productId: product.id, benefitId: id };
    expect(await previewBenefitRemoval(shop.ctx(), input)).toEqual({ userCount: 3 });
    await removeBenefitFromProduct(shop.ctx(), input);
    await workAll(shop);
    for (const userId of userIds) expect(await namesOf(shop, userId)).toEqual(["First"]);
  });

  test("an edited product keeps a removed benefit for users who have it through another product", async () => {
    const shop = openTestShop();
    const [one, other] = [await sell(shop), await sell(shop)];
    const benefitId = one.benefits[0]!.id;
    await addExistingBenefit(shop.ctx(), { productId: other.id, benefitId });
    await workAll(shop);
    const userId = await shop.createUser();
    for (const productId of [one.id, other.id])
      await createGift(shop.ctx(), { userId, productId, note: "Both" });
    const input = { productId: one.id, benefitId };
    expect(await previewBenefitRemoval(shop.ctx(), input)).toEqual({ userCount: 0 });
    await removeBenefitFromProduct(shop.ctx(), input);
    await workAll(shop);
    expect(await namesOf(shop, userId)).toContain("First");
  });

  test("grants an added benefit to more than one page of users with gifts only", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const userIds = await Promise.all(Array.from({ length: 30 }, () => shop.createUser()));
    for (const userId of userIds)
      await createGift(shop.ctx(), { userId, productId: product.id, note: "All of them" });
    await addNewBenefit(shop.ctx(), { productId: product.id, benefit: feature("Second") });
    await workAll(shop);
    const names = await Promise.all(userIds.map((userId) => namesOf(shop, userId)));
    expect(names).toEqual(userIds.map(() => ["First", "Second"]));
  });
});

describe("a benefit", () => {
  test("a benefit is edited for all its products, and refuses an outdated version", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const [seen] = (await showEditableProduct(shop.ctx(), { id: product.id })).benefits;
    const { id: benefitId, version } = seen!;
    const edited = { productId: product.id, benefitId, version };
    const renamed = { ...feature("Renamed"), settings: { note: "A note", key: "the-key" } };
    await editBenefit(shop.ctx(), { ...edited, benefit: renamed });
    await expect(
      editBenefit(shop.ctx(), { ...edited, benefit: feature("Too late") }),
    ).rejects.toMatchObject({ code: "edit_conflict" });
    expect((await showEditableProduct(shop.ctx(), { id: product.id })).benefits).toMatchObject([
      renamed,
    ]);
  });

  test("a benefit cannot change its type", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const [seen] = (await showEditableProduct(shop.ctx(), { id: product.id })).benefits;
    const edited = { productId: product.id, benefitId: seen!.id };
    const benefit = { type: "link" as const, name: "A link", settings: {} };
    await expect(editBenefit(shop.ctx(), { ...edited, benefit })).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "benefits.0.benefit.type" }],
    });
  });

  test("a benefit can be reordered", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    await addNewBenefit(shop.ctx(), { productId: product.id, benefit: feature("Second") });
    const { benefits } = await showEditableProduct(shop.ctx(), { id: product.id });
    await editProduct(shop.ctx(), product.id, {
      benefits: benefits.map(({ id }) => ({ id })).toReversed(),
    });
    const after = await showEditableProduct(shop.ctx(), { id: product.id });
    expect(after.benefits.map(({ name }) => name)).toEqual(["Second", "First"]);
    const { items } = await listAuditEntries(shop.ctx(), { targetId: product.id });
    expect(items[0]).toMatchObject({
      action: "benefit.reordered",
      after: { benefits: after.benefits.map(({ id }) => id) },
    });
  });

  test("a benefit is refused twice in one product", async () => {
    const shop = openTestShop();
    const product = await sell(shop);
    const entry = { id: product.benefits[0]!.id };
    await expect(
      editProduct(shop.ctx(), product.id, { benefits: [entry, entry] }),
    ).rejects.toMatchObject({ code: "invalid_input", fields: [{ path: "benefits" }] });
  });
});
