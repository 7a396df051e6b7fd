import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { runOrThrow, type CommandRunner } from "../../deploy/runner.ts";
import { writeHeaders, writePolicy } from "./asset-headers.ts";
import { crawlSite } from "./crawl-site.ts";
import { docsFolder, prepareSite } from "./prepare-site.ts";
import { findRepository } from "./repository.ts";

/** The workspace of the generator. It is no workspace of the root, so `npm start` doesn't install it. */
const siteFolder = "docs/site";

/** The configuration of the Worker that serves the site. */
export const siteConfigPath = `${siteFolder}/wrangler.jsonc`;

/**
 * Builds the site into `docs/site/dist/site`, and installs its generator first if that is missing.
 * @param input.origin where the site will be: for its sitemap
 * @param input.base the path at which it will be served, such as `/docs`
 * @throws Error if a link of the site leads nowhere
 */
export async function buildSite(
  runner: CommandRunner,
  { origin, base = "" }: { origin: string | undefined; base?: string },
): Promise<void> {
  await installGenerator(runner);
  prepareSite({ folder: docsFolder, repository: findRepository(), origin, base });
  await runOrThrow(
    runner,
    "node",
    [`${siteFolder}/node_modules/astro/bin/astro.mjs`, "build", "--root", siteFolder],
    {
      quiet: true,
      env: { ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
    },
  );
  const site = `${docsFolder}/site`;
  writeFileSync(`${site}/_headers`, writeHeaders(writePolicy(site)));
  const { links, dead } = crawlSite(site, base);
  if (dead.length > 0) throw new Error(`These links lead nowhere:\n${dead.join("\n")}`);
  console.log(`The site is in ${site}. Each of its ${links} links leads somewhere.`);
}

async function installGenerator(runner: CommandRunner): Promise<void> {
  const stamp = `${siteFolder}/node_modules/.installed-lock`;
  const lock = createHash("sha256")
    .update(readFileSync(`${siteFolder}/package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await runOrThrow(runner, "npm", ["ci", "--prefix", siteFolder, ...quiet]);
  writeFileSync(stamp, lock);
}
