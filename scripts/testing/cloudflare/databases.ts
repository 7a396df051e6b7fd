import { randomBytes, randomUUID } from "node:crypto";
import { Hono } from "hono";
import type { Account, Database } from "./account.ts";
import { answer, answerPage, ApiError } from "./envelope.ts";
import { splitLikeServer } from "./split-statements.ts";
import { StatementError, type Storage } from "./storage.ts";

/** https://developers.cloudflare.com/d1/configuration/data-location/ */
const locations = new Set(["wnam", "enam", "weur", "eeur", "apac", "oc"]);
const jurisdictions = new Set(["eu", "fedramp"]);

type Query = { sql: string; params?: unknown[] };
type QueryBody = Query | { batch: Query[] };

/**
 * The routes of D1. Known codes: 7502 (a name twice) and 7406 from wrangler's handling, 7404 (no database) and 7500
 * (SQLite refuses) from reports of its users; 7400 for the rest is a guess.
 */
export function createDatabaseRoutes(
  account: Account,
  storage: Storage,
  keepFile: (content: string) => string,
): Hono {
  const find = (idOrName: string): Database => {
    const found =
      account.databases.get(idOrName) ??
      [...account.databases.values()].find(({ name }) => name === idOrName);
    if (!found) throw new ApiError(404, 7404, `The database ${idOrName} could not be found`);
    return found;
  };

  async function run<Format extends "ARRAY_OF_OBJECTS" | "ROWS_AND_COLUMNS">(
    database: Database,
    body: QueryBody,
    format: Format,
  ) {
    const queries = "batch" in body ? body.batch : [body];
    const statements = queries.flatMap(({ sql, params }) => {
      const parts = splitLikeServer(sql);
      if (parts.length > 1 && params?.length)
        throw new ApiError(400, 7400, "Only one statement can have parameters");
      return parts.map((part) => ({ sql: part, ...(params && { params }) }));
    });
    if (statements.length === 0) throw new ApiError(400, 7400, "No SQL statements detected.");
    const results = [];
    // One after the other, each for itself: reports disagree whether the earlier statements of a request stay.
    for (const statement of statements)
      results.push(...(await storage.query(database.uuid, [statement], format).catch(refuse)));
    return results;
  }

  async function snapshot(database: Database) {
    const taken = {
      bookmark: createBookmark(database.snapshots.length + 1),
      at: Date.now(),
      sql: await storage.dump(database.uuid),
    };
    database.snapshots.push(taken);
    return taken;
  }

  return new Hono()
    .get("/", (c) => {
      const name = c.req.query("name");
      const found = [...account.databases.values()].filter(
        (database) => name === undefined || database.name === name,
      );
      return answerPage(c, found.map(describe), 100);
    })
    .post("/", async (c) => {
      const { name, primary_location_hint, jurisdiction } = await c.req.json<{
        name?: string;
        primary_location_hint?: string;
        jurisdiction?: string;
      }>();
      if (!name || !/^[a-z0-9_-]{1,63}$/i.test(name))
        throw new ApiError(400, 7400, "Invalid property: name");
      if (primary_location_hint !== undefined && !locations.has(primary_location_hint))
        throw new ApiError(400, 7400, "Invalid property: primary_location_hint");
      if (jurisdiction !== undefined && !jurisdictions.has(jurisdiction))
        throw new ApiError(400, 7400, "Invalid property: jurisdiction");
      if ([...account.databases.values()].some((database) => database.name === name))
        throw new ApiError(400, 7502, `Database with name '${name}' already exists`);
      const database: Database = {
        uuid: randomUUID(),
        name,
        createdAt: new Date().toISOString(),
        locationHint: primary_location_hint,
        jurisdiction,
        snapshots: [],
      };
      account.databases.set(database.uuid, database);
      return answer(c, {
        ...describe(database),
        ...(primary_location_hint && { primary_location_hint }),
      });
    })
    .get("/:database", async (c) => {
      const database = find(c.req.param("database"));
      const [result] = await storage.query(
        database.uuid,
        [{ sql: "SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'" }],
        "ARRAY_OF_OBJECTS",
      );
      return answer(c, {
        ...describe(database),
        num_tables: result?.results[0]?.["tables"],
        file_size: result?.meta["size_after"],
        running_in_region: (database.locationHint ?? "weur").toUpperCase(),
        read_replication: { mode: "disabled" },
      });
    })
    .delete("/:database", (c) => {
      account.databases.delete(find(c.req.param("database")).uuid);
      return answer(c, null);
    })
    .post("/:database/query", async (c) => {
      const database = find(c.req.param("database"));
      return answer(c, await run(database, await c.req.json<QueryBody>(), "ARRAY_OF_OBJECTS"));
    })
    .post("/:database/raw", async (c) => {
      const database = find(c.req.param("database"));
      return answer(c, await run(database, await c.req.json<QueryBody>(), "ROWS_AND_COLUMNS"));
    })
    .post("/:database/export", async (c) => {
      const database = find(c.req.param("database"));
      const { bookmark, sql } = await snapshot(database);
      const filename = `${database.uuid}-${bookmark}.sql`;
      return answer(c, {
        success: true,
        type: "export",
        at_bookmark: bookmark,
        status: "complete",
        messages: [],
        result: { filename, signed_url: keepFile(sql.map((line) => `${line}\n`).join("")) },
      });
    })
    .get("/:database/time_travel/bookmark", async (c) => {
      const database = find(c.req.param("database"));
      const timestamp = c.req.query("timestamp");
      if (timestamp === undefined)
        return answer(c, { bookmark: (await snapshot(database)).bookmark });
      return answer(c, { bookmark: findSnapshot(database, { timestamp }).bookmark });
    })
    .post("/:database/time_travel/restore", async (c) => {
      const database = find(c.req.param("database"));
      const target = findSnapshot(database, {
        bookmark: c.req.query("bookmark"),
        timestamp: c.req.query("timestamp"),
      });
      const previous = await snapshot(database);
      await restore(storage, database.uuid, target.sql);
      return answer(c, {
        bookmark: target.bookmark,
        previous_bookmark: previous.bookmark,
        message: `Database restored to bookmark ${target.bookmark}`,
      });
    });
}

