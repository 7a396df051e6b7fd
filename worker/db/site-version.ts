import { SECOND } from "../lib/time.ts";
import { bookmarkOf, hasForeignBookmark, mayContinueFrom } from "./replicas.ts";

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
  "translations",
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

/**
 * What every public page depends on.
 * @property version null if the site was never changed
 * @property languages the setting of this name as it is stored, in JSON; null if the seller has chosen nothing. It is
 *   read with the version because a page is chosen from the cache by both
 */
export type SiteState = { version: string | null; languages: string | null };

/**
 * The state that this isolate has read, and when, in unix milliseconds. With read replicas, also its bookmark: a page
 * that is kept under a version must not be drawn from a replica that is older than the version.
 */
let known: { state: SiteState; readAt: number; bookmark: string | undefined } | undefined;

/** Increases with each change, so that a state that was read before one isn't kept after it. */
let changes = 0;

/** Makes this isolate read the state again. `commit` calls it after each change of the site. */
export function forgetSiteVersion(): void {
  known = undefined;
  changes++;
}

/** Returns how often this isolate has changed the site: what was read before another number may be out of date. */
export const countSiteChanges = (): number => changes;

/**
 * Returns the version of what visitors see, at most 5 seconds old. If the database does not answer, the last known one,
 * so that cached pages can still be served.
 * @param now the real time in unix milliseconds
 */
export async function readSiteState(d1: D1Database, now: number): Promise<SiteState> {
  const isFresh = known && now >= known.readAt && now < known.readAt + FRESH_MS;
  if (known && mayContinueFrom(d1, known.bookmark) && isFresh) return known.state;
  const changesBefore = changes;
  try {
    const row = await d1
      .prepare(
        "SELECT version, (SELECT value FROM settings WHERE name = 'languages') AS languages FROM site_version WHERE id = 1",
      )
      .first<SiteState>();
    const state = row ?? { version: null, languages: null };
    // A client could send any bookmark. What it makes this isolate read is not kept for others.
    if (changes === changesBefore && !hasForeignBookmark(d1))
      known = { state, readAt: now, bookmark: bookmarkOf(d1) };
    return state;
  } catch (error) {
    if (known && mayContinueFrom(d1, known.bookmark)) return known.state;
    throw error;
  }
}
