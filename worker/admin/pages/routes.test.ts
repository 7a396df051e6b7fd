import { describe, expect, it, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { Page } from "../../db/page-cursor.ts";
import type { AuditEntry } from "../../audit/list-audit-entries.ts";
import { createProduct } from "../products/create-product.ts";
import type { ListedPage, showPageSource } from "./list-pages.ts";

const shop = openTestShop();
const signInAdmin = () => createSignedInUser({ role: "admin", env: shop.env });
const newSlug = () => `page-${crypto.randomUUID()}`;
const send = (method: string, body?: object) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body && { body: JSON.stringify(body) }),
});
type Source = Awaited<ReturnType<typeof showPageSource>>;

/** Creates a draft as the given member. */
async function draft(by: Awaited<ReturnType<typeof createSignedInUser>>, slug = newSlug()) {
  const page = { slug, title: "A Page", excerpt: "", body: "One" };
  const response = await by.fetch("/api/admin/pages", send("POST", page));
  const { id, updatedAt } = await response.json<{ id: string; updatedAt: number }>();
  return { ...page, id, updatedAt, path: `/api/admin/pages/${id}`, status: response.status };
}

/** Creates a benefit of this type, on a new product. */
async function benefit(type: "page" | "feature"): Promise<string> {
  const { benefitIds } = await createProduct(shop.ctx(), {
    slug: newSlug(),
    name: "A Product",
    tagline: "",
    description: "",
    position: 0,
    prices: [],
    benefits: [{ type, name: "Notes", settings: {} }],
  });
  return benefitIds[0]!;
}

