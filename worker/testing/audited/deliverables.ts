import { beginUpload } from "../../admin/files/begin-upload.ts";
import { archiveFile, withdrawVersion } from "../../admin/files/edit-file.ts";
import { newUpload } from "../../admin/files/schema.ts";
import { putPart } from "../../admin/files/upload-part.ts";
import { newBenefit } from "../../catalog/benefit-schema.ts";
import { editBenefit, versionOf } from "../../admin/products/edit-benefit.ts";
import { showEditedProduct } from "../../admin/products/show-editable-product.ts";
import { disableLicense } from "../../admin/licenses/set-license-disabled.ts";
import { listLicenses } from "../../admin/licenses/list-licenses.ts";
import { showLicense } from "../../admin/licenses/show-license.ts";
import { attachPage } from "../../admin/pages/attach-page.ts";
import { createPage } from "../../admin/pages/create-page.ts";
import { publishPage } from "../../admin/pages/publish-page.ts";
import { sellFile } from "../downloads.ts";
import { buyLicense, licenseBenefit, openDevice } from "../licenses.ts";
import type { TestShop } from "../shop.ts";
import { writes, type AuditRule, type ChangingRoute } from "./change.ts";

const ofFile = async (shop: TestShop) => ({ at: { id: (await sellFile(shop)).fileId } });
const ofVersion = async (shop: TestShop) => ({ at: { id: (await sellFile(shop)).versionId } });

export const fileChanges = {
  "POST /api/admin/files": writes("file.created", async (shop) => {
    const { benefitId } = await sellFile(shop);
    return { json: { benefitId, name: "Field notes" } };
  }),
  "PUT /api/admin/files/order": writes("file.reordered", async (shop) => {
    const { benefitId, fileId, addFile } = await sellFile(shop);
    return { json: { benefitId, fileIds: [(await addFile("Second")).id, fileId] } };
  }),
  "PUT /api/admin/files/:id/name": writes("file.renamed", async (shop) => ({
    ...(await ofFile(shop)),
    json: { name: "Guide" },
  })),
  "POST /api/admin/files/:id/archival": writes("file.archived", ofFile),
  "DELETE /api/admin/files/:id/archival": writes("file.restored", async (shop) => {
    const asked = await ofFile(shop);
    await archiveFile(shop.ctx(), asked.at);
    return asked;
  }),
  "POST /api/admin/files/:id/versions": writes("file_version.added", async (shop) => ({
    ...(await ofFile(shop)),
    query: { fileName: "notes.txt", size: "3" },
    bytes: "abc",
  })),
  "POST /api/admin/files/:id/uploads": "bytes, until they are complete",
  "PUT /api/admin/files/:id/uploads/:uploadId/parts/:part": "bytes, until they are complete",
  "POST /api/admin/files/:id/uploads/:uploadId/completion": writes(
    "file_version.added",
    async (shop) => {
      const { fileId } = await sellFile(shop);
      const upload = newUpload.parse({ fileName: "notes.txt", size: 3 });
      const { id } = await beginUpload(shop.ctx(), { ...upload, fileId });
      const body = new Blob(["abc"]).stream();
      await putPart(shop.ctx(), { fileId, id, part: 1, body });
      return { at: { id: fileId, uploadId: id }, json: {} };
    },
  ),
  "DELETE /api/admin/files/:id/uploads/:uploadId": "bytes that were never anything",
  "POST /api/admin/file-versions/:id/withdrawal": writes("file_version.withdrawn", ofVersion),
  "DELETE /api/admin/file-versions/:id/withdrawal": writes("file_version.offered", async (shop) => {
    const asked = await ofVersion(shop);
    await withdrawVersion(shop.ctx(), asked.at);
    return asked;
  }),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;

const newPage = () => ({
  slug: `page-${crypto.randomUUID()}`,
  title: "A Page",
  excerpt: "",
  body: "One",
});

const ofPage = async (shop: TestShop) => ({
  at: { id: (await createPage(shop.ctx(), newPage())).id },
});

/** A page, and a benefit that could open it. */
async function ofAttachment(shop: TestShop) {
  const { id } = (await ofPage(shop)).at;
  const benefits = [{ type: "page" as const, name: "Notes", settings: {} }];
  return { id, benefitId: (await shop.sell({ benefits })).benefits[0]!.id };
}

export const pageChanges = {
  "POST /api/admin/pages": writes("page.created", () => ({ json: newPage() })),
  "POST /api/admin/pages/preview": "changes nothing",
  "PUT /api/admin/pages/:id": writes("page.updated", async (shop) => {
    const { id, updatedAt } = await createPage(shop.ctx(), newPage());
    return { at: { id }, json: { ...newPage(), updatedAt } };
  }),
  "PUT /api/admin/pages/:id/publication": writes("page.published", ofPage),
  "DELETE /api/admin/pages/:id/publication": writes("page.archived", async (shop) => {
    const asked = await ofPage(shop);
    await publishPage(shop.ctx(), asked.at);
    return asked;
  }),
  "PUT /api/admin/pages/:id/benefits/:benefitId": writes("page.attached", async (shop) => ({
    at: await ofAttachment(shop),
    json: {},
  })),
  "DELETE /api/admin/pages/:id/benefits/:benefitId": writes("page.detached", async (shop) => {
    const at = await ofAttachment(shop);
    await attachPage(shop.ctx(), { pageId: at.id, benefitId: at.benefitId });
    return { at };
  }),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;

/** A key that somebody has bought. */
async function ofKey(shop: TestShop) {
  const { benefitId } = await buyLicense(shop);
  const { items } = await listLicenses(shop.ctx(), { benefitId });
  return { at: { id: items[0]!.id } };
}

const importOf = async (shop: TestShop) => ({
  benefitId: (await buyLicense(shop)).benefitId,
  csv: `key\n${crypto.randomUUID()}`,
  handOut: false,
});

export const licenseChanges = {
  "POST /api/admin/licenses": writes("license.imported", async (shop) => ({
    json: await importOf(shop),
  })),
  "POST /api/admin/licenses/preview": "changes nothing",
  "POST /api/admin/licenses/stock/:benefitId/fulfillment": writes(
    "license.handed_out",
    async (shop) => {
      const { benefitId, product } = await buyLicense(shop, { isFromStock: true });
      // From now on keys are made, so that who waits for the stock can have one.
      const [before] = (await showEditedProduct(shop.ctx(), product)).benefits;
      const benefit = licenseBenefit();
      const version = versionOf(before!);
      await editBenefit(shop.ctx(), { id: benefitId, benefit: newBenefit.parse(benefit), version });
      return { at: { benefitId } };
    },
  ),
  "DELETE /api/admin/licenses/:id/activations/:activationId": writes(
    "license.device_removed",
    async (shop) => {
      const { benefitId, key } = await buyLicense(shop, { activationLimit: 1 });
      await openDevice(shop)("activate", { key, fingerprint: "a" });
      const { items } = await listLicenses(shop.ctx(), { benefitId });
      const { id, activations } = await showLicense(shop.ctx(), { id: items[0]!.id });
      return { at: { id, activationId: activations[0]!.id } };
    },
  ),
  "POST /api/admin/licenses/:id/suspension": writes("license.disabled", ofKey),
  "DELETE /api/admin/licenses/:id/suspension": writes("license.enabled", async (shop) => {
    const asked = await ofKey(shop);
    await disableLicense(shop.ctx(), { ...asked.at, isDisabled: true });
    return asked;
  }),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;
