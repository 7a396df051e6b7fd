import { describe, expect, test } from "vitest";
import { showEditableProduct } from "../../admin/products/show-editable-product.ts";
import { fileNameField, savedNameField, versionLabelField } from "../../shared/file-text-fields.ts";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { translateBenefit } from "../../testing/fixtures/edit-translations.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { showLibrary } from "../library/show-library.ts";

const shop = openTestShop();

/** Creates a file with German texts, and a customer who has it. */
async function createGermanFile(texts: { name?: string; label?: string; fileName?: string }) {
  const file = await createFileProduct(shop, "0123456789", {
    label: "Second edition",
    fileName: "handbook.txt",
  });
  const { benefitId, fileId, versionId } = file;
  await translateBenefit(shop.ctx(), {
    productId: file.product.id,
    benefitId,
    translations: {
      de: {
        ...(texts.name && { [fileNameField(fileId)]: texts.name }),
        ...(texts.label && { [versionLabelField(versionId)]: texts.label }),
        ...(texts.fileName && { [savedNameField(versionId)]: texts.fileName }),
      },
    },
  });
  const user = await file.createUserWithAccess();
  return {
    ...file,
    async readFile(locale: string) {
      const userId = await shop.createUser();
      await createGift(shop.ctx(), { userId, productId: file.product.id, note: "A gift" });
      const ctx = await withTextsIn(shop.asUser(userId), locale);
      const [benefit] = (await showLibrary(ctx, { userId })).flatMap(({ benefits }) => benefits);
      return benefit?.type === "download" ? benefit.files[0] : undefined;
    },
    async readSavedName(locale: string) {
      const response = await user.fetch(await user.link(), {
        headers: { "accept-language": locale },
      });
      await response.arrayBuffer();
      return response.headers.get("content-disposition");
    },
  };
}

describe("a file with texts in German", () => {
  test("the library shows its name, label and saved name in German, and in English as they are", async () => {
    const { readFile } = await createGermanFile({
      name: "Handbuch",
      label: "Zweite Auflage",
      fileName: "handbuch.txt",
    });
    expect(await readFile("de")).toMatchObject({
      name: "Handbuch",
      newest: { label: "Zweite Auflage", fileName: "handbuch.txt" },
    });
    const english = await readFile("en");
    expect(english).toMatchObject({
      name: "Handbook",
      newest: { label: "Second edition", fileName: "handbook.txt" },
    });
    expect(english).not.toHaveProperty("langs");
  });

  test("a text without a translation is in the shop's language, and a screen reader is told", async () => {
    const { readFile } = await createGermanFile({ label: "Zweite Auflage" });
    expect(await readFile("de")).toMatchObject({
      name: "Handbook",
      langs: { name: "en" },
      newest: { label: "Zweite Auflage", fileName: "handbook.txt" },
    });
  });

  test.each([
    ["handbuch.txt", "attachment; filename=handbuch.txt"],
    ["Führer.txt", "attachment; filename=\"F?hrer.txt\"; filename*=UTF-8''F%C3%BChrer.txt"],
    ["handbuch", "attachment; filename=handbuch.txt"],
    ["../handbuch.exe", "attachment; filename=_handbuch.exe.txt"],
  ])("a file that is called %s in German is saved as %s", async (fileName, header) => {
    const { readSavedName } = await createGermanFile({ fileName });
    expect(await readSavedName("de")).toBe(header);
    expect(await readSavedName("fr")).toBe("attachment; filename=handbook.txt");
  });

  test("the console lists the texts to translate: those of the file and of its newest version", async () => {
    const { product, fileId, addVersion } = await createGermanFile({ name: "Handbuch" });
    const third = await addVersion("third", { label: "Third edition", fileName: "third.txt" });
    const { benefits } = await showEditableProduct(shop.ctx(), { id: product.id });
    expect(benefits[0]).toMatchObject({
      translations: { de: { [fileNameField(fileId)]: "Handbuch" } },
      files: [
        { id: fileId, versionId: third.id, label: "Third edition", fileName: "third.txt", size: 5 },
      ],
    });
  });
});

test.each(["name:prd_01", "slug", "fileName:fiv_1", "label:fil_01arz3ndektsv4rrffq69g5fav"])(
  "a translation of the unknown field %s is refused",
  async (field) => {
    const { product, benefitId } = await createFileProduct(shop);
    const admin = await createSignedInUser({ role: "owner", env: shop.env });
    const path = `/api/admin/products/${product.id}`;
    const shown = await admin.json<Awaited<ReturnType<typeof showEditableProduct>>>(path);
    const { name, slug, tagline, description, image, planGroup, updatedAt, benefits } = shown;
    const { version } = benefits[0]!;
    const entry = { id: benefitId, version, translations: { de: { [field]: "X" } } };
    const details = { name, slug, tagline, description, image, planGroup, updatedAt };
    const response = await admin.fetch(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...details, benefits: [entry] }),
    });
    expect(response.status).toBe(422);
  },
);
