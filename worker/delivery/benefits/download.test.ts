import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { showBenefits } from "./strategies.ts";
import type { NewProduct } from "../../admin/products/schema.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { showLibrary } from "../library/show-library.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { createFile } from "../../admin/files/create-file.ts";
import { createDownloadLink } from "../downloads/download-link.ts";
import { archiveFile, renameFile, withdrawVersion } from "../../admin/files/edit-file.ts";
import { addFileVersion } from "../../admin/files/add-file-version.ts";

const download = { type: "download", name: "The files", settings: {} } as const;

/** Adds a file with one version to a product's first benefit. */
async function addFile(shop: TestShop, product: { benefits: { id: string }[] }, name = "Handbook") {
  const file = await createFile(shop.ctx(), { benefitId: product.benefits[0]!.id, name });
  return { ...file, version: await addVersion(shop, file.id, "1.0") };
}

async function addVersion(shop: TestShop, fileId: string, label: string) {
  const about = { label, fileName: "a.txt", contentType: "text/plain", size: 1 };
  return addFileVersion(shop.ctx(), { ...about, fileId, body: new Blob(["x"]).stream() });
}

/** Returns the names of the files in the user's library, and whether they can get a link to this version. */
async function showFilesAndLink(ctx: ReturnType<TestShop["asUser"]>, versionId: string) {
  const entries = await showLibrary(ctx, { userId: ctx.actor.userId });
  const names = entries
    .flatMap(({ benefits }) => benefits)
    .flatMap((benefit) => (benefit.type === "download" ? benefit.files : []))
    .map(({ name }) => name);
  const link = await createDownloadLink(ctx, { id: versionId }).catch((error: Error) => error);
  return { names, hasLink: "url" in link };
}

const open = { names: ["Handbook"], hasLink: true };
const closed = { names: [], hasLink: false };

/** Creates a user who paid for a product with a file. Returns functions to sync and to read the charge and access. */
async function buyDownload(shop: TestShop, product: Partial<NewProduct> = {}) {
  const paid = await payForNewProduct(shop, { benefits: [download], ...product });
  const { version } = await addFile(shop, paid.product);
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: paid.customerId, force: true });
  const charge = async () => (await shop.ctx().stripe.charges.list()).data[0]!.id;
  const seen = () => showFilesAndLink(shop.asUser(paid.userId), version.id);
  return { ...paid, version, sync, charge, seen };
}

describe("a user with a one-time purchase", () => {
  test("a user with a one-time purchase has the files from the payment to the full refund", async () => {
    const shop = openTestShop();
    const { seen, sync, charge } = await buyDownload(shop);
    expect(await seen()).toEqual(closed);
    await sync();
    expect(await seen()).toEqual(open);
    const { refunds } = shop.ctx().stripe;
    await refunds.create({ charge: await charge(), amount: 100 });
    await sync();
    expect(await seen()).toEqual(open);
    await refunds.create({ charge: await charge() });
    await sync();
    expect(await seen()).toEqual(closed);
  });

  test("a buyer loses the files while a dispute is open and gets them back when it is won", async () => {
    const shop = openTestShop();
    const { seen, sync, charge } = await buyDownload(shop);
    await sync();
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: await charge() });
    await sync();
    expect(await seen()).toEqual(closed);
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    expect(await seen()).toEqual(open);
  });

  test("a user with a one-time purchase gets files added after the purchase immediately", async () => {
    const shop = openTestShop();
    const { seen, sync, product } = await buyDownload(shop);
    await sync();
    const { version } = await addFile(shop, product, "Addendum");
    expect((await seen()).names).toEqual(["Handbook", "Addendum"]);
    expect(version.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a user with a one-time purchase loses a benefit removed from the product at the next sync", async () => {
    const shop = openTestShop();
    const { seen, sync, product } = await buyDownload(shop);
    await sync();
    await shop.env.DB.prepare("DELETE FROM product_benefits WHERE product_id = ?")
      .bind(product.id)
      .run();
    expect(await seen()).toEqual(open);
    await sync();
    expect(await seen()).toEqual(closed);
  });
});

describe("a user with a subscription", () => {
  test("a user with a subscription has the files until the subscription lapses", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits: [download] });
    const { version } = await addFile(shop, sub.product);
    const seen = () => showFilesAndLink(sub.userContext(), version.id);
    expect(await seen()).toEqual(open);
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      cancel_at_period_end: true,
    });
    await sub.advanceDays(20);
    expect(await seen()).toEqual(open);
    await sub.advanceDays(20);
    expect(await seen()).toEqual(closed);
  });

  test("a user with a subscription gets the new plan's files and loses the old plan's after a plan change", async () => {
    const shop = openTestShop();
    const planGroup = `g-${crypto.randomUUID()}`;
    const group = { planGroup, benefits: [download] };
    const sub = await subscribe(shop, { ...group, prices: [monthly] });
    const plus = await shop.createPublishedProduct({
      ...group,
      prices: [{ ...monthly, amountMinor: 1900 }],
    });
    const before = await addFile(shop, sub.product);
    const after = await addFile(shop, plus, "Film");
    const preview = await previewPlanChange(sub.userContext(), {
      id: sub.id,
      priceId: plus.prices[0]!.id,
    });
    await changePlan(sub.userContext(), { id: sub.id, ...preview });
    const names = ["Film"];
    expect(await showFilesAndLink(sub.userContext(), before.version.id)).toEqual({
      names,
      hasLink: false,
    });
    expect(await showFilesAndLink(sub.userContext(), after.version.id)).toEqual({
      names,
      hasLink: true,
    });
  });
});

describe("the library", () => {
  const shop = openTestShop();

  /** Returns the files in the user's library. */
  async function filesSeenBy(userId: string) {
    const held = await listGrantsInForce(shop.ctx(), { userId });
    const owned = await showBenefits(shop.ctx(), held);
    return owned.flatMap((benefit) => (benefit.type === "download" ? benefit.files : []));
  }

  test("the library lists the newest version of each file in the seller's order, with older versions", async () => {
    const {
      fileId,
      addVersion: add,
      addFile: another,
      createUserWithAccess,
      sha256,
    } = await createFileProduct(shop);
    const { userId } = await createUserWithAccess();
    const second = await another("Map");
    await add("map", { label: "1.0", fileName: "map.pdf" }, second.id);
    await another("Nothing in it yet");
    await add("the second edition", { label: "2.0" });
    await renameFile(shop.ctx(), { id: fileId, name: "Handbook" });
    expect(await filesSeenBy(userId)).toMatchObject([
      {
        name: "Handbook",
        newest: { label: "2.0", size: 18 },
        older: [{ label: "", size: 10, sha256 }],
      },
      { name: "Map", newest: { label: "1.0", fileName: "map.pdf", size: 3 }, older: [] },
    ]);
  });

  test("the library does not list withdrawn versions or archived files", async () => {
    const {
      fileId,
      versionId,
      addVersion: add,
      createUserWithAccess,
    } = await createFileProduct(shop);
    const { userId } = await createUserWithAccess();
    const second = await add("the second edition", { label: "2.0" });
    await withdrawVersion(shop.ctx(), { id: second.id });
    expect(await filesSeenBy(userId)).toMatchObject([{ newest: { id: versionId }, older: [] }]);
    await archiveFile(shop.ctx(), { id: fileId });
    expect(await filesSeenBy(userId)).toEqual([]);
  });
});
