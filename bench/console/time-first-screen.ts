import type { BrowserContext } from "playwright-core";

/**
 * Measures one visit of the owner, and closes the context.
 * @param slowdown how many times slower Chromium's CPU is
 * @returns milliseconds until the figures are shown and the page responds to input
 */
export async function timeFirstScreen(context: BrowserContext, slowdown: number): Promise<number> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  // Runs in the page, so that the tool's round trips aren't measured. Focuses the chart's slider and waits for a frame.
  await page.addInitScript(() => {
    const measureWhenReady = () => {
      const slider = document.querySelector<HTMLInputElement>("main input[type=range]");
      if (!slider) return requestAnimationFrame(measureWhenReady);
      slider.focus();
      requestAnimationFrame(() =>
        setTimeout(() => performance.measure("interactive", { start: 0, end: performance.now() })),
      );
    };
    requestAnimationFrame(measureWhenReady);
  });
  await page.goto("/admin", { waitUntil: "commit" });
  const handle = await page.waitForFunction(
    () => performance.getEntriesByName("interactive")[0]?.duration,
  );
  const time = Number(await handle.jsonValue());
  await context.close();
  return time;
}
