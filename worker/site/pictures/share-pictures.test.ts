import { env } from "cloudflare:workers";
import { addPrice } from "../../testing/fixtures/edit-product.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { unpublishProduct } from "../../admin/products/publish-product.ts";
import type { EditableProduct } from "../../admin/products/show-editable-product.ts";
import { newPrice } from "../../admin/products/schema.ts";
import { readPictureSize } from "../../drawing/picture-size.ts";
import { createJpeg } from "../../testing/fixtures/create-jpeg.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { pageTitles } from "../../testing/fixtures/page-titles.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { showProduct, showShop } from "../../storefront/show-shop.ts";
import { describeHead } from "../../render/head/describe-head.ts";
import type { HeadPage } from "../../render/head/head.ts";
import type { StaleSharePicture } from "../../admin/products/share-pictures.ts";
import type { Ctx } from "../../context.ts";
import { saveShopDetails } from "../../settings/shop-settings.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import type { Locale } from "../../shared/locales.ts";
import { translateProduct } from "../../testing/fixtures/edit-translations.ts";

beforeEach(emptyDatabase);

const PNG = { type: "image/png", width: 1200, height: 630 };
const JPEG = { type: "image/jpeg", width: 1200, height: 630 };

async function openConsole() {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "owner", env: shop.env });
  const visitor = openBrowser({ env: shop.env });

  const describePage = async (page: (ctx: Ctx) => Promise<HeadPage>, locale: Locale) => {
    const ctx = await withTextsIn(shop.ctx(), locale);
    const { shop: shown } = await showShop(ctx);
    const { origin } = ctx.config;
    const site = {
      origin,
      shop: shown,
      locale,
      isIndexed: true,
      icons: [],
      titles: pageTitles,
    };
    const { metas } = describeHead(await page(ctx), site);
    const find = (name: string) => metas.find(({ property }) => property === name)?.content ?? "";
    return { url: find("og:image").slice(origin.length), type: find("og:image:type") };
  };
  return {
    shop,
    admin,
    /** Returns the picture that the product's page names. */
    findPicture: (slug: string, locale: Locale = "en") =>
      describePage(
        async (ctx) => ({ kind: "product", product: await showProduct(ctx, { slug }) }),
        locale,
      ),
    findShopPicture: (locale: Locale = "en") =>
      describePage(async () => ({ kind: "home", products: [] }), locale),
    async open(url: string) {
      const response = await visitor.fetch(url);
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { response, bytes, size: readPictureSize(bytes) };
    },
    /** Draws the picture of what the product is now, like the console. */
    async draw(id: string, bytes = createJpeg(), source?: string) {
      const { share } = await admin.json<EditableProduct>(`/api/admin/products/${id}`);
      const query = new URLSearchParams({ source: source ?? share.source });
      const path = `/api/admin/products/${id}/share-picture?${query}`;
      return admin.fetch(path, { method: "PUT", body: bytes });
    },
    /** Lists the products whose picture in this language has to be drawn. */
    listStale: async (locale: Locale = "en") =>
      (
        await admin.json<{ items: StaleSharePicture[] }>("/api/admin/products/share-pictures")
      ).items.flatMap((item) => (item.locale === locale ? [item.id] : [])),
    putJson: (path: string, body: unknown) =>
      admin.fetch(path, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

describe("the picture of links to a product", () => {
  it("the picture of links to a product is its cover, drawn once, until a picture was drawn in the console", async () => {
    const { shop, findPicture, open } = await openConsole();
    const { slug } = await shop.createPublishedProduct({});
    const picture = await findPicture(slug);
    const { response, bytes, size } = await open(picture.url);
    expect(size).toEqual(PNG);
    expect(picture.type).toBe("image/png");
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    // Other sites may show it.
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(response.headers.has("set-cookie")).toBe(false);
    const kept = await env.FILES.list({ prefix: "share-pictures/covers/" });
    const [{ key } = { key: "" }] = kept.objects.filter((each) => each.size === bytes.length);
    await env.FILES.put(key, "kept");
    expect(new TextDecoder().decode((await open(picture.url)).bytes)).toBe("kept");
  });

  it("the picture of links to a product is the drawn one as long as it shows what is on the page", async () => {
    const { shop, admin, findPicture, open, draw, listStale, putJson } = await openConsole();
    const { id, slug: firstSlug } = await shop.createPublishedProduct({});
    const edit = async (changes: object) => {
      const { name, slug, tagline, description, image, planGroup, updatedAt } =
        await admin.json<EditableProduct>(`/api/admin/products/${id}`);
      const fields = { name, slug, tagline, description, image, planGroup, updatedAt };
      const saved = await putJson(`/api/admin/products/${id}`, { ...fields, ...changes });
      expect(saved.status).toBe(200);
    };
    const price = { type: "one_time", amountMinor: 100, currency: "usd" };
    const shopDetails = { name: "North Light", line: "Prints", supportEmail: null };
    const look = { accent: "#0b4f5c", accentDark: null, logoSaysName: false };
    const slug = `${firstSlug.slice(0, 50)}-two`;
    const changes: (() => Promise<unknown>)[] = [
      () => edit({ name: "Another name" }),
      () => edit({ image: `https://pictures.example/${crypto.randomUUID()}.png` }),
      () => addPrice(shop.ctx(), { productId: id, price: newPrice.parse(price) }),
      () => putJson("/api/admin/settings/shop", shopDetails),
      () => putJson("/api/admin/settings/look", look),
      () => edit({ slug }),
    ];
    let currentSlug = firstSlug;
    for (const change of changes) {
      expect(await listStale()).toEqual([id]);
      const bytes = createJpeg();
      expect((await draw(id, bytes)).status).toBe(200);
      expect(await listStale()).toEqual([]);
      const drawn = await findPicture(currentSlug);
      const opened = await open(drawn.url);
      expect(opened.bytes).toEqual(bytes);
      expect(opened.response.headers.get("cache-control")).toContain("immutable");
      expect(drawn.type).toBe("image/jpeg");

      await change();
      // A link that was shared before still finds the picture, although the page has moved.
      expect((await open(drawn.url)).bytes).toEqual(bytes);
      if (change === changes.at(-1)) currentSlug = slug;
      const stale = await findPicture(currentSlug);
      expect(stale.type).toBe("image/png");
      expect((await open(stale.url)).size).toEqual(PNG);
    }
    // What is not on the picture leaves it as it is.
    await draw(id);
    await edit({ tagline: "Another line", description: "Another text" });
    expect((await findPicture(currentSlug)).type).toBe("image/jpeg");
  });

  it("the picture of links to a product is also found by an older URL, which is not kept for long", async () => {
    const { shop, open, draw } = await openConsole();
    const { id, slug } = await shop.createPublishedProduct({});
    await draw(id);
    for (const query of ["", "?v=0123456789abcdef", "?fbclid=1"]) {
      const { response, size } = await open(`/p/${slug}/share-picture${query}`);
      expect(size).toEqual(JPEG);
      expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    }
  });

  it("the picture is the cover if the drawn one was lost", async () => {
    const { shop, findPicture, open, draw } = await openConsole();
    const { id, slug } = await shop.createPublishedProduct({});
    await draw(id);
    const { objects } = await env.FILES.list({ prefix: "share-pictures/" });
    await env.FILES.delete(objects.map(({ key }) => key));
    expect((await open((await findPicture(slug)).url)).size).toEqual(PNG);
  });

  it("the picture is hidden with the product", async () => {
    const { shop, open } = await openConsole();
    const { id, slug } = await shop.createPublishedProduct({});
    for (const [to, status] of [
      ["draft", 404],
      ["archived", 410],
    ] as const) {
      await unpublishProduct(shop.ctx(), { productId: id, to });
      expect((await open(`/p/${slug}/share-picture`)).response.status).toBe(status);
    }
    expect((await open(`/p/unknown-${slug}/share-picture`)).response.status).toBe(404);
  });

  it("the picture is not in the audit log, since nobody drew it, and leaves the product's version as it is", async () => {
    const { shop, admin, draw } = await openConsole();
    const { id } = await shop.createPublishedProduct({});
    const path = `/api/admin/products/${id}`;
    const { updatedAt } = await admin.json<EditableProduct>(path);
    await draw(id);
    expect((await admin.json<EditableProduct>(path)).updatedAt).toBe(updatedAt);
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_entries WHERE target_id = ? AND actor_id = ?",
    )
      .bind(id, admin.userId)
      .all();
    expect(results).toEqual([]);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, number]>([
    ["of another size", createJpeg({ width: 1000 }), 422],
    ["that is no picture", new TextEncoder().encode("<svg onload=alert(1)>"), 422],
    ["that ends in its middle", createJpeg().slice(0, 30), 422],
    ["that is empty", new Uint8Array(), 422],
    ["of more than 1 MB", new Uint8Array(1024 * 1024 + 1), 413],
  ])(
    "the picture of links to a product is refused from the console if it is one %s",
    async (_, bytes, status) => {
      const { shop, draw, listStale } = await openConsole();
      const { id } = await shop.createPublishedProduct({});
      expect((await draw(id, bytes)).status).toBe(status);
      expect(await listStale()).toEqual([id]);
    },
  );

  it("the picture of links to a product is refused if it shows what the product was before", async () => {
    const { shop, draw, listStale } = await openConsole();
    const { id } = await shop.createPublishedProduct({});
    const response = await draw(id, createJpeg(), "0123456789abcdef");
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "edit_conflict" });
    expect(await listStale()).toEqual([id]);
  });
});

