import { env } from "cloudflare:workers";
import { forgetSiteVersion } from "../../db/site-version.ts";

/**
 * Deletes every row but those that a migration wrote. Prepared once: migrations run before the first test and never
 * later.
 */
let emptying: Promise<D1PreparedStatement[]> | undefined;

async function prepareEmptying(): Promise<D1PreparedStatement[]> {
  const { results } = await env.DB.prepare(
    `SELECT t.name, json_group_array(f."table") AS refersTo
     FROM sqlite_schema t LEFT JOIN pragma_foreign_key_list(t.name) f
     WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND t.name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND t.name NOT IN ('d1_migrations', 'letter_folds', 'search_positions')
     GROUP BY t.name`,
  ).all<{ name: string; refersTo: string }>();
  let left = results.map(({ name, refersTo }) => ({
    name,
    refersTo: (JSON.parse(refersTo) as (string | null)[]).filter((table) => table !== name),
  }));
  const order: string[] = [];
  // Referencing tables come first: SQLite searches them for every row that is deleted from the referenced table.
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some(({ refersTo }) => refersTo.includes(name)));
    if (free.length === 0) throw new Error("tables refer to each other in a circle");
    order.push(...free.map(({ name }) => name));
    left = left.filter((table) => !free.includes(table));
  }
  return order.map((name) => env.DB.prepare(`DELETE FROM "${name}"`));
}

/**
 * Deletes every row. Use it in tests about the whole shop: totals, sweeps, settings, an empty shop. Every other test
 * creates its own rows and asserts only about those.
 */
export async function emptyDatabase(): Promise<void> {
  await env.DB.batch(await (emptying ??= prepareEmptying()));
  forgetSiteVersion();
}
