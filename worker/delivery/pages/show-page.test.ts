import { and, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type Stripe from "stripe";
import { commit } from "../../db/client.ts";
import { productBenefits } from "../../db/schema/catalog.ts";
import { grants } from "../../db/schema/grants.ts";
import { pages } from "../../db/schema/pages.ts";
import { DAY } from "../../lib/time.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { startOutageMode, endOutageMode } from "../../sync/sweeps/outage-mode.ts";
import { showLibrary } from "../library/show-library.ts";
import { changePlan } from "../../billing/change-plan.ts";
import { previewPlanChange } from "../../billing/preview-plan-change.ts";
import { attachPage, detachPage } from "../../admin/pages/attach-page.ts";
import { createPage } from "../../admin/pages/create-page.ts";
import { archivePage, publishPage } from "../../admin/pages/publish-page.ts";
import { showPage, type PageView } from "./show-page.ts";

const BODY = "The heronry is behind the second gate.";
const notes = { type: "page", name: "Field notes", settings: {} } as const;

/** Creates a published page that these benefits include. */
async function publish(shop: TestShop, benefitIds: string[], title = "Heronry") {
  const slug = `page-${crypto.randomUUID()}`;
  const { id } = await createPage(shop.ctx(), {
    slug,
    title,
    excerpt: "A *March* day.",
    body: BODY,
  });
  for (const benefitId of benefitIds) await attachPage(shop.ctx(), { pageId: id, benefitId });
  await publishPage(shop.ctx(), { id });
  return { id, slug };
}

/** Returns whether the page is open to this user; null is a visitor. */
async function read(
  shop: TestShop,
  page: { slug: string },
  userId: string | null,
  now = Date.now(),
): Promise<PageView["access"]> {
  const shown = await showPage(userId === null ? shop.ctx() : shop.asUser(userId, now), {
    slug: page.slug,
    userId,
  });
  const text = JSON.stringify(shown);
  expect(text.includes("heronry")).toBe(shown.access === "open");
  return shown.access;
}

/** Creates a user who bought a product with a pages benefit, and a page in it. */
async function buyPages(shop: TestShop) {
  const { userId, product, customerId, checkout } = await payForNewProduct(shop, {
    benefits: [notes],
  });
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  const page = await publish(shop, [product.benefits[0]!.id]);
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  return { userId, product, page, sync };
}

describe("a members-only page", () => {
  it("a page shows its body and the reason with access, and otherwise the excerpt and products", async () => {
    const shop = openTestShop();
    const { userId, product, page } = await buyPages(shop);
    expect(await showPage(shop.asUser(userId), { slug: page.slug, userId })).toMatchObject({
      access: "open",
      title: "Heronry",
      bodyHtml: `<p>${BODY}</p>`,
      why: {
        reason: "order_paid",
        until: null,
        product: { slug: product.slug, name: product.name },
      },
    });
    for (const other of [await shop.createUser(), null]) {
      const shown = await showPage(shop.ctx(), { slug: page.slug, userId: other });
      expect(shown).toEqual({
        slug: page.slug,
        title: "Heronry",
        publishedAt: expect.any(Number),
        updatedAt: expect.any(Number),
        access: "closed",
        excerptHtml: "<p>A <em>March</em> day.</p>",
        products: [expect.objectContaining({ slug: product.slug, prices: product.prices })],
      });
    }
  });

  it("a page opens with any of its benefits and names the grant that ends last", async () => {
    const shop = openTestShop();
    const bought = await buyPages(shop);
    const member = await subscribe(shop, { prices: [monthly], benefits: [notes] });
    const page = await publish(shop, [
      member.product.benefits[0]!.id,
      bought.product.benefits[0]!.id,
    ]);
    expect(await read(shop, page, bought.userId)).toBe("open");
    expect(await read(shop, page, member.userId)).toBe("open");
    const both = bought.userId;
    const checkout = await openCheckout(shop.asUser(both), {
      priceId: member.product.prices[0]!.id,
    });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(both), { id: checkout.id });
    expect(await showPage(shop.asUser(both), { slug: page.slug, userId: both })).toMatchObject({
      why: { until: null, product: { slug: bought.product.slug } },
    });
    const closed = await showPage(shop.ctx(), { slug: page.slug, userId: null });
    expect(closed).toMatchObject({ products: [expect.anything(), expect.anything()] });
  });

  it("a page that no product includes still shows its excerpt, without products", async () => {
    const shop = openTestShop();
    const page = await publish(shop, []);
    expect(await showPage(shop.ctx(), { slug: page.slug, userId: null })).toMatchObject({
      access: "closed",
      products: [],
    });
  });
});