function refuse(error: unknown): never {
  if (error instanceof StatementError) throw new ApiError(400, 7500, error.message);
  throw error;
}

const describe = (database: Database) => ({
  uuid: database.uuid,
  name: database.name,
  created_at: database.createdAt,
  version: "production",
  num_tables: null,
  file_size: null,
  jurisdiction: database.jurisdiction ?? null,
});

/**
 * Finds the state to go back to. Time Travel knows each moment of 30 days; the stand-in only those whose bookmark was
 * read, or that an export or a restore has seen.
 */
function findSnapshot(
  database: Database,
  wanted: { bookmark?: string | undefined; timestamp?: string | undefined },
) {
  const time = Date.parse(wanted.timestamp ?? "");
  const found = wanted.bookmark
    ? database.snapshots.find(({ bookmark }) => bookmark === wanted.bookmark)
    : database.snapshots.findLast(({ at }) => at <= time);
  if (!found) throw new ApiError(400, 7400, "There is no bookmark for that time");
  return found;
}

/** Replaces what a database holds, in one transaction. */
async function restore(storage: Storage, databaseId: string, sql: string[]): Promise<void> {
  const listed = await storage.query(
    databaseId,
    [
      {
        sql: `SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')
              AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%'
              ORDER BY type = 'trigger' DESC, type = 'view' DESC`,
      },
    ],
    "ARRAY_OF_OBJECTS",
  );
  const drops = (listed[0]?.results ?? []).map(({ type, name }) => ({
    sql: `DROP ${String(type)} IF EXISTS "${String(name)}"`,
  }));
  await storage.query(
    databaseId,
    [
      { sql: "PRAGMA defer_foreign_keys = on" },
      ...drops,
      ...sql.map((statement) => ({ sql: statement })),
    ],
    "ARRAY_OF_OBJECTS",
  );
}

const createBookmark = (number: number): string =>
  [
    number.toString(16).padStart(8, "0"),
    "00000000",
    "00004f5a",
    randomBytes(16).toString("hex"),
  ].join("-");
