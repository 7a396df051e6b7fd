import { beforeAll, describe, expect, it, test } from "vitest";
import { attachPage } from "../../admin/pages/attach-page.ts";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { unpublishProduct } from "../../admin/products/publish-product.ts";
import { readPictureSize } from "../../drawing/picture-size.ts";
import { saveLegalTexts } from "../../settings/legal-pages.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser } from "../../testing/clients/sign-in.ts";
import {
  findStructuredDataErrors,
  readStructuredData,
} from "../../testing/rules/structured-data.ts";
import { findHtmlErrors } from "../../testing/rules/validate-html.ts";

/** Everything that Markdown can make. */
const description = [
  'Recorded at **slack tide** & "low" water. Listen at https://tides.example.',
  "# One\n\n## Two\n\n> A quote",
  "- [x] done\n- open\n\n1. first\n2. second",
  "| a | b |\n| - | :-: |\n| 1 | 2 |",
  "![A marsh](https://tides.example/marsh.png) and a note[^1].",
  "```js\nconst a = '</script>';\n```",
  "[^1]: The note.",
].join("\n\n");

const shop = openTestShop();
const visitor = openBrowser({ env: shop.env });
const slug = `tides-${crypto.randomUUID()}`;
const free = `free-${crypto.randomUUID()}`;
const archived = `archived-${crypto.randomUUID()}`;
const article = `article-${crypto.randomUUID()}`;
const notes = `notes-${crypto.randomUUID()}`;

beforeAll(async () => {
  await emptyDatabase();
  const product = await shop.createPublishedProduct({
    slug,
    name: 'Salt "marsh" </script> & <b>tides</b>',
    description,
    prices: [
      {
        type: "recurring",
        interval: "month",
        intervalCount: 1,
        amountMinor: 900,
        currency: "usd",
        trialDays: 14,
      },
      {
        type: "recurring",
        model: "per_seat",
        interval: "year",
        intervalCount: 1,
        amountMinor: 9000,
        currency: "usd",
        trialDays: 0,
      },
    ],
    benefits: [
      { type: "page", name: "Notes", settings: {} },
      { type: "license_key", name: "Key", settings: { prefix: "TIDE", activationLimit: 3 } },
    ],
  });
  await shop.createPublishedProduct({
    slug: free,
    prices: [{ type: "one_time", amountMinor: 0, currency: "jpy" }],
  });
  const { id: archivedId } = await shop.createPublishedProduct({ slug: archived });
  await unpublishProduct(shop.ctx(), { productId: archivedId, to: "archived" });
  const page = { slug: notes, title: "Notes", excerpt: description, body: "For members." };
  const { id } = await createPage(shop.ctx(), page);
  await attachPage(shop.ctx(), { benefitId: product.benefits[0]!.id, pageId: id });
  await publishPage(shop.ctx(), { id });
  const freePage = { ...page, slug: article, body: description, isFree: true };
  await publishPage(shop.ctx(), await createPage(shop.ctx(), freePage));
  const terms = description;
  await saveLegalTexts(shop.ctx(), { terms, privacy: "", refunds: "", imprint: "" });
});

const read = async (path: string) => (await visitor.fetch(path)).text();

describe.each([
  ["the shop", "/"],
  ["a subscription with trial and seats", `/p/${slug}`],
  ["a free product", `/p/${free}`],
  ["a legal page", "/legal/terms"],
  ["the excerpt of a members' page", `/read/${notes}`],
  ["a free page", `/read/${article}`],
  ["an archived product", `/p/${archived}`],
  ["an unknown page", "/no/such/page"],
])("the HTML of %s", (_, path) => {
  it("the HTML is valid, and so is its structured data", async () => {
    const html = await read(path);
    expect(html).toMatch(/^<!DOCTYPE html>/);
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(await findStructuredDataErrors(html)).toEqual([]);
  });
});

test("a broken page does not pass", async () => {
  const html = await read(`/p/${slug}`);
  expect(await findHtmlErrors(html.replace("</h1>", "</h2>"))).not.toEqual([]);
  expect(await findHtmlErrors(html.replace("<main", '<main style="color: red"'))).not.toEqual([]);
  expect(await findStructuredDataErrors(html.replace('"@type":"Product",', "$&,"))).not.toEqual([]);
});

test("tags in a product's name are shown as text within a sentence", async () => {
  expect(await read(`/read/${notes}`)).toContain(
    "is included in Salt &quot;marsh&quot; &lt;/script&gt; &amp; &lt;b&gt;tides&lt;/b&gt;.",
  );
});

test("a program reads a product's name, price, description and picture without running a script", async () => {
  const html = await read(`/p/${slug}`);
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(html).toContain(
    "<title>Salt &quot;marsh&quot; &lt;/script&gt; &amp; &lt;b&gt;tides&lt;/b&gt; · Tidewater</title>",
  );
  expect(meta("description")).toMatch(/^Recorded at slack tide &amp; &quot;low&quot; water\./);
  expect(meta("og:title")).toBe(
    "Salt &quot;marsh&quot; &lt;/script&gt; &amp; &lt;b&gt;tides&lt;/b&gt;",
  );
  expect(meta("product:price:amount")).toBe("9.00");
  expect(html).toContain(`<link rel="canonical" href="http://localhost:8787/p/${slug}"/>`);
  expect(html).toContain("<strong>slack tide</strong>");
  expect(html).toContain("$9");
  expect(readStructuredData(html)["Product"]).toMatchObject([
    {
      name: 'Salt "marsh" </script> & <b>tides</b>',
      offers: { lowPrice: "9.00", highPrice: "90.00", priceCurrency: "USD", offerCount: 2 },
    },
  ]);
  const picture = new URL(meta("og:image") ?? "");
  expect(picture.origin).toBe("http://localhost:8787");
  const response = await visitor.fetch(picture.pathname + picture.search);
  expect(readPictureSize(new Uint8Array(await response.arrayBuffer()))).toEqual({
    type: "image/png",
    width: 1200,
    height: 630,
  });
});
