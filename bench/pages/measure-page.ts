import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import { formatRow, header, isGoalMet, readResult, takeMedian } from "./page-result.ts";

/** How often each page is measured. Each figure is the median of the rounds. */
export const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

/** Opens the browser that Lighthouse measures with. It accepts the certificate of this machine's own. */
export const openMeasuredBrowser = async (debuggingPort: number) =>
  chromium.launch({
    executablePath: await findChromium(),
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--ignore-certificate-errors",
      `--remote-debugging-port=${debuggingPort}`,
    ],
  });

/**
 * Measures pages with Lighthouse as on a phone with a slow connection: "mobile", with simulated slow 4G (150 ms and
 * 1.6 Mbit/s) and a CPU four times slower. Prints a line for each, and what is wrong with it.
 * @param pages the names and the paths of the pages
 * @returns whether all goals are met
 */
export async function measurePages(
  origin: string,
  pages: Record<string, string>,
  debuggingPort: number,
): Promise<boolean> {
  let isMet = true;
  console.log(header);
  for (const [name, path] of Object.entries(pages)) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push(await measure(origin + path, debuggingPort));
    const median = takeMedian(rounds);
    console.log(formatRow(name, median));
    for (const problem of median.problems) console.log(`  ${problem}`);
    isMet &&= isGoalMet(median);
  }
  console.log("\nGoals: 100 × 4, LCP ≤ 1200 ms, TBT ≤ 50 ms, CLS 0.");
  return isMet;
}

async function measure(url: string, port: number) {
  const run = await lighthouse(url, { port, logLevel: "error", output: "json" });
  if (!run) throw new Error(`Lighthouse gave no result for ${url}`);
  return readResult(run.lhr);
}
