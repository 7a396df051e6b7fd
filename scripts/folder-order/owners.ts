import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { doorOf, isOutside } from "./folders.ts";

/**
 * Who may write a table: the files of one top folder of worker/. Its store exports the statements; other folders call
 * them, and put them into their own batches. All folders may read. The linter enforces this list (lint-plugin.ts).
 */
export const owners: Record<string, string[]> = {
  account: ["customer_notes"],
  email: ["emails", "notifications", "notification_settings", "notification_cursors"],
  webhooks: ["webhook_endpoints", "webhook_deliveries"],
  sync: [
    "customers",
    "events",
    "cursors",
    "health_signals",
    "pending_syncs",
    "product_leases",
    "sweeps",
    "incidents",
  ],
  gifts: ["claims"],
  delivery: [
    "files",
    "file_versions",
    "downloads",
    "license_keys",
    "activations",
    "pages",
    "benefit_pages",
  ],
  purchases: [
    "checkouts",
    "checkout_links",
    "orders",
    "subscriptions",
    "subscription_items",
    "trial_tombstones",
    "trial_cards",
    "payments",
    "payment_alerts",
    "payouts",
    "price_moves",
    "price_move_subscriptions",
    "daily_payments",
    "sales_totals",
    "daily_activity",
    "stale_days",
    "mrr_steps",
    "mrr_movements",
    "mrr_totals",
    "daily_cohorts",
    "upcoming_renewals",
    "daily_subscriptions",
  ],
  access: ["grants", "gifts", "switches"],
  catalog: ["products", "prices", "benefits", "product_benefits", "former_slugs"],
  identity: [
    "users",
    "identities",
    "sessions",
    "link_intents",
    "email_tokens",
    "fresh_sign_in_requests",
    "email_link_requests",
    "invitations",
    "saved_filters",
    "api_keys",
    "idempotent_requests",
  ],
  feed: ["feed_events"],
  settings: ["settings"],
  translations: ["translations"],
  markdown: ["rendered_markdown"],
  audit: ["audit_entries"],
  db: ["site_version"],
};

/** Files that write tables of other folders, and why. */
const exceptions: { file: string; tables: string[] | "any"; because: string }[] = [
  {
    file: "worker/account/store.ts",
    tables: "any",
    because: "It deletes and moves what a user has, as its list says of each table.",
  },
  {
    file: "worker/sync/restore/store.ts",
    tables: ["orders", "subscriptions", "subscription_items", "grants", "license_keys"],
    because: "It puts back lost rows from the history, in an order that only it knows.",
  },
  {
    file: "worker/db/client.ts",
    tables: "any",
    because: "`abortUnless` writes a column's own value into the table that it is given.",
  },
];

/** Files besides stores and read models that write SQL with Drizzle, and why. */
const sqlFiles: { file: string; because: string }[] = [
  { file: "worker/access/in-force.ts", because: "A condition for the queries of many folders." },
  { file: "worker/feed/sql-json.ts", because: "What the feed says of an object is made in SQL." },
  { file: "worker/feed/checkout-link.ts", because: "The same, of a link to a checkout." },
];

const schema = join(import.meta.dirname, "../../worker/db/schema");

/** Every table of the schema: the name in SQL by the name in the code. */
export const tables: ReadonlyMap<string, string> = new Map(
  readdirSync(schema).flatMap((file) =>
    [
      ...readFileSync(join(schema, file), "utf8").matchAll(
        /export const (\w+) = sqliteTable\(\s*"(\w+)"/g,
      ),
    ].map(([, variable = "", name = ""]) => [variable, name] as const),
  ),
);

const names = new Set(tables.values());

/**
 * Why a file may not write a table, or null where it may.
 * @param file its path from the project's root
 * @param table its name in SQL; null if the code does not say which one it is
 */
export function findWriteProblem(file: string, table: string | null): string | null {
  if (!file.startsWith("worker/") || isOutside(file)) return null;
  const exception = exceptions.find((each) => each.file === file);
  if (exception?.tables === "any") return null;
  if (table === null)
    return "Name the table of the schema that this writes, so that its owner can be checked.";
  if (!names.has(table) || exception?.tables.includes(table)) return null;
  const owner = Object.keys(owners).find((folder) => owners[folder]?.includes(table));
  if (!owner) return `The table ${table} has no owner: add it to scripts/folder-order/owners.ts.`;
  return file.startsWith(`worker/${owner}/`)
    ? null
    : `Only worker/${owner} writes the table ${table}: call a statement that its store exports (scripts/folder-order/owners.ts).`;
}

/** Why a file may not use Drizzle, or null where it may. */
export function findSqlProblem(file: string): string | null {
  if (!file.startsWith("worker/") || isOutside(file) || file.startsWith("worker/db/")) return null;
  if (sqlFiles.some((each) => each.file === file)) return null;
  if (doorOf(file))
    return file.endsWith(".query.ts")
      ? null
      : "A door has no SQL but read models in *.query.ts (scripts/folder-order/owners.ts).";
  return /\/store(-[a-z-]+)?\.ts$/.test(file)
    ? null
    : "SQL only in store.ts, or store-*.ts (scripts/folder-order/owners.ts).";
}

/** The tables that a piece of SQL writes. The last one is null if the piece ends where the table's name is inserted. */
export function listWrites(text: string): (string | null)[] {
  const write =
    /\b(?:INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|(?<!DO\s)UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(?:["`]?(\w+)|$)/g;
  return [...text.matchAll(write)].map(([, name]) => name ?? null);
}