it("stale pictures are listed page by page, in the shop's order", async () => {
  const { shop, admin } = await openConsole();
  const { id } = await shop.createPublishedProduct({});
  await env.DB.prepare(
    `INSERT INTO products (id, slug, name, status, position, mode, created_at, updated_at)
     SELECT 'prd_' || value, 'p-' || value, 'P', 'published', value, 'test', 0, 0
     FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: 150 }, (_, index) => index + 1)))
    .run();
  type Page = { items: StaleSharePicture[]; nextCursor: string | null };
  const path = "/api/admin/products/share-pictures";
  const first = await admin.json<Page>(path);
  const second = await admin.json<Page>(`${path}?cursor=${first.nextCursor}`);
  expect(second.nextCursor).toBeNull();
  const items = [...first.items, ...second.items].filter(({ locale }) => locale === "en");
  expect(items.map((item) => item.id)).toEqual([
    id,
    ...Array.from({ length: 150 }, (_, index) => `prd_${index + 1}`),
  ]);
});

it("the picture of links to the shop is the drawn one until its name changes", async () => {
  const { admin, findShopPicture, open, putJson } = await openConsole();
  const path = "/api/admin/settings/share-picture";
  const cover = await findShopPicture();
  expect((await open(cover.url)).size).toEqual(PNG);
  const { source } = await admin.json<{ source: string }>(path);
  const bytes = createJpeg();
  const put = () => admin.fetch(`${path}?source=${source}`, { method: "PUT", body: bytes });
  expect(await (await put()).json()).toMatchObject({ source, picture: { source } });
  const drawn = await findShopPicture();
  expect(drawn.type).toBe("image/jpeg");
  expect((await open(drawn.url)).bytes).toEqual(bytes);

  const details = { name: "North Light", line: "Prints", supportEmail: null };
  await putJson("/api/admin/settings/shop", details);
  expect(await findShopPicture()).toEqual(cover);
  expect((await put()).status).toBe(409);
});

describe("the picture of links to a page in another language", () => {
  const german = { name: "Gezeiten" };
  /** Creates a product with a German name, whose German picture is drawn. */
  async function drawGerman() {
    const opened = await openConsole();
    const { shop, admin, draw } = opened;
    const { id, slug } = await shop.createPublishedProduct({ name: "Tides" });
    await translateProduct(shop.ctx(), id, { de: german });
    const { staleShares } = await admin.json<EditableProduct>(`/api/admin/products/${id}`);
    const share = staleShares.find(({ locale }) => locale === "de");
    const bytes = createJpeg();
    const response = await draw(id, bytes, share?.source);
    return { ...opened, id, slug, share, bytes, response };
  }

  it("a page in German has the picture with German words, and the others have the general one", async () => {
    const { id, slug, share, bytes, draw, findPicture, open } = await drawGerman();
    expect(share).toMatchObject({ locale: "de", card: { name: "Gezeiten", locale: "de" } });
    const general = createJpeg();
    await draw(id, general);
    const inGerman = await findPicture(slug, "de");
    expect(inGerman).toEqual({
      type: "image/jpeg",
      url: `/p/${slug}/share-picture?lang=de&v=${share!.source}`,
    });
    const opened = await open(inGerman.url);
    expect(opened.bytes).toEqual(bytes);
    expect(opened.response.headers.get("cache-control")).toContain("immutable");
    const inEnglish = await findPicture(slug);
    expect((await open(inEnglish.url)).bytes).toEqual(general);
    // Until the French one is drawn.
    expect(await findPicture(slug, "fr")).toEqual(inEnglish);
  });

  it("a changed translation makes only the picture in its language stale", async () => {
    const { shop, id, slug, draw, listStale, findPicture, open } = await drawGerman();
    await draw(id);
    expect([await listStale("de"), await listStale("en"), await listStale("fr")]).toEqual([
      [],
      [],
      [id],
    ]);
    const before = await findPicture(slug, "de");
    await translateProduct(shop.ctx(), id, { de: { name: "Ebbe und Flut" } });
    expect([await listStale("de"), await listStale("en")]).toEqual([[id], []]);
    expect(await findPicture(slug, "de")).toEqual(await findPicture(slug));
    // A link that was shared before still finds the German one, which is not kept for long.
    expect((await open(before.url)).size).toEqual(JPEG);
  });

  it("the language of the reader doesn't decide which picture a URL leads to", async () => {
    const { shop, id, slug, draw, bytes, open } = await drawGerman();
    const general = createJpeg();
    await draw(id, general);
    const reader = openBrowser({ env: shop.env });
    const read = async (query: string) =>
      new Uint8Array(
        await (
          await reader.fetch(`/p/${slug}/share-picture${query}`, {
            headers: { "accept-language": "de" },
          })
        ).arrayBuffer(),
      );
    expect(await read("")).toEqual(general);
    expect(await read("?lang=de")).toEqual(bytes);
    // Each has an ETag of its own, with which a reader who has it gets nothing again.
    const etags = await Promise.all(
      ["", "?lang=de"].map(async (query) => {
        const url = `/p/${slug}/share-picture${query}`;
        const etag = (await open(url)).response.headers.get("etag")!;
        const again = await reader.fetch(url, { headers: { "if-none-match": etag } });
        expect([again.status, await again.text()]).toEqual([304, ""]);
        return etag;
      }),
    );
    expect(new Set(etags).size).toBe(2);
    expect(await read("?lang=xx")).toEqual(general);
  });

  it("the picture of links to the shop has its description in the language of the page", async () => {
    const { shop, admin, findShopPicture, open } = await openConsole();
    await saveShopDetails(shop.ctx(), {
      name: "Tidewater",
      line: "Recordings",
      supportEmail: null,
      translations: { de: { line: "Aufnahmen" } },
    });
    const path = "/api/admin/settings/share-picture";
    type Shares = { stale: { locale: string; card: { line: string }; source: string }[] };
    const { stale } = await admin.json<Shares>(path);
    const share = stale.find(({ locale }) => locale === "de")!;
    expect(share.card.line).toBe("Aufnahmen");
    const bytes = createJpeg();
    const put = { method: "PUT", body: bytes };
    const saved = await admin.fetch(`${path}?source=${share.source}`, put);
    expect((await saved.json<Shares>()).stale.map(({ locale }) => locale)).not.toContain("de");
    const { url } = await findShopPicture("de");
    expect(url).toBe(`/share-picture?lang=de&v=${share.source}`);
    expect((await open(url)).bytes).toEqual(bytes);
  });
});
