import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getDefaultLanguages, saveLanguages } from "../settings/languages.ts";
import { createFileProduct } from "../testing/fixtures/downloads.ts";
import { createJpeg } from "../testing/fixtures/create-jpeg.ts";
import { createLogo } from "../testing/fixtures/logo.ts";
import { openVisitor } from "../testing/clients/public-pages.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import type { Route } from "../testing/rules/route-rules.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";

type Change<Section extends string> = Extract<
  Route,
  `${"POST" | "PUT" | "PATCH" | "DELETE"} /api/admin/${Section}${string}`
>;

/** Routes of the sections below that change nothing that visitors see. */
type PrivateChange =
  | Change<"products/:productId/price-moves">
  // They create drafts.
  | "POST /api/admin/products"
  | "POST /api/admin/products/imports"
  | "POST /api/admin/pages"
  // Saving the product shows the picture.
  | "POST /api/admin/products/images"
  | "POST /api/admin/products/samples"
  | "POST /api/admin/products/preview"
  | "POST /api/admin/pages/preview"
  | "POST /api/admin/products/:id/push"
  // Visitors see how many files there are, and their formats.
  | "PUT /api/admin/files/order"
  | "PUT /api/admin/files/:id/name"
  | "POST /api/admin/files/:id/uploads"
  | "PUT /api/admin/files/:id/uploads/:uploadId/parts/:part"
  | "DELETE /api/admin/files/:id/uploads/:uploadId"
  | "PUT /api/admin/settings/policy"
  | "POST /api/admin/settings/policy/effect"
  | "PUT /api/admin/settings/consent"
  | "PUT /api/admin/settings/trials"
  | "PUT /api/admin/settings/win-back"
  // Only owners of the smaller product see it.
  | "PUT /api/admin/products/:id/upgrade"
  | "PUT /api/admin/settings/emails"
  | "POST /api/admin/settings/emails/examples/:example/test";

/** A new route of these sections must be in one of the two lists. */
type PublicChange = Exclude<
  Change<"products" | "benefits" | "pages" | "files" | "file-versions" | "settings">,
  PrivateChange
>;

/** How a request changes the shop: its body, what a visitor reads, and the value of that after the request. */
type Step = {
  path: string;
  body?: unknown;
  read: (seen: Seen) => unknown;
  after: unknown;
};

const shop = openTestShop();
const bytes = (text: string) => new Blob([text]);
let things: Awaited<ReturnType<typeof createThings>>;

