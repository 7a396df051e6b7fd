import { openBrowser } from "./sign-in.ts";
import type { PageData } from "../../render/renderer.ts";

/** Opens a page, as a visitor by default. */
export async function openPage(
  { env }: { env: Env },
  path: string,
  browser = openBrowser({ env }),
) {
  const response = await browser.fetch(path);
  const { status, headers } = response;
  return { status, headers, html: await response.text() };
}

/** Returns what the page embeds for the browser. */
export function readData(html: string): PageData {
  const json = /<script type="application\/json" id="page-data">([^]*?)<\/script>/.exec(html)?.[1];
  return JSON.parse(json ?? "null") as PageData;
}

/** Returns the app's HTML in the page. */
export function readApp(html: string): string {
  return /<div id="root">([^]*)<\/div>(?:<noscript>|<script)/.exec(html)?.[1] ?? "";
}
