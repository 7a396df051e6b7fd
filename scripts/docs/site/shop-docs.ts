import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandRunner } from "../../deploy/runner.ts";
import { addToShopHeaders, writePolicy } from "./asset-headers.ts";
import { buildSite } from "./build-site.ts";
import { docsFolder } from "./prepare-site.ts";

/** Where a shop serves the documents. */
export const SHOP_BASE = "/docs";

/** The API reference that every shop has there. */
const SHOP_PAGE = "api.html";

/** Builds the site for a path of the shop, and puts it among the files that the built shop serves. */
export async function addDocsToShop(runner: CommandRunner, client = "dist/client"): Promise<void> {
  await buildSite(runner, { origin: undefined, base: SHOP_BASE });
  copyIntoShop({ site: join(docsFolder, "site"), client });
  console.log(`The shop in ${client} serves the documents at ${SHOP_BASE}/.`);
}

/**
 * Copies a built site into the files of a built shop. The page `/docs/api` stays. A path without a
 * page is answered by the Worker, as everywhere else in the shop.
 * @throws Error if the shop isn't built
 */
export function copyIntoShop({ site, client }: { site: string; client: string }): void {
  const headersPath = join(client, "_headers");
  if (!existsSync(headersPath))
    throw new Error(`There is no built shop in ${client}. Build it first: npm run build`);
  const rules = readFileSync(headersPath, "utf8");
  const own = rules.split(`\n${SHOP_BASE}/*\n`)[0] ?? rules;
  // What an earlier build has put there.
  for (const name of globSync("*", { cwd: join(client, SHOP_BASE) }))
    if (name !== SHOP_PAGE) rmSync(join(client, SHOP_BASE, name), { recursive: true });
  cpSync(site, join(client, SHOP_BASE), {
    recursive: true,
    filter: (path) => !["404.html", "_headers"].includes(path.slice(site.length + 1)),
  });
  writeFileSync(headersPath, addToShopHeaders(own, SHOP_BASE, writePolicy(site)));
}
