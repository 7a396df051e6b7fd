import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What axe finds wrong with what is on the screen, dialogs among it. */
export async function findViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Gathers what a page should never do: throw, break the content security policy, or open a script's dialog. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}

/** Waits until something with this text, name or value has the focus. */
export async function expectFocus(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => page.evaluate(describeFocus)).toMatch(text);
}

function describeFocus() {
  const element = document.activeElement;
  return element instanceof HTMLInputElement ? element.name : (element?.textContent ?? "");
}

/** `SCREENSHOTS=folder npm test -- screens` keeps a picture of every screen at both widths, light and dark. */
export async function saveScreenshots(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  for (const width of [390, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 860 });
      await page.emulateMedia({ colorScheme });
      const file = `${name.replaceAll(/\W+/g, "-")}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: `${folder}/${file}`, fullPage: true });
    }
  }
}