describe("the pages before and after a page", () => {
  it("follow the seller's order and leave out what is not published", async () => {
    const shop = openTestShop();
    const { userId, product, page: first } = await buyPages(shop);
    const benefitIds = [product.benefits[0]!.id];
    const archived = await publish(shop, benefitIds, "Lock gate");
    await archivePage(shop.ctx(), { id: archived.id });
    const last = await publish(shop, benefitIds, "Salt marsh");
    const shown = (slug: string) => showPage(shop.asUser(userId), { slug, userId });
    expect(await shown(first.slug)).toMatchObject({
      previous: null,
      next: { slug: last.slug, title: "Salt marsh" },
    });
    expect(await shown(last.slug)).toMatchObject({
      previous: { slug: first.slug, title: "Heronry" },
      next: null,
    });
  });

  it("the pages before and after a page are only free ones for visitors", async () => {
    const shop = openTestShop();
    const { userId, product, page: first } = await buyPages(shop);
    const benefitIds = [product.benefits[0]!.id];
    const membersOnly = await publish(shop, benefitIds, "Lock gate");
    const free = await publish(shop, benefitIds, "Salt marsh");
    const { db } = shop.ctx();
    const isFree = inArray(pages.id, [first.id, free.id]);
    await commit(db, [db.update(pages).set({ isFree: true }).where(isFree)]);
    const visitor = await showPage(shop.ctx(), { slug: first.slug, userId: null });
    expect(visitor).toMatchObject({ next: { slug: free.slug } });
    expect(JSON.stringify(visitor)).not.toContain("Lock gate");
    const member = await showPage(shop.asUser(userId), { slug: first.slug, userId });
    expect(member).toMatchObject({ next: { slug: membersOnly.slug } });
    const excerpt = await showPage(shop.ctx(), { slug: membersOnly.slug, userId: null });
    expect(excerpt).not.toHaveProperty("next");
  });
});

describe("access to a page", () => {
  it("access to a page ends with a refund", async () => {
    const shop = openTestShop();
    const { userId, page, sync } = await buyPages(shop);
    expect(await read(shop, page, userId)).toBe("open");
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    await shop.ctx().stripe.refunds.create({ charge: charge.id });
    await sync();
    expect(await read(shop, page, userId)).toBe("closed");
  });

  it("access to a page is suspended by a dispute, and restored when it is won", async () => {
    const shop = openTestShop();
    const { userId, page, sync } = await buyPages(shop);
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
    await sync();
    expect(await read(shop, page, userId)).toBe("closed");
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    expect(await read(shop, page, userId)).toBe("open");
  });

  it("access to a page ends with the grant without a sync, except in outage mode", async () => {
    const shop = openTestShop();
    const member = await subscribe(shop, { prices: [monthly], benefits: [notes] });
    const page = await publish(shop, [member.product.benefits[0]!.id]);
    const later = Date.now() + 40 * DAY;
    expect(await read(shop, page, member.userId)).toBe("open");
    expect(await read(shop, page, member.userId, later)).toBe("closed");
    await startOutageMode(shop.ctx());
    expect(await read(shop, page, member.userId, later)).toBe("open");
    await endOutageMode(shop.ctx());
    expect(await read(shop, page, member.userId, later)).toBe("closed");
  });

  it("access to a page changes with the plan", async () => {
    const shop = openTestShop();
    const planGroup = `group-${crypto.randomUUID().slice(0, 8)}`;
    const member = await subscribe(shop, {
      prices: [monthly],
      benefits: [notes],
      planGroup,
    });
    const studio = await shop.createPublishedProduct({
      prices: [{ ...monthly, amountMinor: 3900 }],
      benefits: [notes],
      planGroup,
    });
    const small = await publish(shop, [member.product.benefits[0]!.id]);
    const large = await publish(shop, [studio.benefits[0]!.id]);
    const ctx = shop.asUser(member.userId);
    const plan = { id: member.id, priceId: studio.prices[0]!.id };
    const { prorationDate } = await previewPlanChange(ctx, plan);
    await changePlan(ctx, { ...plan, prorationDate });
    expect(await read(shop, small, member.userId)).toBe("closed");
    expect(await read(shop, large, member.userId)).toBe("open");
  });

  it("access to a page follows edits of the benefit immediately, of the product at the next sync", async () => {
    const shop = openTestShop();
    const { userId, product, page, sync } = await buyPages(shop);
    const benefitId = product.benefits[0]!.id;
    await detachPage(shop.ctx(), { benefitId, pageId: page.id });
    expect(await read(shop, page, userId)).toBe("closed");
    await attachPage(shop.ctx(), { benefitId, pageId: page.id });
    expect(await read(shop, page, userId)).toBe("open");
    const { db } = shop.ctx();
    await commit(db, [
      db
        .delete(productBenefits)
        .where(
          and(eq(productBenefits.productId, product.id), eq(productBenefits.benefitId, benefitId)),
        ),
    ]);
    await sync();
    expect(await read(shop, page, userId)).toBe("closed");
  });

  it("access to a page is not given by a grant of another benefit", async () => {
    const shop = openTestShop();
    const sold = await shop.createPublishedProduct({ benefits: [notes] });
    const page = await publish(shop, [sold.benefits[0]!.id]);
    const other = await buyPages(shop);
    expect(await read(shop, other.page, other.userId)).toBe("open");
    expect(await read(shop, page, other.userId)).toBe("closed");
    expect(await read(shop, page, null)).toBe("closed");
  });
});

