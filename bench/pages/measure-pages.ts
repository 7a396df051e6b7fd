import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import { startDeployedShop } from "./start-deployed-shop.ts";
import { formatRow, header, isGoalMet, readResult, takeMedian } from "./page-result.ts";
import { uploadPicture } from "./upload-picture.ts";

/**
 * Measures public pages with Lighthouse as on a phone with a slow connection: "mobile", with simulated slow 4G (150 ms
 * and 1.6 Mbit/s) and a CPU four times slower. Each figure is the median of the rounds.
 */
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
/** A product of the demo shop that gets a picture. */
const WITH_PICTURE = "field-handbook";

const port = Number(process.env["BENCH_PORT"] ?? 8817);
const debuggingPort = port + 3;
const shop = await startDeployedShop(port);
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--ignore-certificate-errors",
    `--remote-debugging-port=${debuggingPort}`,
  ],
});
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
  console.log(header);
  for (const [name, path] of Object.entries(pages)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(shop.url + path));
    const median = takeMedian(rounds);
    console.log(formatRow(name, median));
    for (const problem of median.problems) console.log(`  ${problem}`);
    if (!isGoalMet(median)) process.exitCode = 1;
  }
  console.log("\nGoals: 100 × 4, LCP ≤ 1200 ms, TBT ≤ 50 ms, CLS 0.");
} finally {
  await browser.close();
  await shop.stop();
}

async function measure(url: string) {
  const run = await lighthouse(url, { port: debuggingPort, logLevel: "error", output: "json" });
  if (!run) throw new Error(`Lighthouse gave no result for ${url}`);
  return readResult(run.lhr);
}
