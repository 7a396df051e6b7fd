import type { Ctx } from "../context.ts";
import type { AppError } from "../errors.ts";
import { addFileVersion } from "../admin/files/add-file-version.ts";
import { createFile } from "../admin/files/create-file.ts";
import { createDownloadLink } from "../delivery/downloads/create-download-link.ts";
import { checkEntitlement } from "../access/check-entitlement.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { validateLicense } from "../delivery/licenses/validate-license.ts";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { showPage } from "../delivery/pages/show-page.ts";
import { hashLicenseKey } from "../lib/license-key.ts";
import { findLicenseInLibrary } from "./licenses.ts";
import type { TestShop } from "./shop.ts";

type PublishedProduct = Awaited<ReturnType<TestShop["createPublishedProduct"]>>;

/**
 * Adds a file and a page to a product with one benefit of each type, and prepares to use each benefit as this user, who
 * has access to the product.
 * @returns a function that returns the types usable at `now`. It checks the license key of the time of this call.
 */
export async function probeAccess(shop: TestShop, product: PublishedProduct, userId: string) {
  const idOf = (type: string) => product.benefits.find((benefit) => benefit.type === type)!.id;
  const ctx = shop.ctx();
  const { versionId } = await addFile(ctx, idOf("download"));
  const { slug } = await addPage(ctx, idOf("page"));
  const shown = await findLicenseInLibrary(shop, userId);
  const keyHash = hashLicenseKey(shown!.license!.key);

  return async (now = Date.now()): Promise<string[]> => {
    const userContext = shop.asUser(userId, now);
    const isOpen = {
      feature: (await checkEntitlement(userContext, { userId, key: idOf("feature") })).allowed,
      license_key: (await validateLicense(userContext, { keyHash })).valid,
      download: await createDownloadLink(userContext, { id: versionId }).then(
        () => true,
        (error: AppError) => error.code !== "not_found",
      ),
      page: (await showPage(userContext, { slug, userId })).access === "open",
      link: (await showLibrary(userContext, { userId })).some(({ benefits: entryBenefits }) =>
        entryBenefits.some(
          (benefit) => benefit.type === "link" && benefit.url === "https://example.com/",
        ),
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