describe("writing a page", () => {
  it("a new page is a draft with the given texts", async () => {
    const admin = await signInAdmin();
    const page = await draft(admin);
    expect(page.status).toBe(201);
    expect(await admin.json<Source>(page.path)).toMatchObject({
      slug: page.slug,
      body: "One",
      status: "draft",
      publishedAt: null,
      benefits: [],
    });
  });

  it("saving a page refuses a slug that another page has, for new and edited pages", async () => {
    const admin = await signInAdmin();
    const [taken, page] = [await draft(admin), await draft(admin)];
    const { path, id: _id, status: _status, ...edited } = page;
    const { updatedAt: _updatedAt, ...fresh } = edited;
    for (const response of [
      await admin.fetch("/api/admin/pages", send("POST", { ...fresh, slug: taken.slug })),
      await admin.fetch(path, send("PUT", { ...edited, slug: taken.slug })),
    ])
      expect([response.status, await response.json()]).toMatchObject([
        422,
        { code: "invalid_input", fields: [{ path: "slug" }] },
      ]);
  });

  it("the second of two concurrent edits is refused", async () => {
    const [ann, ben] = [await signInAdmin(), await signInAdmin()];
    const { path, id: _id, status: _status, ...page } = await draft(ann);
    const [first, second] = await Promise.all([
      ann.fetch(path, send("PUT", { ...page, body: "Ann's" })),
      ben.fetch(path, send("PUT", { ...page, body: "Ben's" })),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const refused = first.ok ? second : first;
    expect(await refused.json()).toMatchObject({ code: "edit_conflict" });
    const { body, updatedAt } = await ann.json<Source>(path);
    expect(body).toBe(first.ok ? "Ann's" : "Ben's");
    const again = await ben.fetch(path, send("PUT", { ...page, updatedAt, body: "Both" }));
    expect(again.status).toBe(200);
  });

  test.each([
    ["a body too long", { body: "a\n\n".repeat(33_334) }],
    ["a slug with a slash", { slug: "a/b" }],
    ["no title", { title: " " }],
    ["Markdown that takes minutes", { body: "[a](".repeat(20_000) }],
    ["an unknown field", { status: "published" }],
  ])("%s is refused", async (_, wrong) => {
    const admin = await signInAdmin();
    const page = { slug: newSlug(), title: "A", excerpt: "", body: "", ...wrong };
    expect((await admin.fetch("/api/admin/pages", send("POST", page))).status).toBe(422);
  });

  it("a page shows a preview before it is saved", async () => {
    const admin = await signInAdmin();
    const response = await admin.fetch(
      "/api/admin/pages/preview",
      send("POST", { markdown: "**a** <b>" }),
    );
    expect(await response.json()).toEqual({ html: "<p><strong>a</strong> &lt;b&gt;</p>" });
  });
});

describe("the list of pages", () => {
  it("the list of pages is paged, newest first", async () => {
    const admin = await signInAdmin();
    const [older, newer] = [await draft(admin), await draft(admin)];
    const ids: string[] = [];
    let path: string | null = "/api/admin/pages?limit=1";
    while (path && ids.length < 50) {
      const page: Page<ListedPage> = await admin.json(path);
      ids.push(...page.items.map(({ id }) => id));
      path = page.nextCursor && `/api/admin/pages?limit=1&cursor=${page.nextCursor}`;
    }
    expect(ids.filter((id) => id === older.id || id === newer.id)).toEqual(
      [older.id, newer.id].toSorted().toReversed(),
    );
  });
});

test("changes of a page are audited, and repeated ones are not", async () => {
  const admin = await signInAdmin();
  const { path, id, status: _status, ...page } = await draft(admin);
  const benefitId = await benefit("page");
  await admin.json(path, send("PUT", { ...page, body: "Two" }));
  expect((await admin.fetch(path, send("PUT", { ...page, body: "Lost" }))).status).toBe(409);
  for (const call of [
    ["PUT", `${path}/benefits/${benefitId}`, {}],
    ["PUT", `${path}/publication`, undefined],
    ["DELETE", `${path}/publication`, undefined],
    ["DELETE", `${path}/benefits/${benefitId}`, undefined],
  ] as const) {
    const [method, url, body] = call;
    await admin.json(url, send(method, body));
    await admin.json(url, send(method, body));
  }
  const { items } = await admin.json<Page<AuditEntry>>(`/api/admin/audit?search=${id}`);
  expect(items.map(({ action }) => action).toSorted()).toEqual([
    "page.archived",
    "page.attached",
    "page.created",
    "page.detached",
    "page.published",
    "page.updated",
  ]);
  expect(items.every(({ actorId }) => actorId === admin.userId)).toBe(true);
});

test("making a page free is audited, and the list says which pages are free", async () => {
  const admin = await signInAdmin();
  const { path, id, status: _status, ...page } = await draft(admin);
  await admin.json(path, send("PUT", { ...page, isFree: true }));
  expect(await admin.json<Source>(path)).toMatchObject({ isFree: true });
  const { items: pages } = await admin.json<Page<ListedPage>>(`/api/admin/pages?search=${id}`);
  expect(pages).toMatchObject([{ id, isFree: true }]);
  const { items } = await admin.json<Page<AuditEntry>>(`/api/admin/audit?search=${id}`);
  expect(items.find(({ action }) => action === "page.updated")).toMatchObject({
    before: { isFree: false },
    after: { isFree: true },
  });
});

describe("publishing a page", () => {
  it("a page keeps its first publication time after archiving and republishing", async () => {
    const admin = await signInAdmin();
    const { path } = await draft(admin);
    const first = await admin.json<Source>(`${path}/publication`, send("PUT"));
    expect(first).toMatchObject({ status: "published", publishedAt: expect.any(Number) });
    const archived = await admin.json<Source>(`${path}/publication`, send("DELETE"));
    expect(archived.status).toBe("archived");
    expect(await admin.json<Source>(`${path}/publication`, send("PUT"))).toMatchObject({
      status: "published",
      publishedAt: first.publishedAt,
    });
  });
});

describe("attaching a page", () => {
  it("attaching a page lists its benefit once, however often it is done, until it is detached", async () => {
    const admin = await signInAdmin();
    const { id, path } = await draft(admin);
    const benefitId = await benefit("page");
    const listed = async () => {
      const { items } = await admin.json<Page<ListedPage>>("/api/admin/pages?limit=100");
      return items.find((page) => page.id === id);
    };
    for (const body of [{}, {}, { position: 3 }])
      await admin.json(`${path}/benefits/${benefitId}`, send("PUT", body));
    expect(await listed()).toMatchObject({ benefits: [{ id: benefitId, name: "Notes" }] });
    expect(await listed()).not.toHaveProperty("body");
    await admin.json(`${path}/benefits/${benefitId}`, send("DELETE"));
    expect((await listed())?.benefits).toEqual([]);
  });

  it("attaching a page to an unknown benefit or one of another type returns 404", async () => {
    const admin = await signInAdmin();
    const { path } = await draft(admin);
    for (const benefitId of [await benefit("feature"), `bnf_${"0".repeat(26)}`]) {
      const response = await admin.fetch(`${path}/benefits/${benefitId}`, send("PUT", {}));
      expect(response.status).toBe(404);
    }
  });
});

const unknownPage = `/api/admin/pages/pag_${"0".repeat(26)}`;
test("an unknown page returns 404", async () => {
  const admin = await signInAdmin();
  const page = { slug: newSlug(), title: "A", excerpt: "", body: "", updatedAt: 1 };
  for (const [method, path, body] of [
    ["GET", unknownPage, undefined],
    ["PUT", unknownPage, page],
    ["PUT", `${unknownPage}/publication`, undefined],
    ["DELETE", `${unknownPage}/publication`, undefined],
  ] as const)
    expect((await admin.fetch(path, send(method, body))).status).toBe(404);
});
