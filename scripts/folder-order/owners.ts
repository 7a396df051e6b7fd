import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { doorOf, isOutside } from "./folders.ts";

/**
 * Who may write a table. Each table has one owner, a top folder of worker/, and only the owner writes it: its store
 * exports the statements, and other folders put them into their own batches. Reading another folder's rows goes through
 * functions that the owner exports; only read models, and queries of stores that join tables, name those of others. The linter
 * enforces who writes (lint-plugin.ts), and the table of docs/guides/architecture.md is made from this list (draw.ts).
 */
export const owners: Record<string, string[]> = {
  account: ["customer_notes", "customer_tags"],
  claims: ["claims"],
  sync: [
    "customers",
    "events",
    "event_payloads",
    "payload_erasures",
    "cursors",
    "health_signals",
    "pending_syncs",
    "product_leases",
    "sweeps",
    "incidents",
  ],
  webhooks: ["webhook_endpoints", "webhook_deliveries"],
  email: [
    "emails",
    "customer_messages",
    "sender_pauses",
    "notifications",
    "notification_settings",
    "notification_cursors",
  ],
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
    "permanent_links",
    "orders",
    "subscriptions",
    "subscription_items",
    "win_back_offers",
    "trial_tombstones",
    "trial_cards",
    "payments",
    "payment_packs",
    "payment_pack_times",
    "payment_pack_invoices",
    "packed_totals",
    "packing_pauses",
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
    "customer_figures",
    "customer_products",
    "stale_customers",
  ],
  access: ["grants", "gifts", "seat_pools", "seat_domains", "switches"],
  catalog: ["products", "prices", "benefits", "product_benefits", "former_slugs", "upgrades"],
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
  feed: [
    "feed_events",
    "feed_times",
    "feed_chunks",
    "feed_chunk_users",
    "feed_newest",
    "feed_histories",
    "feed_erasures",
  ],
  settings: ["settings", "legal_versions"],
  law: ["statements"],
  translations: ["translations"],
  markdown: ["rendered_markdown"],
  audit: ["audit_entries"],
  db: ["site_version"],
};

/** A file that writes tables of other folders, and why. */
export type Exception = { file: string; tables: string[] | "any"; because: string };

export const exceptions: Exception[] = [
  {
    file: "worker/account/store.ts",
    tables: "any",
    because: "It deletes and moves what a user has, as its list says of each table.",
  },
  {
    file: "worker/sync/restore/store.ts",
    tables: [
      "orders",
      "subscriptions",
      "subscription_items",
      "grants",
      "license_keys",
      "activations",
    ],
    because: "It puts back lost rows from the history, in an order that only it knows.",
  },
  {
    file: "worker/db/old-rows.ts",
    tables: "any",
    because: "`deleteOldest` deletes rows of the table that its owner gives it.",
  },
  {
    file: "worker/db/client.ts",
    tables: "any",
    because: "`abortUnless` writes a column's own value into the table that it is given.",
  },
];

/** Files and folders besides stores and read models that may have SQL, and why. */
const sqlPlaces: { path: string; because: string }[] = [
  { path: "worker/db/", because: "It is the database: the client, the schema, paging." },
  { path: "worker/in-force.ts", because: "A condition for the queries of many folders." },
  { path: "worker/feed/", because: "What the feed says of an object is an expression in SQL." },
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

/** Why a file may have no SQL, or null where it may. */
export function findSqlProblem(file: string): string | null {
  if (!file.startsWith("worker/") || isOutside(file)) return null;
  if (sqlPlaces.some(({ path }) => file.startsWith(path))) return null;
  if (doorOf(file))
    return file.endsWith(".query.ts")
      ? null
      : "A door has no SQL but read models: move a read to a *.query.ts, and a write to the store of the table's owner (scripts/folder-order/owners.ts).";
  return /\/store(-[a-z-]+)?\.ts$/.test(file)
    ? null
    : "SQL is only in stores: move it to the store.ts or a store-*.ts of its folder (scripts/folder-order/owners.ts).";
}

/** Whether a text is SQL that reads or writes a table. Keywords are written in capitals. */
export function isSqlText(text: string): boolean {
  return (
    /\bSELECT\s[\s\S]*\bFROM\s|\bUPDATE\s+\S+\s+SET\s/.test(text) ||
    listWrites(text).some((table) => table !== null && names.has(table))
  );
}

/** The tables that a piece of SQL writes. The last one is null if the piece ends where the table's name is inserted. */
export function listWrites(text: string): (string | null)[] {
  const write =
    /\b(INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|(?<!\bDO\s+)UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(?:(?:main\.)?["`[]?(\w+)|$)/gi;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|--.*$/gm, " ");
  return [...code.matchAll(write)].flatMap(([, verb = "", name]) => {
    // In lower case and without a name, it is more likely a sentence.
    if (name === undefined && verb !== verb.toUpperCase()) return [];
    return [name?.toLowerCase() ?? null];
  });
}