describe("GET /api/me/pages/:slug", () => {
  it("GET /api/me/pages/:slug returns the same 404 for drafts, archived pages and unknown slugs", async () => {
    const shop = openTestShop();
    const reader = await createSignedInUser({ env: shop.env });
    const visitor = await createSignedInUser({ env: shop.env });
    visitor.jar.clear();
    const sold = await shop.createPublishedProduct({ benefits: [notes] });
    const draft = `page-${crypto.randomUUID()}`;
    const { id } = await createPage(shop.ctx(), {
      slug: draft,
      title: "Draft",
      excerpt: "",
      body: BODY,
    });
    await attachPage(shop.ctx(), { pageId: id, benefitId: sold.benefits[0]!.id });
    const archived = await publish(shop, [sold.benefits[0]!.id]);
    await archivePage(shop.ctx(), { id: archived.id });
    const { db } = shop.ctx();
    await commit(db, [
      db.insert(grants).values({
        id: `grt_${crypto.randomUUID()}`,
        userId: reader.userId,
        benefitId: sold.benefits[0]!.id,
        productId: sold.id,
        sourceType: "gift",
        sourceId: "cmp_test",
        reason: "gift",
        grantedAt: 0,
      }),
    ]);
    const answers = [];
    for (const who of [reader, visitor]) {
      for (const slug of [draft, archived.slug, `page-${crypto.randomUUID()}`]) {
        const response = await who.fetch(`/api/me/pages/${slug}`);
        const { request_id, requestId, ...problem } =
          await response.json<Record<string, unknown>>();
        expect(requestId).toBe(request_id);
        answers.push({ status: response.status, ...problem });
      }
    }
    expect(answers).toHaveLength(6);
    for (const answer of answers)
      expect(answer).toEqual({
        type: "urn:gatehouse:error:not_found",
        title: "Not found",
        status: 404,
        code: "not_found",
      });
  });

  it("forbids caching, for visitors and signed-in users", async () => {
    const shop = openTestShop();
    const page = await publish(shop, []);
    const visitor = await createSignedInUser({ env: shop.env });
    visitor.jar.clear();
    for (const who of [visitor, await createSignedInUser({ env: shop.env })]) {
      const response = await who.fetch(`/api/me/pages/${page.slug}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });
});

describe("the library", () => {
  it("the library lists a benefit's published pages in the seller's order", async () => {
    const shop = openTestShop();
    const { userId, product, page } = await buyPages(shop);
    const benefitId = product.benefits[0]!.id;
    const second = await publish(shop, [benefitId], "Lock gate");
    const first = await publish(shop, [], "Salt marsh");
    await attachPage(shop.ctx(), { pageId: page.id, benefitId, position: 1 });
    await attachPage(shop.ctx(), { pageId: second.id, benefitId, position: 2 });
    await attachPage(shop.ctx(), { pageId: first.id, benefitId, position: 0 });
    const draft = `page-${crypto.randomUUID()}`;
    const { id } = await createPage(shop.ctx(), { slug: draft, title: "D", excerpt: "", body: "" });
    await attachPage(shop.ctx(), { pageId: id, benefitId });
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    expect(entry?.benefits).toMatchObject([
      {
        type: "page",
        name: "Field notes",
        pages: [
          { slug: first.slug, title: "Salt marsh" },
          { slug: page.slug, title: "Heronry" },
          { slug: second.slug, title: "Lock gate" },
        ],
      },
    ]);
  });
});
