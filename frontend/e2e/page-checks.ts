import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axeCore from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Exists in the page after `axeSource` has run there. */
declare const axe: typeof axeCore;
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * Returns the axe violations of the page and its open dialogs.
 * @param options.onlyContrast leaves out the rules that don't depend on colors
 * @throws if the page has frames with scripts, which axe would not check
 */
export async function findAccessibilityViolations(
  page: Page,
  { onlyContrast = false } = {},
): Promise<string[]> {
  // A frame without scripts, such as the preview of an email, is a document of its own.
  if ((await page.locator("iframe:not([sandbox]), iframe[sandbox~='allow-scripts']").count()) > 0)
    throw new Error("axe does not check the frames of this page.");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  await waitForAnimations(page);
  return page.evaluate(async (contrast) => {
    const { violations } = await axe.run({
      iframes: false,
      // What passes is not described, which takes a fifth of the time.
      reporter: "no-passes",
      ...(contrast && { runOnly: ["color-contrast"] }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, onlyContrast);
}

/** Waits until all animations end, because axe would measure contrast with intermediate colors. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A change, such as of the color scheme, appears one frame later, and its transition starts in the next one.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    // Those that follow a scroll never end.
    const findRunning = () =>
      document
        .getAnimations()
        .filter(
          (each) => each.playState === "running" && each.timeline instanceof DocumentTimeline,
        );
    for (let running = findRunning(); running.length > 0; running = findRunning())
      await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Collects uncaught exceptions, violations of the content security policy, and dialogs such as `alert()`. */
export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on("pageerror", (error) => pageErrors.push(error.message));
  page.on("dialog", (dialog) => {
    pageErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) pageErrors.push(message.text());
  });
  return pageErrors;
}

/** Waits until an input with this name, or another element with this text, has the focus. */
export async function expectFocus(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.evaluate(getFocusedText)).toMatch(text);
}

function getFocusedText() {
  const element = document.activeElement;
  return element instanceof HTMLInputElement ? element.name : (element?.textContent ?? "");
}

const phone = { width: 390, colorScheme: "light" } as const;
const desktop = { width: 1280, colorScheme: "dark" } as const;

/**
 * Checks the page as it is now: all axe rules on a phone in light colors, then contrast on a desktop in dark ones, and
 * horizontal overflow on both. Saves its screenshots.
 * @param options.mayEndOnPhone begins with what the page has already, because a change takes as long as the rules do.
 *   Else it is left as on a desktop
 */
export async function expectGoodScreen(
  page: Page,
  name: string,
  { mayEndOnPhone = false } = {},
): Promise<void> {
  const isDesktop = page.viewportSize()?.width === desktop.width;
  for (const each of mayEndOnPhone && isDesktop ? [desktop, phone] : [phone, desktop])
    await expectNoProblemsOn(page, each);
  await saveScreenshots(page, name);
}

/** Checks the page as it is now, on a phone. */
export async function expectGoodPhoneScreen(page: Page, name: string): Promise<void> {
  await expectNoProblemsOn(page, phone);
  await saveScreenshots(page, name);
}

async function expectNoProblemsOn(
  page: Page,
  device: typeof phone | typeof desktop,
): Promise<void> {
  const { width, colorScheme } = device;
  await page.setViewportSize({ width, height: 860 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  const onlyContrast = device === desktop;
  expect(await findAccessibilityViolations(page, { onlyContrast })).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    width,
  );
}

/**
 * Saves screenshots of the page at both widths, light and dark, in the folder that `SCREENSHOTS` names. Without
 * `SCREENSHOTS`, it does nothing. Example: `SCREENSHOTS=folder npm test -- screens`.
 */
export async function saveScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  for (const width of [390, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      await waitForAnimations(page);
      const file = `${name.replaceAll(/\W+/g, "-")}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    }
  }
}

/** Waits until React has taken over the page that the Worker has drawn. */
export const waitUntilTakenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("#root > *") ?? {}).some((key) => key.startsWith("__react")),
  );