/** Creates a published product with a file and a page, and returns what the requests need. */
async function createThings() {
  const { product, benefitId, fileId, versionId } = await createFileProduct(shop);
  const owner = await createSignedInUser({ role: "owner", env: shop.env });
  async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const isBytes = body instanceof Blob;
    const response = await owner.fetch(`/api/admin${path}`, {
      method,
      ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
      headers: isBytes ? {} : { "content-type": "application/json" },
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (response.status === 204 ? null : await response.json()) as Answer;
  }
  await send("PUT", "/settings/legal", { ...texts, terms: "Pay first." });
  const slug = `notes-${crypto.randomUUID()}`;
  const page = { slug, title: "Notes", excerpt: "", body: "" };
  const { id: pageId } = await send<{ id: string }>("POST", "/pages", page);
  const other = await shop.createDraftProduct({
    benefits: [{ type: "page", name: "Pages", settings: {} }],
  });
  const pageBenefit = (await env.DB.prepare(
    "SELECT benefit_id AS id FROM product_benefits WHERE product_id = ?",
  )
    .bind(other.id)
    .first<string>("id"))!;
  const pagePath = `/pages/${pageId}`;
  await send("PUT", `${pagePath}/benefits/${pageBenefit}`, {});
  const updatedAt = (table: string, id: string) =>
    env.DB.prepare(`SELECT updated_at AS at FROM ${table} WHERE id = ?`)
      .bind(id)
      .first<number>("at");
  const path = `/products/${product.id}`;
  const priceId = product.prices[0]!.id;
  const ids = { product, other, benefitId, fileId, versionId, pageId, pageBenefit, priceId, slug };
  return { ...ids, page, path, pagePath, send, updatedAt };
}

/** What a visitor reads: the catalog, the product, the theme and the terms from the API, and two pages. */
async function lookAround() {
  const { visit } = openVisitor(shop.env);
  const paths = ["", `/products/${things.product.slug}`, "/theme.css", "/legal/terms"];
  const [catalog, product, theme, terms] = await Promise.all(
    paths.map(async (path) => (await visit(`/api/shop${path}`)).body),
  );
  const [home, page] = await Promise.all(
    ["/", `/p/${things.product.slug}`].map((path) => visit(path)),
  );
  return {
    catalog: JSON.parse(catalog!) as {
      shop: {
        name: string;
        logo: unknown;
        languages: unknown;
        seller: { name: string; city: string | null; country: string | null };
        sharePicture: { source: string } | null;
        payFirst: boolean;
      };
      products: { id: string; prices: { tax: unknown }[] }[];
      sections: { name: string; productIds: string[] }[];
    },
    product: JSON.parse(product!) as {
      name?: string;
      sharePicture?: { source: string } | null;
      prices?: { amountMinor: number }[];
      benefits?: { id: string; name: string; detail: Record<string, unknown> }[];
    },
    theme: theme!,
    terms: terms!,
    home: home!.body,
    page: page!.body,
  };
}

type Seen = Awaited<ReturnType<typeof lookAround>>;

const names = ({ product }: Seen) => product.benefits?.map(({ name }) => name);
const detailOf = (type: string, key: string) => (seen: Seen) =>
  seen.product.benefits?.find(({ detail }) => detail["type"] === type)?.detail[key];
const files = detailOf("download", "files");
const titles = (seen: Seen) =>
  (detailOf("page", "pages")(seen) as { title: string }[] | undefined)?.map(({ title }) => title);

const texts = { terms: "", privacy: "", refunds: "", imprint: "" };
const details = { line: "", supportEmail: null };
const tax = {
  automatic: true,
  behavior: null,
  collectTaxIds: false,
  requireBillingAddress: false,
  soldByLink: false,
};

/** In this order, on one shop: each request builds on those before it. */
const steps: Record<PublicChange, () => Step | Promise<Step>> = {
  "PUT /api/admin/products/:id": async () => {
    const { product, path, updatedAt, priceId, benefitId, pageBenefit } = things;
    const empty = { tagline: "", description: "", image: null, planGroup: null };
    const row = await updatedAt("products", product.id);
    const support = { type: "feature", name: "Support", settings: {} };
    return {
      path,
      body: {
        ...empty,
        slug: product.slug,
        name: "New name",
        updatedAt: row,
        prices: [{ id: priceId, active: false }],
        newPrices: [monthly],
        benefits: [{ id: pageBenefit }, { benefit: support }, { id: benefitId }],
      },
      read: (seen) => [
        ...[seen.product.name, seen.home, seen.page].map((text) => text?.includes("New name")),
        seen.product.prices?.map(({ amountMinor }) => amountMinor),
        names(seen),
      ],
      after: [true, true, true, [900], ["Pages", "Support", "The files"]],
    };
  },
  "PUT /api/admin/pages/:id/publication": () => ({
    path: `${things.pagePath}/publication`,
    read: titles,
    after: ["Notes"],
  }),
  "PUT /api/admin/pages/:id": async () => {
    const updatedAt = await things.updatedAt("pages", things.pageId);
    const body = { ...things.page, title: "More notes", updatedAt };
    return { path: things.pagePath, body, read: titles, after: ["More notes"] };
  },
  "DELETE /api/admin/pages/:id/benefits/:benefitId": () => ({
    path: `${things.pagePath}/benefits/${things.pageBenefit}`,
    read: titles,
    after: [],
  }),
  "PUT /api/admin/pages/:id/benefits/:benefitId": () => ({
    path: `${things.pagePath}/benefits/${things.pageBenefit}`,
    body: {},
    read: titles,
    after: ["More notes"],
  }),
  "DELETE /api/admin/pages/:id/publication": () => ({
    path: `${things.pagePath}/publication`,
    read: titles,
    after: [],
  }),
  "POST /api/admin/files/:id/versions": () => ({
    path: `/files/${things.fileId}/versions?fileName=book.pdf&size=4`,
    body: bytes("book"),
    read: detailOf("download", "formats"),
    after: ["PDF"],
  }),
  "POST /api/admin/files/:id/archival": () => ({
    path: `/files/${things.fileId}/archival`,
    read: files,
    after: 0,
  }),
  "DELETE /api/admin/files/:id/archival": () => ({
    path: `/files/${things.fileId}/archival`,
    read: files,
    after: 1,
  }),
  "POST /api/admin/files": async () => {
    // The visitor sees a file as soon as it has a version.
    const body = { benefitId: things.benefitId, name: "Another file" };
    const { id } = await things.send<{ id: string }>("POST", "/files", body);
    const path = `/files/${id}/versions?fileName=another.epub&size=4`;
    return { path, body: bytes("more"), read: files, after: 2 };
  },
  "POST /api/admin/files/:id/uploads/:uploadId/completion": async () => {
    const file = await things.send<{ id: string }>("POST", "/files", {
      benefitId: things.benefitId,
      name: "A large file",
    });
    const upload = { fileName: "large.zip", size: 5 };
    const uploads = `/files/${file.id}/uploads`;
    const { id } = await things.send<{ id: string }>("POST", uploads, upload);
    await things.send("PUT", `${uploads}/${id}/parts/1`, bytes("large"));
    return { path: `${uploads}/${id}/completion`, body: {}, read: files, after: 3 };
  },
  "POST /api/admin/file-versions/:id/withdrawal": async () => {
    const rows = await env.DB.prepare(
      "SELECT v.id FROM file_versions v JOIN files f ON f.id = v.file_id WHERE f.benefit_id = ? AND file_name LIKE 'large%'",
    )
      .bind(things.benefitId)
      .first<{ id: string }>();
    things.versionId = rows!.id;
    return { path: `/file-versions/${things.versionId}/withdrawal`, read: files, after: 2 };
  },
  "DELETE /api/admin/file-versions/:id/withdrawal": () => ({
    path: `/file-versions/${things.versionId}/withdrawal`,
    read: files,
    after: 3,
  }),
  "PUT /api/admin/settings/shop": () => ({
    path: "/settings/shop",
    body: { ...details, name: "Low Tide" },
    read: ({ catalog }) => catalog.shop.name,
    after: "Low Tide",
  }),
  "PUT /api/admin/settings/look": () => ({
    path: "/settings/look",
    body: { accent: "#0b5d7a", accentDark: null, logoSaysName: false },
    read: ({ theme }) => theme.includes("#0b5d7a"),
    after: true,
  }),
  "PUT /api/admin/settings/logo": () => ({
    path: "/settings/logo",
    body: new Blob([createLogo()]),
    read: ({ catalog }) => catalog.shop.logo !== null,
    after: true,
  }),
  "DELETE /api/admin/settings/logo": () => ({
    path: "/settings/logo",
    read: ({ catalog }) => catalog.shop.logo !== null,
    after: false,
  }),
  "PUT /api/admin/settings/legal": () => ({
    path: "/settings/legal",
    body: { ...texts, terms: "Be kind." },
    read: ({ terms }) => terms.includes("Be kind."),
    after: true,
  }),
  "PUT /api/admin/settings/share-picture": async () => {
    const path = "/settings/share-picture";
    const { source } = await things.send<{ source: string }>("GET", path);
    return {
      path: `${path}?source=${source}`,
      body: new Blob([createJpeg()]),
      read: ({ catalog }) => catalog.shop.sharePicture?.source,
      after: source,
    };
  },
  "PUT /api/admin/products/:id/share-picture": async () => {
    const { share } = await things.send<{ share: { source: string } }>("GET", things.path);
    return {
      path: `${things.path}/share-picture?source=${share.source}`,
      body: new Blob([createJpeg()]),
      read: ({ product }) => product.sharePicture?.source,
      after: share.source,
    };
  },
  "PUT /api/admin/settings/languages": () => ({
    path: "/settings/languages",
    body: { default: "en", offered: ["en", "ja"] },
    read: ({ catalog }) => catalog.shop.languages,
    after: { default: "en", offered: ["en", "ja"] },
  }),
  "PUT /api/admin/settings/law": () => ({
    path: "/settings/law",
    body: { seller: "PT", buyers: "everywhere" },
    read: ({ catalog }) => catalog.shop.seller.country,
    after: "PT",
  }),
  "PUT /api/admin/settings/e-invoices": async () => {
    await things.send("PUT", "/settings/shop", {
      ...details,
      name: "Low Tide",
      supportEmail: "help@example.com",
    });
    return {
      path: "/settings/e-invoices",
      body: {
        offered: true,
        name: "Low Tide GmbH",
        street: "Am Deich 1",
        postalCode: "26506",
        city: "Norden",
        country: "DE",
        vatId: "DE123456789",
        phone: "1",
        exemption: "",
      },
      read: ({ catalog }) => catalog.shop.seller,
      after: { name: "Low Tide GmbH", city: "Norden", country: "DE" },
    };
  },
  "PUT /api/admin/settings/storefront": () => ({
    path: "/settings/storefront",
    body: {
      sections: [{ id: "one", name: "To begin", names: {}, productIds: [things.product.id] }],
    },
    read: ({ catalog, home }) => [
      catalog.sections.map(({ name }) => name),
      home.includes("To begin"),
    ],
    after: [["To begin"], true],
  }),
  "PUT /api/admin/settings/checkout": () => ({
    path: "/settings/checkout",
    body: { payFirst: false, seatPauseHours: 0 },
    read: ({ catalog }) => catalog.shop.payFirst,
    after: false,
  }),
  "PUT /api/admin/settings/tax": () => ({
    path: "/settings/tax",
    body: tax,
    read: ({ catalog }) =>
      catalog.products.find(({ id }) => id === things.product.id)?.prices[0]?.tax,
    after: "exclusive",
  }),
  "PUT /api/admin/products/:id/position": async () => {
    const { id } = await shop.createPublishedProduct({});
    return {
      path: `/products/${id}/position`,
      body: { afterId: null },
      read: ({ catalog }) => catalog.products.map((product) => product.id),
      after: [id, things.product.id],
    };
  },
  "PUT /api/admin/products/:id/status": () => ({
    path: `${things.path}/status`,
    body: { status: "draft" },
    read: ({ catalog }) => catalog.products.some(({ id }) => id === things.product.id),
    after: false,
  }),
};

describe("the next visit shows what the seller changed", () => {
  // Other files share the database, and read in all languages.
  afterAll(() => saveLanguages(shop.ctx(), getDefaultLanguages()));
  beforeAll(async () => {
    things = await createThings();
  });

  test.each(Object.entries(steps))("%s", async (route, describeStep) => {
    const { path, body, read, after } = await describeStep();
    expect(read(await lookAround())).not.toEqual(after);
    await things.send(route.split(" ")[0]!, path, body);
    expect(read(await lookAround())).toEqual(after);
  });
});
