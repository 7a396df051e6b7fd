import { describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import type { NewBenefit } from "../../delivery/benefits/benefit-schema.ts";
import { addFileVersion } from "../files/add-file-version.ts";
import { createFile } from "../files/create-file.ts";
import { newVersion } from "../files/schema.ts";
import { importLicenses } from "../licenses/import-licenses.ts";
import { publishPage } from "../pages/publish-page.ts";
import { listCatalog } from "./list-catalog.ts";
import { publishCompleteProduct } from "./publish-product.ts";
import { showEditableProduct } from "./show-editable-product.ts";

const codesOf = async (shop: TestShop, id: string) => {
  const { completeness } = await showEditableProduct(shop.ctx(), { id });
  return completeness.missing.map(({ code }) => code);
};

async function addFile(shop: TestShop, benefitId: string): Promise<void> {
  const { id: fileId } = await createFile(shop.ctx(), { benefitId, name: "Book" });
  const body = new Blob(["book"]);
  const version = newVersion.parse({ fileName: "book.txt", size: body.size });
  await addFileVersion(shop.ctx(), { ...version, fileId, body: body.stream() });
}

const createDraft = (shop: TestShop, benefits: NewBenefit[]) => {
  const name = `Draft ${crypto.randomUUID()}`;
  return shop.createDraftProduct({ name, benefits });
};

const chat: NewBenefit = { type: "link", name: "Chat", settings: { url: "https://example.com/" } };

describe("a product is not published without a warning", () => {
  test.each<[string, NewBenefit, string, (shop: TestShop, benefitId: string) => Promise<unknown>]>([
    [
      "when a download has no file",
      { type: "download", name: "Book", settings: {} },
      "file",
      (shop, benefitId) => addFile(shop, benefitId),
    ],
    [
      "when no imported keys are left",
      { type: "license_key", name: "Key", settings: { prefix: "TIDE", isFromStock: true } },
      "keys",
      (shop, benefitId) =>
        importLicenses(shop.ctx(), {
          benefitId,
          csv: `key\nTIDE-${crypto.randomUUID()}`,
          handOut: true,
        }),
    ],
    [
      "when a page is a draft",
      {
        type: "page",
        name: "Course",
        settings: {},
        newPages: [{ title: "Begin", body: "Text", isPublished: false }],
      },
      "page_draft",
      async (shop, benefitId) => {
        const pages = await shop
          .ctx()
          .db.$client.prepare("SELECT page_id AS id FROM benefit_pages WHERE benefit_id = ?")
          .bind(benefitId)
          .all<{ id: string }>();
        for (const { id } of pages.results) await publishPage(shop.ctx(), { id });
      },
    ],
  ])("%s", async (_title, benefit, code, complete) => {
    const shop = openTestShop();
    const { id } = await createDraft(shop, [chat, benefit]);
    expect(await codesOf(shop, id)).toEqual([code]);
    await expect(publishCompleteProduct(shop.ctx(), { productId: id })).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "benefits.1" }],
    });
    const { benefits } = await showEditableProduct(shop.ctx(), { id });
    await complete(shop, benefits[1]!.id);
    expect(await codesOf(shop, id)).toEqual([]);
    await publishCompleteProduct(shop.ctx(), { productId: id });
    expect(await showEditableProduct(shop.ctx(), { id })).toMatchObject({ status: "published" });
  });

  test.each<[string, NewBenefit, string]>([
    [
      "when a page has no text",
      {
        type: "page",
        name: "Course",
        settings: {},
        newPages: [{ title: "Begin", body: " ", isPublished: true }],
      },
      "page_text",
    ],
    ["when a page benefit has no page", { type: "page", name: "Course", settings: {} }, "page"],
    [
      "when a link has neither a URL nor a note",
      { type: "link", name: "Forum", settings: {} },
      "link",
    ],
  ])("%s", async (_title, benefit, code) => {
    const shop = openTestShop();
    const { id } = await createDraft(shop, [chat, benefit]);
    expect(await codesOf(shop, id)).toEqual([code]);
  });
});

test("a product that lacks one of two benefits is published if the seller accepts it", async () => {
  const shop = openTestShop();
  const { id } = await createDraft(shop, [chat, { type: "download", name: "Book", settings: {} }]);
  await publishCompleteProduct(shop.ctx(), { productId: id, acceptsMissing: true });
  expect(await showEditableProduct(shop.ctx(), { id })).toMatchObject({ status: "published" });
});

test("a product of which buyers would get nothing is not published, even if the seller accepts it", async () => {
  const shop = openTestShop();
  const { id } = await createDraft(shop, [{ type: "download", name: "Book", settings: {} }]);
  await expect(
    publishCompleteProduct(shop.ctx(), { productId: id, acceptsMissing: true }),
  ).rejects.toMatchObject({ code: "invalid_input", fields: [{ path: "benefits.0" }] });
});

test("a product without benefits, with features, generated keys or a note alone is complete", async () => {
  const shop = openTestShop();
  const benefits: NewBenefit[] = [
    { type: "feature", name: "Export", settings: {} },
    { type: "license_key", name: "Key", settings: { prefix: "TIDE" } },
    { type: "link", name: "Welcome", settings: { note: "Write to us" } },
  ];
  for (const included of [[], benefits]) {
    const { id } = await createDraft(shop, included);
    await publishCompleteProduct(shop.ctx(), { productId: id });
    expect(await codesOf(shop, id)).toEqual([]);
  }
});

test("the console's list says which products are not complete", async () => {
  const shop = openTestShop();
  const list = async ({ name }: { name: string }) =>
    (await listCatalog(shop.ctx(), { search: name })).items.map(({ isComplete }) => isComplete);
  const complete = await createDraft(shop, [chat]);
  const withoutFile = await createDraft(shop, [
    chat,
    { type: "download", name: "Book", settings: {} },
  ]);
  const name = `Draft ${crypto.randomUUID()}`;
  const withoutPrice = await shop.createDraftProduct({ name, prices: [], benefits: [chat] });
  const listed = await Promise.all([complete, withoutFile, withoutPrice].map(list));
  expect(listed).toEqual([[true], [false], [false]]);
});
