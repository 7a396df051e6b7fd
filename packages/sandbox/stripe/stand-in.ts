import { createHash } from "node:crypto";
import type { Database } from "../database/database.ts";
import { createAccount, type Account } from "./account.ts";
import { createClock } from "./clock.ts";
import type { Job, ObjectType } from "./feature.ts";
import { features } from "./features.ts";
import { createFaults, type Faults } from "./protocol/faults.ts";
import { createIdempotencyKeys, type IdempotencyKeys } from "./protocol/idempotency.ts";
import { invalidKeyError, parseSecretKey } from "./protocol/parse-secret-key.ts";
import type { Permissions } from "./protocol/permissions.ts";
import { createRequestLog, type RequestLog } from "./protocol/request-log.ts";
import { createTables } from "./store/database.ts";
import { createJobQueue } from "./store/jobs.ts";
import { createObjectStore } from "./store/objects.ts";
import { createRestrictedKeys, type RestrictedKeys } from "./protocol/restricted-keys.ts";
import type { ObjectTypeName } from "./store/rows.ts";
import { createWebhookSender, type WebhookSender } from "./webhooks/webhook-sender.ts";
import type { WebhookTarget } from "../options.ts";
import { configureEndpoint } from "./webhooks/endpoint.ts";

/** The key of the app's account unless the options name another. The pages for developers show this account. */
export const shopSecretKey = "sk_test_sandbox";

const tickMs = 250;

/** The stand-in for Stripe. */
export interface StandIn {
  readonly database: Database;
  /** The secret key of the account that the options are about. */
  readonly mainKey: string;
  readonly objectTypes: ReadonlyMap<ObjectTypeName, ObjectType>;
  readonly webhookSender: WebhookSender;
  readonly faults: Faults;
  readonly idempotency: IdempotencyKeys;
  readonly requests: RequestLog;
  readonly restrictedKeys: RestrictedKeys;
  /** Returns who sends a request. A secret key has all permissions (null). @throws ApiError 401 for an unknown key */
  authenticate(header: string | undefined): Caller;
  /** Returns the account of a secret key, and creates it on first use. */
  getOrCreateAccount(key: string): Account;
  /** Returns the account that has an object. Requests for pages have an id in the URL but no key. */
  findAccountByObjectId(id: string): Account | undefined;
  /** Runs all due jobs and then `work` in one transaction, and schedules the deliveries of their events. */
  commit<T>(account: Account, work: () => T): T;
  /** Runs what is due, and asks to be woken for what is due next. */
  runDue(): Promise<void>;
  /** Returns when an account's next job is due by its own clock (Unix seconds); null if it has none. */
  findNextJobTime(account: Account): number | null;
  /** Deletes everything of an account. The shop's account gets its webhook endpoint back. */
  reset(key: string): void;
  stop(): Promise<void>;
}

/** The account of a key, and what the key may do: null means everything. */
export interface Caller {
  key: string;
  account: Account;
  permissions: Permissions | null;
}

export interface StandInOptions {
  database: Database;
  /** Where browsers reach the pages. */
  serverUrl: string;
  /** The secret key of the app's account. Default: `sk_test_sandbox`. */
  mainKey?: string | undefined;
  /** Whether each other secret key is an account of its own. Default: true. */
  hasOtherAccounts?: boolean;
  /**
   * Called with the time (Unix milliseconds) at which the next job or delivery is due; then something must call
   * `runDue`. Without it, timers of the process do.
   */
  wakeAt?: ((dueMs: number) => void) | undefined;
  /** Sends webhooks. Default: `fetch`. */
  send?: ((request: Request) => Promise<Response>) | undefined;
  /** The webhook endpoint of the shop's account. */
  webhook: WebhookTarget | undefined;
  retryDelaysMs?: number[] | undefined;
  /** How far the clock of the shop's new account is ahead of the real time, in seconds. */
  clockOffsetSeconds?: number | undefined;
}

