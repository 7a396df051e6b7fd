import type Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { sellFile } from "../../testing/downloads.ts";
import { monthly, payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { showBenefits } from "../benefits/strategies.ts";
import type { NewProduct } from "../../catalog/schema.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { showLibrary } from "../library/show-library.ts";
import { changePlan } from "../../shop/billing/change-plan.ts";
import { previewPlan } from "../../shop/billing/preview-plan-change.ts";
import { createFile } from "../../admin/files/create-file.ts";
import { createLink } from "./create-download-link.ts";
import { archiveFile, renameFile, withdrawVersion } from "../../admin/files/edit-file.ts";
import { addFileVersion } from "../../admin/files/add-file-version.ts";

const download = { type: "download", name: "The files", settings: {} } as const;

/** Gives a product's first benefit a file of one version. */
async function addFile(shop: TestShop, product: { benefits: { id: string }[] }, name = "Handbook") {
  const file = await createFile(shop.ctx(), { benefitId: product.benefits[0]!.id, name });
  return { ...file, version: await addVersion(shop, file.id, "1.0") };
}

async function addVersion(shop: TestShop, fileId: string, label: string) {
  const about = { label, fileName: "a.txt", contentType: "text/plain", size: 1 };
  return addFileVersion(shop.ctx(), { ...about, fileId, body: new Blob(["x"]).stream() });
}

/** The names of the files that are offered to a person, and whether there is a link to this version. */
async function seenBy(ctx: ReturnType<TestShop["as"]>, versionId: string) {
  const entries = await showLibrary(ctx, { userId: ctx.actor.userId });
  const names = entries
    .flatMap(({ benefits }) => benefits)
    .flatMap((benefit) => (benefit.type === "download" ? benefit.files : []))
    .map(({ name }) => name);
  const link = await createLink(ctx, { id: versionId }).catch((error: Error) => error);
  return { names, hasLink: "url" in link };
}

const open = { names: ["Handbook"], hasLink: true };
const closed = { names: [], hasLink: false };

/** Somebody who paid once for a product with a file, and the ways to move the money. */
async function buyer(shop: TestShop, product: Partial<NewProduct> = {}) {
  const paid = await payForNewProduct(shop, { benefits: [download], ...product });
  const { version } = await addFile(shop, paid.product);
  const sync = () => syncCustomer(shop.ctx(), { customerId: paid.customerId, force: true });
  const charge = async () => (await shop.ctx().stripe.charges.list()).data[0]!.id;
  const seen = () => seenBy(shop.as(paid.userId), version.id);
  return { ...paid, version, sync, charge, seen };
}

describe("who bought once", () => {
  test("has the files from the payment to the full refund", async () => {
    const shop = openTestShop();
    const { seen, sync, charge } = await buyer(shop);
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

  test("loses them while the bank disputes, and has them again when the dispute is won", async () => {
    const shop = openTestShop();
    const { seen, sync, charge } = await buyer(shop);
    await sync();
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: await charge() });
    await sync();
    expect(await seen()).toEqual(closed);
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    expect(await seen()).toEqual(open);
  });

  test("is offered what is added after the sale, at once", async () => {
    const shop = openTestShop();
    const { seen, sync, product } = await buyer(shop);
    await sync();
    const { version } = await addFile(shop, product, "Addendum");
    expect((await seen()).names).toEqual(["Handbook", "Addendum"]);
    expect(version.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test("loses what the seller takes out of the product, at the next sync", async () => {
    const shop = openTestShop();
    const { seen, sync, product } = await buyer(shop);
    await sync();
    await shop.env.DB.prepare("DELETE FROM product_benefits WHERE product_id = ?")
      .bind(product.id)
      .run();
    expect(await seen()).toEqual(open);
    await sync();
    expect(await seen()).toEqual(closed);
  });
});

describe("who subscribed", () => {
  test("has the files until the subscription lapses", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits: [download] });
    const { version } = await addFile(shop, sub.product);
    const seen = () => seenBy(sub.holder(), version.id);
    expect(await seen()).toEqual(open);
    await shop.ctx().stripe.subscriptions.update(sub.stripeSubscriptionId, {
      cancel_at_period_end: true,
    });
    await sub.wait(20);
    expect(await seen()).toEqual(open);
    await sub.wait(20);
    expect(await seen()).toEqual(closed);
  });

  test("changes them with the plan", async () => {
    const shop = openTestShop();
    const exclusiveGroup = `g-${crypto.randomUUID()}`;
    const group = { exclusiveGroup, benefits: [download] };
    const sub = await subscribe(shop, { ...group, prices: [monthly] });
    const plus = await shop.sell({ ...group, prices: [{ ...monthly, amountMinor: 1900 }] });
    const before = await addFile(shop, sub.product);
    const after = await addFile(shop, plus, "Film");
    const preview = await previewPlan(sub.holder(), { id: sub.id, priceId: plus.prices[0]!.id });
    await changePlan(sub.holder(), { id: sub.id, ...preview });
    const names = ["Film"];
    expect(await seenBy(sub.holder(), before.version.id)).toEqual({ names, hasLink: false });
    expect(await seenBy(sub.holder(), after.version.id)).toEqual({ names, hasLink: true });
  });
});

describe("what is offered", () => {
  const shop = openTestShop();

  /** What the library says of a download's files. */
  async function filesSeenBy(userId: string) {
    const held = await listGrantedBenefits(shop.ctx(), { userId });
    const owned = await showBenefits(shop.ctx(), held);
    return owned.flatMap((benefit) => (benefit.type === "download" ? benefit.files : []));
  }

  test("is the newest version of each file in the seller's order, with the older ones behind it", async () => {
    const { fileId, addVersion: add, addFile: another, newHolder, sha256 } = await sellFile(shop);
    const { userId } = await newHolder();
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

  test("is not what was withdrawn, nor what was archived", async () => {
    const { fileId, versionId, addVersion: add, newHolder } = await sellFile(shop);
    const { userId } = await newHolder();
    const second = await add("the second edition", { label: "2.0" });
    await withdrawVersion(shop.ctx(), { id: second.id });
    expect(await filesSeenBy(userId)).toMatchObject([{ newest: { id: versionId }, older: [] }]);
    await archiveFile(shop.ctx(), { id: fileId });
    expect(await filesSeenBy(userId)).toEqual([]);
  });
});
