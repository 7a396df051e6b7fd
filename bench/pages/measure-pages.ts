import { measurePages, openMeasuredBrowser, ROUNDS } from "./measure-page.ts";
import { startDeployedShop } from "./start-deployed-shop.ts";
import { uploadPicture } from "./upload-picture.ts";

/** A product of the demo shop that gets a picture. */
const WITH_PICTURE = "field-handbook";

const port = Number(process.env["BENCH_PORT"] ?? 8817);
const debuggingPort = port + 3;
const shop = await startDeployedShop(port);
const browser = await openMeasuredBrowser(debuggingPort);
try {
  const owner = await browser.newContext({ baseURL: shop.url, ignoreHTTPSErrors: true });
  await uploadPicture(owner, WITH_PICTURE);
  await owner.close();
  const pages = {
    storefront: "/",
    "product, drawn cover": "/p/membership",
    "product, picture": `/p/${WITH_PICTURE}`,
    "legal page": "/legal/terms",
  };
  console.log(
    "Lighthouse, mobile, simulated slow 4G. A local proxy adds HTTP/2 and Brotli (quality 4),",
  );
  console.log(
    `as Cloudflare does; wrangler dev has neither. Medians of ${ROUNDS} rounds; kB as sent.\n`,
  );
  if (!(await measurePages(shop.url, pages, debuggingPort))) process.exitCode = 1;
} finally {
  await browser.close();
  await shop.stop();
}