export function createStandIn({
  database,
  serverUrl,
  mainKey = shopSecretKey,
  hasOtherAccounts = true,
  wakeAt,
  send,
  webhook,
  retryDelaysMs,
  clockOffsetSeconds = 0,
}: StandInOptions): StandIn {
  createTables(database);
  const objectTypes = new Map<ObjectTypeName, ObjectType>(
    features
      .flatMap((feature) => feature.objectTypes ?? [])
      .map((objectType) => [objectType.type, objectType]),
  );
  const jobs = createJobQueue(
    database,
    new Map<string, Job>(features.flatMap((feature) => Object.entries(feature.jobs ?? {}))),
  );
  const webhookSender = createWebhookSender(database, retryDelaysMs, wakeAt, send);
  const faults = createFaults();
  const restrictedKeys = createRestrictedKeys(database);
  const accounts = new Map<string, Account>();

  function getOrCreateAccount(key: string): Account {
    const known = accounts.get(key);
    if (known) return known;
    const id = `acct_${createHash("sha256").update(key).digest("base64url").replace(/[-_]/g, "x").slice(0, 16)}`;
    const offset = key === mainKey ? clockOffsetSeconds : 0;
    database
      .prepare(
        "INSERT OR IGNORE INTO accounts (key, id, created, clock_offset) VALUES (?, ?, ?, ?)",
      )
      .run(key, id, Math.floor(Date.now() / 1000) + offset, offset);
    const account = createAccount({
      key,
      id,
      database,
      objectTypes,
      serverUrl,
      objects: createObjectStore(database, key),
      jobs,
      clock: createClock(database, key),
    });
    accounts.set(key, account);
    return account;
  }

  function authenticate(header: string | undefined): Caller {
    const key = parseSecretKey(header);
    if (key.startsWith("sk_") && !hasOtherAccounts && key !== mainKey) throw invalidKeyError(key);
    if (key.startsWith("sk_")) return { key, account: getOrCreateAccount(key), permissions: null };
    const restricted = restrictedKeys.find(key);
    if (!restricted) throw invalidKeyError(key);
    const { account, permissions } = restricted;
    return { key, account: getOrCreateAccount(account), permissions };
  }

  function commit<T>(account: Account, work: () => T): T {
    try {
      return database.transaction(() => {
        const request = account.request;
        account.request = null;
        account.runDueJobs(null, account.clock.accountNow());
        account.request = request;
        return work();
      });
    } finally {
      webhookSender.scheduleDeliveries(account.key);
      if (wakeAt) wakeForJobs(account, wakeAt);
    }
  }

  function runDueJobs(): void {
    for (const { account: key } of database.prepare("SELECT DISTINCT account FROM jobs").all()) {
      const account = getOrCreateAccount(String(key));
      if (jobs.hasDueJobs(account, account.clock.accountNow())) commit(account, () => undefined);
      else if (wakeAt) wakeForJobs(account, wakeAt);
    }
  }

  function wakeForJobs(account: Account, wake: (dueMs: number) => void): void {
    const dueAt = jobs.findNextDueAt(account);
    if (dueAt !== null) wake((dueAt - account.clock.offset()) * 1000);
  }

  function setUpShopAccount(): void {
    const account = getOrCreateAccount(mainKey);
    database.transaction(() => configureEndpoint(account, webhook));
  }

  setUpShopAccount();
  for (const { account } of database
    .prepare("SELECT DISTINCT account FROM deliveries WHERE state = 'pending'")
    .all()) {
    webhookSender.scheduleDeliveries(String(account));
  }
  const ticker = wakeAt ? undefined : setInterval(runDueJobs, tickMs);

  return {
    database,
    mainKey,
    objectTypes,
    webhookSender,
    faults,
    idempotency: createIdempotencyKeys(database),
    requests: createRequestLog(database),
    restrictedKeys,
    authenticate,
    getOrCreateAccount,
    findAccountByObjectId(id) {
      const owner = database.prepare("SELECT account FROM objects WHERE id = ?").get(id);
      return owner && getOrCreateAccount(String(owner.account));
    },
    commit,
    async runDue() {
      runDueJobs();
      const accounts = database
        .prepare("SELECT DISTINCT account FROM deliveries WHERE state = 'pending'")
        .all();
      await Promise.all(accounts.map(({ account }) => webhookSender.sendDue(String(account))));
    },
    findNextJobTime: (account) => jobs.findNextDueAt(account),
    reset(key) {
      database.transaction(() => {
        database
          .prepare(
            "DELETE FROM attempts WHERE delivery IN (SELECT id FROM deliveries WHERE account = ?)",
          )
          .run(key);
        for (const table of ["objects", "jobs", "idempotency", "requests", "deliveries"]) {
          database.prepare(`DELETE FROM ${table} WHERE account = ?`).run(key);
        }
        database.prepare("DELETE FROM accounts WHERE key = ?").run(key);
      });
      faults.clear(key);
      accounts.delete(key);
      if (key === mainKey) setUpShopAccount();
    },
    async stop() {
      clearInterval(ticker);
      await webhookSender.stop();
    },
  };
}
