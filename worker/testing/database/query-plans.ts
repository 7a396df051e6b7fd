import { env } from "cloudflare:workers";

/** A statement that was sent to D1. */
export type SentStatement = { sql: string; values: unknown[] };

/** Wraps a database and records the statements sent through it, once for each SQL text. */
export function recordStatements(d1: D1Database): {
  d1: D1Database;
  take(): SentStatement[];
} {
  let sent = new Map<string, SentStatement>();
  const inner = new WeakMap<D1PreparedStatement, { real: D1PreparedStatement } & SentStatement>();

  const record = (statement: D1PreparedStatement): D1PreparedStatement => {
    const known = inner.get(statement);
    if (!known) return statement;
    sent.set(known.sql, { sql: known.sql, values: known.values });
    return known.real;
  };
  function wrap(sql: string, real: D1PreparedStatement, values: unknown[]): D1PreparedStatement {
    const wrapped = {
      bind: (...bound: unknown[]) => wrap(sql, real.bind(...bound), bound),
      all: () => record(wrapped).all(),
      run: () => record(wrapped).run(),
      raw: (options?: { columnNames?: false }) => record(wrapped).raw(options),
      first: (column: string) =>
        column === undefined ? record(wrapped).first() : record(wrapped).first(column),
    } as unknown as D1PreparedStatement;
    inner.set(wrapped, { real, sql, values });
    return wrapped;
  }
  const recording = {
    prepare: (sql: string) => wrap(sql, d1.prepare(sql), []),
    batch: (statements: D1PreparedStatement[]) => d1.batch(statements.map(record)),
  };

  return {
    d1: recording as unknown as D1Database,
    take() {
      const taken = [...sent.values()];
      sent = new Map();
      return taken;
    },
  };
}

/**
 * Tables and partial indexes that stay small in a large shop: cron keeps them short, or the seller enters every row.
 */
const smallTables = new Set([
  "api_keys",
  "benefits",
  "cursors",
  "health_signals",
  "pending_syncs",
  "price_moves",
  "price_moves_open",
  "product_leases",
  "settings",
  "sweeps",
  "switches",
  "invitations_open",
  "permanent_links",
  "users_team",
  "webhook_endpoints",
]);

/** Columns with few rows for each value, even in a large shop. Rows that one of them selects may be sorted. */
const selectiveColumns: Record<string, string[]> = {
  activations: ["license_key_id"],
  audit_entries: ["target_id"],
  benefit_pages: ["page_id"],
  checkout_links: ["user_id"],
  checkouts: ["link_id"],
  permanent_links: ["product_id"],
  gifts: ["user_id"],
  customers: ["user_id"],
  file_versions: ["file_id"],
  files: ["benefit_id"],
  grants: ["user_id", "source_id"],
  identities: ["user_id", "subject"],
  license_keys: ["user_id", "grant_id"],
  orders: ["user_id", "customer_id"],
  price_moves: ["product_id"],
  prices: ["product_id"],
  product_benefits: ["product_id", "benefit_id"],
  sessions: ["user_id"],
  subscription_items: ["subscription_id"],
  subscriptions: ["user_id", "customer_id", "latest_payment_intent_id"],
  users: ["email"],
};

type PlanRow = { id: number; parent: number; detail: string };

/**
 * Returns the steps of a statement's query plan whose cost grows with the shop: scans of a whole table without an
 * index, and sorts of rows that were not selected by a column with few rows for each value. SQLite plans without
 * looking at the rows, so the plan is the same for empty and full tables. Each SQL text is planned once.
 */
export function findCostlySteps(statement: SentStatement): Promise<string[]> {
  const known = explained.get(statement.sql) ?? explain(statement);
  explained.set(statement.sql, known);
  return known;
}

const explained = new Map<string, Promise<string[]>>();

async function explain({ sql, values }: SentStatement): Promise<string[]> {
  if (!/^\s*(select|with|insert|update|delete)/i.test(sql)) return [];
  const { results: plan } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...values)
    .all<PlanRow>();
  const tableOf = await readAliases(sql);
  const indexedTables = await readIndexedTables();
  const childrenOf = ({ id }: PlanRow) => plan.filter(({ parent }) => parent === id);

  /** Whether a step yields few rows, even in a large shop. */
  function isSelective(step: PlanRow): boolean {
    const { detail } = step;
    if (/^SCAN .* VIRTUAL TABLE/.test(detail)) return true;
    // Each branch is one search, and sometimes a list of the values it searches for.
    if (detail === "MULTI-INDEX OR")
      return childrenOf(step).every((branch) =>
        childrenOf(branch).some((each) => each.detail.startsWith("SEARCH") && isSelective(each)),
      );
    const inner = detail.startsWith("CO-ROUTINE") && childrenOf(step)[0];
    if (inner) return isSelective(inner);
    const [, name = "", index = "", by = ""] =
      /^(?:SEARCH|SCAN) (\S+)(?: USING (?:.*INDEX )?(\S+))?(?: \((.*)\))?/.exec(detail) ?? [];
    // Two subqueries may use one alias for different tables, so the index decides.
    const table = indexedTables.get(index) ?? tableOf(name) ?? "";
    if (smallTables.has(table) || smallTables.has(index)) return true;
    // In `a=? AND b<?` only equality counts: a range can be as wide as the table.
    return by
      .split(" AND ")
      .flatMap((term) => /^(\w+)=\?$/.exec(term)?.[1] ?? [])
      .some(
        (column) =>
          column === "id" ||
          /^stripe_\w+_id$/.test(column) ||
          selectiveColumns[table]?.includes(column),
      );
  }

  return plan.flatMap(({ parent, detail }) => {
    if (/^USE TEMP B-TREE FOR .*ORDER BY/.test(detail)) {
      // The sort of an aggregate stands before the rows that it sorts.
      const outermost = plan.find(
        (row) => row.parent === parent && !row.detail.startsWith("USE TEMP B-TREE"),
      )!;
      return isSelective(outermost) ? [] : [`${detail} after ${outermost.detail}`];
    }
    const [, name] = /^SCAN (\S+)(?!.* USING )/.exec(detail) ?? [];
    const isSubquery = plan.some((row) => row.detail === `CO-ROUTINE ${name}`);
    const table = name && !isSubquery && tableOf(name);
    return table && !smallTables.has(table) ? [detail] : [];
  });
}

let indexes: Promise<Map<string, string>> | undefined;

/** @returns the table of each index */
function readIndexedTables(): Promise<Map<string, string>> {
  indexes ??= env.DB.prepare("SELECT name, tbl_name AS t FROM sqlite_schema WHERE type = 'index'")
    .all<{ name: string; t: string }>()
    .then(({ results }) => new Map(results.map(({ name, t }) => [name, t])));
  return indexes;
}

let tableNames: Promise<Set<string>> | undefined;

/** @returns a function from a name in the plan to its table; undefined for a subquery and for a list of values */
async function readAliases(sql: string): Promise<(name: string) => string | undefined> {
  tableNames ??= env.DB.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all<{ name: string }>()
    .then(({ results }) => new Set(results.map(({ name }) => name)));
  const tables = await tableNames;
  const aliases = new Map<string, string>();
  for (const [, table, alias] of sql.matchAll(
    /\b(?:from|join|,)\s+"?(\w+)"?\s+(?:as\s+)?"?(\w+)"?/gi,
  ))
    if (table && alias && tables.has(table)) aliases.set(alias, table);
  return (name) => (tables.has(name) ? name : aliases.get(name));
}
