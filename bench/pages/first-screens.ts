import type { Browser, BrowserContext, CDPSession } from "playwright-core";
import { buyAs } from "../../scripts/seed/purchases.ts";
import { signIn } from "../../scripts/shop/http-session.ts";

/** Slow 4G as Lighthouse has it, and a connection at the edge of a village. Bits per second, and milliseconds. */
const connections = {
  "slow 4G": { bandwidth: 1_600_000, latency: 150, goals: { text: 1200, lcp: 1300 } },
  "400 kbit/s": { bandwidth: 400_000, latency: 400, goals: { text: 2000, lcp: Infinity } },
};

type Screen = {
  path: string;
  /** What the page's frame says: a pattern, so that a text may go on. */
  text: string;
  /** What it must never show. */
  never?: string;
  isMember: boolean;
  /** Whether its picture must be there in time, too. */
  hasPicture?: boolean;
};

type Figures = {
  /** When the text was first on the screen, and the largest part of the page, in ms. */
  text: number;
  lcp: number;
  cls: number;
  /** All bytes as sent, until the network was quiet. */
  bytes: number;
  sawNever: boolean;
};

/**
 * Measures when a phone with an empty cache shows the frame and the text of pages that need the app, and a picture.
 * Chromium delays the network itself; the CPU is this machine's.
 * @param shop.sandboxUrl where purchases are paid
 * @param pictureSlug a product with a photograph
 * @returns whether all goals are met
 */
export async function measureFirstScreens(
  browser: Browser,
  shop: { url: string; sandboxUrl: string },
  options: { pictureSlug: string; rounds: number },
): Promise<boolean> {
  const member = await signIn(shop.url, "first-screens@example.com");
  await buyAs(member, shop.sandboxUrl, { slug: "membership", interval: "month" });
  const checkoutId = await buyAs(member, shop.sandboxUrl, {
    slug: "field-handbook",
    interval: null,
  });
  const screens: Record<string, Screen> = {
    "sign-in": { path: "/signin?callbackUrl=%2Flibrary", text: "Continue with", isMember: false },
    library: { path: "/library", text: "Tidewater Membership", isMember: true },
    billing: { path: "/account/billing", text: "Subscriptions", isMember: true },
    return: {
      path: `/checkout/return?checkout=${checkoutId}`,
      text: "Confirming your payment",
      isMember: true,
    },
    "members' page": {
      path: "/read/handbook-errata",
      text: "The preamp on page 47",
      never: "The rest of this page",
      isMember: true,
    },
    "product, picture": {
      path: `/p/${options.pictureSlug}`,
      text: "Order and pay",
      isMember: false,
      hasPicture: true,
    },
  };
  console.log("\nFirst screens, an empty cache, 390 × 844. Times in ms; kB as sent.\n");
  console.log(toLine("connection", "page", ["text", "LCP", "CLS", "kB"]));
  let isMet = true;
  for (const [connection, { goals, ...network }] of Object.entries(connections))
    for (const [name, screen] of Object.entries(screens)) {
      const rounds: Figures[] = [];
      for (let round = 0; round < options.rounds; round++) {
        const context = await browser.newContext({
          baseURL: shop.url,
          ignoreHTTPSErrors: true,
          locale: "en-US",
          viewport: { width: 390, height: 844 },
        });
        if (screen.isMember) await context.addCookies(member.cookies());
        rounds.push(await measure(context, screen, network));
        await context.close();
      }
      const { text, lcp, cls, bytes } = takeMedians(rounds);
      const sawNever = rounds.some((round) => round.sawNever);
      const isSlow =
        text > goals.text || (screen.hasPicture === true && lcp > goals.lcp) || cls > 0.001;
      if (isSlow || sawNever) isMet = false;
      console.log(
        toLine(connection, name, [
          text.toFixed(0),
          lcp.toFixed(0),
          cls.toFixed(3),
          (bytes / 1000).toFixed(1),
        ]) + (sawNever ? `  showed “${screen.never}”` : isSlow ? "  misses its goal" : ""),
      );
    }
  console.log(
    "\nGoals: text ≤ 1200 ms on slow 4G and ≤ 2000 ms at 400 kbit/s, CLS 0, never the paywall for a",
  );
  console.log("member; LCP of a product with a photograph ≤ 1300 ms on slow 4G.");
  return isMet;
}

async function measure(
  context: BrowserContext,
  { path, text, never = "\u0000" }: Screen,
  { bandwidth, latency }: { bandwidth: number; latency: number },
): Promise<Figures> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, { text, never });
  const session = await context.newCDPSession(page);
  const readBytes = await countBytes(session);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bandwidth / 8,
    uploadThroughput: bandwidth / 8,
  });
  await page.goto(path, { waitUntil: "load" });
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => "textAt" in globalThis);
  const { textAt, lcpAt, shift, sawNever } = await page.evaluate(() => {
    const { textAt, lcpAt, shift, sawNever } = globalThis as unknown as Seen;
    return { textAt, lcpAt, shift, sawNever };
  });
  return { text: textAt, lcp: lcpAt, cls: shift, bytes: readBytes(), sawNever };
}

type Seen = { textAt: number; lcpAt: number; shift: number; sawNever: boolean };

/** Runs in the page, before its scripts: notes what each frame shows. */
function watchPage({ text, never }: { text: string; never: string }): void {
  const seen = globalThis as unknown as Partial<Seen>;
  seen.shift = 0;
  seen.lcpAt = 0;
  seen.sawNever = false;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcpAt = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift = (seen.shift ?? 0) + entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    // Styles block the first paint: before it, nothing is on the screen.
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const shown = paint ? (document.body?.innerText ?? "") : "";
    // What is there in the first look was there in the first paint.
    if (seen.textAt === undefined && shown.includes(text))
      seen.textAt = hasLooked || !paint ? performance.now() : paint.startTime;
    hasLooked ||= paint !== undefined;
    if (shown.includes(never)) seen.sawNever = true;
    requestAnimationFrame(look);
  };
  let hasLooked = false;
  requestAnimationFrame(look);
}

async function countBytes(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

function takeMedians(rounds: Figures[]): Omit<Figures, "sawNever"> {
  const median = (read: (round: Figures) => number) =>
    rounds.map(read).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.NaN;
  return {
    text: median(({ text }) => text),
    lcp: median(({ lcp }) => lcp),
    cls: median(({ cls }) => cls),
    bytes: median(({ bytes }) => bytes),
  };
}

function toLine(connection: string, page: string, cells: string[]): string {
  return connection.padEnd(12) + page.padEnd(20) + cells.map((cell) => cell.padStart(8)).join("");
}
