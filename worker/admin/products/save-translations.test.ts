import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addExistingBenefit, editProduct } from "../../testing/fixtures/edit-product.ts";
import { translateBenefit, translateProduct } from "../../testing/fixtures/edit-translations.ts";
import { listFeed, listMissingEvents, recordTypes } from "../../testing/clients/feed.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { createSavedProduct } from "./create-product.ts";
import { showEditableProduct, type EditableProduct } from "./show-editable-product.ts";

const shop = openTestShop();
const show = (id: string) => showEditableProduct(shop.ctx(), { id });

/** Returns what the audit log has of an object's texts, newest first. */
async function listEntries(targetId: string, action: string) {
  const { results } = await env.DB.prepare(
    `SELECT "before", "after" FROM audit_entries WHERE target_id = ? AND action = ? ORDER BY id DESC`,
  )
    .bind(targetId, action)
    .all<{ before: string | null; after: string }>();
  return results.map(({ before, after }) => [
    before === null ? null : (JSON.parse(before) as object),
    JSON.parse(after) as object,
  ]);
}

test("translations replace those before, and an edit without them leaves them", async () => {
  const { id } = await shop.createPublishedProduct({ name: "Tides", tagline: "A year" });
  await translateProduct(shop.ctx(), id, {
    de: { name: "Gezeiten", tagline: "Ein Jahr", description: "Kalt." },
    ja: { name: "潮" },
  });
  expect((await show(id)).translations).toEqual({
    de: { name: "Gezeiten", tagline: "Ein Jahr", description: "Kalt." },
    ja: { name: "潮" },
  });
  await editProduct(shop.ctx(), id, { tagline: "Two years" });
  // A blank text is none.
  await translateProduct(shop.ctx(), id, { de: { name: "Flut", tagline: "  " }, fr: {} });
  expect((await show(id)).translations).toEqual({ de: { name: "Flut" } });
  expect((await listEntries(id, "product.updated"))[0]).toEqual([
    {
      "description (de)": "5 characters",
      "name (de)": "Gezeiten",
      "name (ja)": "潮",
      "tagline (de)": "Ein Jahr",
    },
    { "description (de)": null, "name (de)": "Flut", "name (ja)": null, "tagline (de)": null },
  ]);
});

test("a translation that changes nothing saves and records nothing", async () => {
  const { id } = await shop.createPublishedProduct({});
  await translateProduct(shop.ctx(), id, { de: { name: "Flut" } });
  const before = await show(id);
  await translateProduct(shop.ctx(), id, { de: { name: "Flut", tagline: "" } });
  expect(await show(id)).toEqual(before);
});

test("a new product and a new benefit can have translations from the start", async () => {
  const { id } = await createSavedProduct(shop.ctx(), {
    slug: `p-${crypto.randomUUID()}`,
    name: "Tides",
    tagline: "",
    description: "",
    translations: { de: { name: "Gezeiten" } },
    prices: [],
    benefits: [
      {
        benefit: { type: "link", name: "Map", settings: { note: "Hi" } },
        translations: { de: { name: "Karte", note: "Hallo" } },
      },
    ],
  });
  const { translations, benefits } = await show(id);
  expect([translations, benefits[0]!.translations]).toEqual([
    { de: { name: "Gezeiten" } },
    { de: { name: "Karte", note: "Hallo" } },
  ]);
});

test("the second of two edits of a shared benefit's translations is refused", async () => {
  const product = await shop.createPublishedProduct({});
  const other = await shop.createPublishedProduct({});
  const benefitId = product.benefits[0]!.id;
  await addExistingBenefit(shop.ctx(), { productId: other.id, benefitId });
  const { version } = (await show(product.id)).benefits[0]!;
  const edit = (productId: string, name: string) =>
    translateBenefit(shop.ctx(), {
      productId,
      benefitId,
      version,
      translations: { de: { name } },
    });
  await edit(product.id, "Das Ding");
  await expect(edit(other.id, "Die Sache")).rejects.toMatchObject({ code: "edit_conflict" });
  expect((await show(other.id)).benefits.at(-1)!.translations).toEqual({
    de: { name: "Das Ding" },
  });
  expect(await listEntries(benefitId, "benefit.updated")).toEqual([
    [{ "name (de)": null }, { "name (de)": "Das Ding" }],
  ]);
});

test("one of two concurrent edits of a benefit's translations is refused", async () => {
  const product = await shop.createPublishedProduct({});
  const other = await shop.createPublishedProduct({});
  const benefitId = product.benefits[0]!.id;
  await addExistingBenefit(shop.ctx(), { productId: other.id, benefitId });
  const results = await Promise.allSettled(
    [product, other].map(({ id }) =>
      translateBenefit(shop.ctx(), {
        productId: id,
        benefitId,
        translations: { de: { name: `Ding ${id}` } },
      }),
    ),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const winner = [product, other][results.findIndex(({ status }) => status === "fulfilled")]!;
  expect((await show(product.id)).benefits[0]!.translations).toEqual({
    de: { name: `Ding ${winner.id}` },
  });
});

test("a product without translations has no event because the feed learned of them", async () => {
  const { id } = await shop.createPublishedProduct({});
  await env.DB.prepare(
    "UPDATE feed_events SET data = json_remove(data, '$.translations') WHERE object_id = ?",
  )
    .bind(id)
    .run();
  expect(await listMissingEvents(shop, { productId: id })).toEqual([]);
});

test("other programs get an event about a translation", async () => {
  const { id } = await shop.createPublishedProduct({});
  const translate = () => translateProduct(shop.ctx(), id, { de: { name: "Gezeiten" } });
  expect(await recordTypes(shop, { objectId: id }, translate)).toEqual(["product.updated"]);
  expect((await listFeed(shop, { objectId: id })).at(-1)?.data).toMatchObject({
    translations: { de: { name: "Gezeiten" } },
  });
});

test("a refused translation names its language and field, and an unknown language is refused", async () => {
  const { id } = await shop.createDraftProduct();
  const admin = await createSignedInUser({ role: "admin", env: shop.env });
  const product = await admin.json<EditableProduct>(`/api/admin/products/${id}`);
  const { slug, name, tagline, description, image, planGroup, updatedAt, benefits } = product;
  const save = (changes: object) =>
    admin.json(`/api/admin/products/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        slug,
        name,
        tagline,
        description,
        image,
        planGroup,
        updatedAt,
        ...changes,
      }),
    });
  const [{ id: benefitId, version }] = benefits as [EditableProduct["benefits"][number]];
  const tooLong = { de: { name: "x".repeat(121) } };
  expect(
    await save({
      translations: tooLong,
      benefits: [{ id: benefitId, version, translations: tooLong }],
    }),
  ).toMatchObject({
    code: "invalid_input",
    fields: [
      { path: "translations.de.name", message: "Must be 120 characters or fewer." },
      { path: "benefits.0.translations.de.name", message: "Must be 120 characters or fewer." },
    ],
  });
  expect(await save({ translations: { tlh: { name: "x" } } })).toMatchObject({
    code: "invalid_input",
  });
  expect(await save({ translations: { de: { slug: "x" } } })).toMatchObject({
    code: "invalid_input",
  });
});
