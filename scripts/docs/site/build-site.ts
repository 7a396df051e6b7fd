import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { runOrThrow, type CommandRunner } from "../../deploy/runner.ts";
import { writeHeaders, writePolicy } from "./asset-headers.ts";
import { crawlSite } from "./crawl-site.ts";
import { extractTag, listEditions, readReleases, type Edition } from "./editions.ts";
import { docsFolder, readSite } from "./prepare-site.ts";
import { findRepository } from "./repository.ts";

/** The workspace of the generator. It is no workspace of the root, so `npm start` doesn't install it. */
const siteFolder = "docs/site";

/** The configuration of the Worker that serves the site. */
export const siteConfigPath = `${siteFolder}/wrangler.jsonc`;

type Options = {
  /** Where the site will be: for its sitemap, and for what search engines list. */
  origin: string | undefined;
  /** The path at which it will be served, such as `/docs`. */
  base?: string;
  /** Whether the documents of earlier releases are built, too, each below a path of its own. */
  hasVersions?: boolean;
};

/**
 * Builds the site into `docs/site/dist/site`, and installs its generator first if that is missing.
 * @throws Error if a link of the newest documents leads nowhere
 */
export async function buildSite(
  runner: CommandRunner,
  { origin, base = "", hasVersions = false }: Options,
): Promise<void> {
  await installGenerator(runner);
  const repository = findRepository();
  const [newest, ...earlier] = hasVersions ? findEditions() : [{ base, label: undefined }];
  const sites = [
    { folder: docsFolder, path: base, ...readNewest() },
    ...(await Promise.all(earlier.map(readEarlier))),
  ];
  const menu = sites.map(({ entry }) => entry);
  const site = `${docsFolder}/site`;
  for (const { folder, path, write } of sites) {
    write(menu);
    await generate(runner, folder);
    // After the search of the newest documents was made, so that it finds nothing of the others.
    if (folder !== docsFolder) cpSync(`${folder}/site`, `${site}${path}`, { recursive: true });
  }
  writeFileSync(`${site}/_headers`, writeHeaders(writePolicy(site)));
  const { links, dead } = crawlSite(site, base);
  // Those of a release can't be mended anymore.
  const isEarlier = (link: string) =>
    earlier.some((each) => `/${link}`.startsWith(`${each.base}/`));
  const broken = dead.filter((link) => !isEarlier(link));
  if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join("\n")}`);
  console.log(`The site is in ${site}. Each of its ${links - dead.length} links leads somewhere.`);
  if (dead.length > 0)
    console.log(`Documents of earlier releases have ${dead.length} links that lead nowhere.`);

  function readNewest() {
    const { label } = newest;
    return readSite({ folder: docsFolder, repository, origin, base, ...(label && { label }) });
  }

  async function readEarlier({ tag = "", ...edition }: Edition) {
    const folder = `${docsFolder}/versions${edition.base}`;
    const root = `${folder}/files`;
    await extractTag(runner, tag, root);
    return {
      folder,
      path: edition.base,
      ...readSite({ folder, root, repository, origin, tag, ...edition }),
    };
  }
}

/** Returns the versions that the site can have, and says which this clone lacks. */
function findEditions() {
  const { editions, missing } = listEditions(readReleases());
  if (missing.length > 0)
    console.log(
      `The site lacks the documents of ${missing.join(" and ")}: this clone has no tag ${missing.map((each) => `v${each}`).join(" and ")}. Fetch the tags with: git fetch --tags`,
    );
  return editions;
}

const generate = (runner: CommandRunner, folder: string) =>
  runOrThrow(
    runner,
    "node",
    [`${siteFolder}/node_modules/astro/bin/astro.mjs`, "build", "--root", siteFolder],
    {
      quiet: true,
      env: { ASTRO_TELEMETRY_DISABLED: "1", NODE_ENV: "production", DOCS_FOLDER: resolve(folder) },
    },
  );

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
