import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import { measureFirstScreens } from "./first-screens.ts";
import { startDeployedShop } from "./start-deployed-shop.ts";
import { uploadPicture } from "./upload-picture.ts";

/** Measures the first screens of pages that need the app. Each figure is the median of the rounds. */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** A product of the demo shop that gets a picture. */
const WITH_PICTURE = "field-handbook";

// The bench's own certificate, which no one trusts.
process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
const shop = await startDeployedShop(Number(process.env["BENCH_PORT"] ?? 8827));
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ["--no-sandbox", "--disable-background-networking", "--ignore-certificate-errors"],
});
try {
  const owner = await browser.newContext({ baseURL: shop.url, ignoreHTTPSErrors: true });
  await uploadPicture(owner, WITH_PICTURE);
  await owner.close();
  const options = { pictureSlug: WITH_PICTURE, rounds: ROUNDS };
  if (!(await measureFirstScreens(browser, shop, options))) process.exitCode = 1;
} finally {
  await browser.close();
  await shop.stop();
}
