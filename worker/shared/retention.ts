/** Who deletes a kind of data: cron, the deletion of an account, the team, Cloudflare, or nobody. */
type Deletion =
  /** After the days in `retentionDays`. */
  | { by: "cron" }
  | { by: "cloudflare"; days: number }
  /** With the account. What `keeps` says stays without personal data. */
  | { by: "account"; keeps: boolean }
  | { by: "team" }
  | { by: "nobody" };

/**
 * Why personal data may be kept: Art. 6(1) GDPR, (b) a contract, (c) a legal obligation, (f) a legitimate interest.
 * Null: there is none in it.
 */
type Ground = "contract" | "obligation" | "interest" | null;

type Kind = { tables: readonly string[]; ground: Ground } & Deletion;

/**
 * **The retention schedule: how long each kind of data is kept, and why.** Cron deletes by it, the guide of security and
 * the template of a privacy page are made from it, and a test says that each table of the database is in it. How long
 * cron keeps what it deletes is in `retention-days.ts`, and what each kind is called, and for what it is kept, in
 * `retention-words.ts`.
 */
export const retention = {
  account: {
    tables: [
      "users",
      "identities",
      "saved_filters",
      "notification_settings",
      "notification_cursors",
    ],
    ground: "contract",
    by: "account",
    keeps: false,
  },
  sessions: { tables: ["sessions"], ground: "contract", by: "cron" },
  sign_in: {
    tables: ["link_intents", "email_tokens", "fresh_sign_in_requests"],
    ground: "contract",
    by: "cron",
  },
  sign_in_counts: { tables: ["email_link_requests"], ground: "interest", by: "cron" },
  purchases: {
    tables: [
      "customers",
      "checkouts",
      "orders",
      "subscriptions",
      "subscription_items",
      "win_back_offers",
      "payments",
      "payment_packs",
      "payment_pack_times",
      "payment_pack_invoices",
      "payment_alerts",
      "price_move_subscriptions",
      "mrr_steps",
      "mrr_movements",
      "incidents",
    ],
    ground: "obligation",
    by: "account",
    keeps: true,
  },
  checkout_links: { tables: ["checkout_links"], ground: "contract", by: "cron" },
  access: {
    tables: ["grants", "gifts", "license_keys", "activations", "downloads"],
    ground: "contract",
    by: "account",
    keeps: false,
  },
  claimed_gifts: {
    tables: ["claims", "seat_pools", "seat_domains"],
    ground: "contract",
    by: "account",
    keeps: true,
  },
  unclaimed_gifts: { tables: ["claims", "seat_pools"], ground: "contract", by: "cron" },
  emails: { tables: ["emails"], ground: "contract", by: "account", keeps: false },
  messages: { tables: ["customer_messages"], ground: "interest", by: "account", keeps: false },
  customer_notes: {
    tables: [
      "customer_notes",
      "customer_tags",
      "customer_figures",
      "customer_products",
      "stale_customers",
    ],
    ground: "interest",
    by: "account",
    keeps: false,
  },
  statements: { tables: ["statements"], ground: "obligation", by: "account", keeps: true },
  unmatched_statements: {
    tables: ["statements"],
    ground: "obligation",
    by: "cron",
  },
  trials: {
    tables: ["trial_tombstones", "trial_cards"],
    ground: "interest",
    by: "nobody",
  },
  stripe_events: {
    tables: ["events"],
    ground: "contract",
    by: "cron",
  },
  stripe_payloads: {
    tables: ["event_payloads", "payload_erasures"],
    ground: "contract",
    by: "cron",
  },
  feed: {
    tables: [
      "feed_events",
      "feed_times",
      "feed_chunks",
      "feed_chunk_users",
      "feed_newest",
      "feed_histories",
      "feed_erasures",
    ],
    ground: "contract",
    by: "account",
    keeps: true,
  },
  delivered_webhooks: {
    tables: ["webhook_deliveries"],
    ground: "contract",
    by: "cron",
  },
  failed_webhooks: { tables: ["webhook_deliveries"], ground: "contract", by: "cron" },
  api_answers: { tables: ["idempotent_requests"], ground: "contract", by: "cron" },
  notifications: { tables: ["notifications"], ground: "interest", by: "cron" },
  audit: { tables: ["audit_entries"], ground: "interest", by: "account", keeps: true },
  team: {
    tables: ["invitations", "api_keys", "webhook_endpoints"],
    ground: "interest",
    by: "team",
  },
  logs: { tables: [], ground: "interest", by: "cloudflare", days: 7 },
  backups: { tables: [], ground: "interest", by: "cloudflare", days: 30 },
  measurements: { tables: [], ground: null, by: "cloudflare", days: 92 },
  rendered_texts: { tables: ["rendered_markdown"], ground: null, by: "cron" },
  catalog: {
    tables: [
      "products",
      "prices",
      "permanent_links",
      "benefits",
      "product_benefits",
      "former_slugs",
      "upgrades",
      "files",
      "file_versions",
      "pages",
      "benefit_pages",
      "settings",
      "translations",
      "price_moves",
      "switches",
    ],
    ground: null,
    by: "team",
  },
  legal_versions: { tables: ["legal_versions"], ground: null, by: "nobody" },
  figures: {
    tables: [
      "daily_payments",
      "packed_totals",
      "sales_totals",
      "daily_activity",
      "stale_days",
      "mrr_totals",
      "daily_cohorts",
      "upcoming_renewals",
      "daily_subscriptions",
      "payouts",
    ],
    ground: null,
    by: "nobody",
  },
  operation: {
    tables: [
      "cursors",
      "health_signals",
      "pending_syncs",
      "product_leases",
      "sweeps",
      "packing_pauses",
      "sender_pauses",
      "site_version",
    ],
    ground: null,
    by: "nobody",
  },
} as const satisfies Record<string, Kind>;

export type RetentionKind = keyof typeof retention;
