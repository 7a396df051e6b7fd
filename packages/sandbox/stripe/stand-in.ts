import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { createAccount, type Account } from "./account.ts";
import { createClock } from "./clock.ts";
import type { Job, ObjectType } from "./feature.ts";
import { features } from "./features.ts";
import { createFaults, type Faults } from "./protocol/faults.ts";
import { createIdempotencyKeys, type IdempotencyKeys } from "./protocol/idempotency.ts";
import { invalidKeyError, parseSecretKey } from "./protocol/parse-secret-key.ts";
import type { Permissions } from "./protocol/permissions.ts";
import { createRequestLog, type RequestLog } from "./protocol/request-log.ts";
import { openDatabase, runInTransaction } from "./store/database.ts";
import { createJobQueue } from "./store/jobs.ts";
import { createObjectStore } from "./store/objects.ts";
import { createRestrictedKeys, type RestrictedKeys } from "./protocol/restricted-keys.ts";
import type { ObjectTypeName } from "./store/rows.ts";
import { createWebhookSender, type WebhookSender } from "./webhooks/webhook-sender.ts";
import type { WebhookTarget } from "../options.ts";
import { configureEndpoint } from "./webhooks/endpoint.ts";

/** The shop's secret key. The dashboard uses its account, and so does the control API when it gets no key. */
export const shopSecretKey = "sk_test_sandbox";

const tickMs = 250;

/** The stand-in for Stripe. */
export interface StandIn {
  readonly database: DatabaseSync;
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
  stateDir: string;
  serverUrl: string;
  /** The webhook endpoint of the shop's account. */
  webhook: WebhookTarget | undefined;
  retryDelaysMs?: number[] | undefined;
  /** How far the clock of the shop's new account is ahead of the real time, in seconds. */
  clockOffsetSeconds?: number | undefined;
}

export function createStandIn({
  stateDir,
  serverUrl,
  webhook,
  retryDelaysMs,
  clockOffsetSeconds = 0,
}: StandInOptions): StandIn {
  const database = openDatabase(stateDir);
  const objectTypes = new Map<ObjectTypeName, ObjectType>(
    features
      .flatMap((feature) => feature.objectTypes ?? [])
      .map((objectType) => [objectType.type, objectType]),
  );
  const jobs = createJobQueue(
    database,
    new Map<string, Job>(features.flatMap((feature) => Object.entries(feature.jobs ?? {}))),
  );
  const webhookSender = createWebhookSender(database, retryDelaysMs);
  const faults = createFaults();
  const restrictedKeys = createRestrictedKeys(database);
  const accounts = new Map<string, Account>();

  function getOrCreateAccount(key: string): Account {
    const known = accounts.get(key);
    if (known) return known;
    const id = `acct_${createHash("sha256").update(key).digest("base64url").replace(/[-_]/g, "x").slice(0, 16)}`;
    const offset = key === shopSecretKey ? clockOffsetSeconds : 0;
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
    if (key.startsWith("sk_")) return { key, account: getOrCreateAccount(key), permissions: null };
    const restricted = restrictedKeys.find(key);
    if (!restricted) throw invalidKeyError(key);
    const { account, permissions } = restricted;
    return { key, account: getOrCreateAccount(account), permissions };
  }

  function commit<T>(account: Account, work: () => T): T {
    try {
      return runInTransaction(database, () => {
        const request = account.request;
        account.request = null;
        account.runDueJobs(null, account.clock.accountNow());
        account.request = request;
        return work();
      });
    } finally {
      webhookSender.scheduleDeliveries(account.key);
    }
  }

  function setUpShopAccount(): void {
    const account = getOrCreateAccount(shopSecretKey);
    runInTransaction(database, () => configureEndpoint(account, webhook));
  }

  setUpShopAccount();
  for (const { account } of database
    .prepare("SELECT DISTINCT account FROM deliveries WHERE state = 'pending'")
    .all()) {
    webhookSender.scheduleDeliveries(String(account));
  }
  const ticker = setInterval(() => {
    for (const { account: key } of database.prepare("SELECT DISTINCT account FROM jobs").all()) {
      const account = getOrCreateAccount(String(key));
      if (jobs.hasDueJobs(account, account.clock.accountNow())) commit(account, () => undefined);
    }
  }, tickMs);

  return {
    database,
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
    findNextJobTime: (account) => jobs.findNextDueAt(account),
    reset(key) {
      runInTransaction(database, () => {
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
      if (key === shopSecretKey) setUpShopAccount();
    },
    async stop() {
      clearInterval(ticker);
      await webhookSender.stop();
      database.close();
    },
  };
}
