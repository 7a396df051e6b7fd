import type { Ctx } from "../context.ts";
import type { Failure } from "../errors.ts";
import { addFileVersion } from "../admin/files/add-file-version.ts";
import { createFile } from "../admin/files/create-file.ts";
import { createLink } from "../delivery/downloads/create-download-link.ts";
import { checkFeature } from "../access/check-entitlement.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { validateLicense } from "../delivery/licenses/validate-license.ts";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { showPage } from "../delivery/pages/show-page.ts";
import { hashLicenseKey } from "../lib/license-key.ts";
import { showLicense } from "./licenses.ts";
import type { TestShop } from "./shop.ts";

type Sold = Awaited<ReturnType<TestShop["sell"]>>;

/**
 * Puts a file and a page into a product with one benefit of each type, and tries each where it is used, as this person,
 * who holds it.
 * @returns asks which types open at a time; a license key does that took no other's place since
 */
export async function openDoors(shop: TestShop, product: Sold, userId: string) {
  const idOf = (type: string) => product.benefits.find((benefit) => benefit.type === type)!.id;
  const ctx = shop.ctx();
  const { versionId } = await addFile(ctx, idOf("download"));
  const { slug } = await addPage(ctx, idOf("page"));
  const shown = await showLicense(shop, userId);
  const keyHash = hashLicenseKey(shown!.license!.key);

  return async (now = Date.now()): Promise<string[]> => {
    const holder = shop.as(userId, now);
    const isOpen = {
      feature: (await checkFeature(holder, { userId, key: idOf("feature") })).allowed,
      license_key: (await validateLicense(holder, { keyHash })).valid,
      download: await createLink(holder, { id: versionId }).then(
        () => true,
        (error: Failure) => error.code !== "not_found",
      ),
      page: (await showPage(holder, { slug, userId })).access === "open",
      link: (await showLibrary(holder, { userId })).some(({ benefits: held }) =>
        held.some((benefit) => benefit.type === "link" && benefit.url === "https://example.com/"),
      ),
    };
    const types = Object.keys(isOpen) as (keyof typeof isOpen)[];
    return types.filter((type) => isOpen[type]).toSorted();
  };
}

async function addFile(ctx: Ctx, benefitId: string) {
  const file = await createFile(ctx, { benefitId, name: "Handbook" });
  const version = await addFileVersion(ctx, {
    fileId: file.id,
    label: "",
    fileName: "handbook.txt",
    contentType: "text/plain",
    size: 1,
    body: new Blob(["x"]).stream(),
  });
  return { versionId: version.id };
}

async function addPage(ctx: Ctx, benefitId: string) {
  const slug = `page-${crypto.randomUUID()}`;
  const { id: pageId } = await createPage(ctx, { slug, title: "Notes", excerpt: "", body: "All" });
  await attachPage(ctx, { benefitId, pageId });
  await publishPage(ctx, { id: pageId });
  return { slug };
}
