import { SECOND } from "../lib/time.ts";

/** How long an isolate uses a version that it has read. Others see a change at most this much later. */
const FRESH_MS = 5 * SECOND;

/** The tables whose rows visitors see: in the shop, on a page, or in a file for programs. */
export const publicTables: ReadonlySet<string> = new Set([
  "benefit_pages",
  "benefits",
  "file_versions",
  "files",
  "former_slugs",
  "pages",
  "prices",
  "product_benefits",
  "products",
  "settings",
]);

const WRITE = /(?:\binsert(?: or \w+)? into|\breplace into|\bupdate|\bdelete from)\s+["`]?(\w+)/gi;

/** Counts downloads, which visitors do not see. It runs for every download. */
const COUNTS_DOWNLOADS = /^update "file_versions" set "downloads" =/i;

/** Whether a statement changes what visitors may see. */
export function changesSite(sql: string): boolean {
  if (/^\s*select/i.test(sql) || COUNTS_DOWNLOADS.test(sql)) return false;
  for (const [, table = ""] of sql.matchAll(WRITE))
    if (publicTables.has(table.toLowerCase())) return true;
  return false;
}

/**
 * Returns the statement that gives the site another version. It is random and not a number that counts up: after a
 * restore of the database, a number would be given again, to other content.
 */
export function bumpSiteVersion(d1: D1Database): D1PreparedStatement {
  return d1
    .prepare(
      "INSERT INTO site_version (id, version) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
    )
    .bind(crypto.randomUUID());
}

/** The version that this isolate has read, and when, in unix milliseconds. */
let known: { version: string | null; readAt: number } | undefined;

/** Increases with each change, so that a version that was read before one isn't kept after it. */
let changes = 0;

/** Makes this isolate read the version again. `commit` calls it after each change of the site. */
export function forgetSiteVersion(): void {
  known = undefined;
  changes++;
}

/**
 * Returns the version of what visitors see, at most 5 seconds old; null if the site was never changed. If the database
 * does not answer, the last known version, so that cached pages can still be served.
 * @param now the real time in unix milliseconds
 */
export async function readSiteVersion(d1: D1Database, now: number): Promise<string | null> {
  if (known && now >= known.readAt && now < known.readAt + FRESH_MS) return known.version;
  const changesBefore = changes;
  try {
    const version = await d1
      .prepare("SELECT version FROM site_version WHERE id = 1")
      .first<string>("version");
    if (changes === changesBefore) known = { version, readAt: now };
    return version;
  } catch (error) {
    if (known) return known.version;
    throw error;
  }
}
