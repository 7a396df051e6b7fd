import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { createAccount, type Account } from "./account.ts";
import { createClock } from "./clock.ts";
import type { Job, Kind } from "./feature.ts";
import { features } from "./features.ts";
import { createFaults, type Faults } from "./protocol/faults.ts";
import { createIdempotencyKeys, type IdempotencyKeys } from "./protocol/idempotency.ts";
import { createRequestLog, type RequestLog } from "./protocol/request-log.ts";
import { openDatabase, transaction } from "./store/database.ts";
import { createJobQueue } from "./store/jobs.ts";
import { createObjectStore } from "./store/objects.ts";
import type { TypeName } from "./store/rows.ts";
import { createCourier, type Courier } from "./webhooks/webhook-sender.ts";
import { ensureShopEndpoint } from "./webhooks/endpoint.ts";

/** The shop's own key; what the desk and the controls mean unless told otherwise. */
export const shopKey = "sk_test_sandbox";

const tickMs = 250;

/** Stripe, as far as this shop can see it. */
export interface StandIn {
  readonly database: DatabaseSync;
  readonly kinds: ReadonlyMap<TypeName, Kind>;
  readonly courier: Courier;
  readonly faults: Faults;
  readonly idempotency: IdempotencyKeys;
  readonly requests: RequestLog;
  /** The account of a secret key, made when first asked for. */
  accountOf(key: string): Account;
  /** The account that has an object: ids in URLs of pages carry no key. */
  ownerOf(id: string): Account | undefined;
  /** Runs `work` in one transaction after everything that is due by the account's clock, then sends its events. */
  commit<T>(account: Account, work: () => T): T;
  /** Forgets everything of an account; the shop gets its webhook endpoint again. */
  reset(key: string): void;
  stop(): Promise<void>;
}

export interface StandInOptions {
  stateDir: string;
  serverUrl: string;
  /** Where the shop listens for events, and the secrets they are signed with (several while one rotates). */
  shop: { webhookUrl: string; webhookSecrets: string[] };
  retryDelaysMs?: number[] | undefined;
}

export function createStandIn({
  stateDir,
  serverUrl,
  shop,
  retryDelaysMs,
}: StandInOptions): StandIn {
  const database = openDatabase(stateDir);
  const kinds = new Map<TypeName, Kind>(
    features.flatMap((feature) => feature.kinds ?? []).map((kind) => [kind.type, kind]),
  );
  const jobs = createJobQueue(
    database,
    new Map<string, Job>(features.flatMap((feature) => Object.entries(feature.jobs ?? {}))),
  );
  const courier = createCourier(database, retryDelaysMs);
  const faults = createFaults();
  const accounts = new Map<string, Account>();

  function accountOf(key: string): Account {
    const known = accounts.get(key);
    if (known) return known;
    const id = `acct_${createHash("sha256").update(key).digest("base64url").replace(/[-_]/g, "x").slice(0, 16)}`;
    database
      .prepare("INSERT OR IGNORE INTO accounts (key, id, created) VALUES (?, ?, ?)")
      .run(key, id, Math.floor(Date.now() / 1000));
    const account = createAccount({
      key,
      id,
      database,
      kinds,
      serverUrl,
      objects: createObjectStore(database, key),
      jobs,
      clock: createClock(database, key),
    });
    accounts.set(key, account);
    return account;
  }

  function commit<T>(account: Account, work: () => T): T {
    try {
      return transaction(database, () => {
        const request = account.request;
        account.request = null;
        account.runDue(null, account.clock.own());
        account.request = request;
        return work();
      });
    } finally {
      courier.wake(account.key);
    }
  }

  function openShop(): void {
    const account = accountOf(shopKey);
    transaction(database, () => ensureShopEndpoint(account, shop.webhookUrl, shop.webhookSecrets));
  }

  openShop();
  for (const { account } of database
    .prepare("SELECT DISTINCT account FROM deliveries WHERE state = 'pending'")
    .all()) {
    courier.wake(String(account));
  }
  const ticker = setInterval(() => {
    for (const { account: key } of database.prepare("SELECT DISTINCT account FROM jobs").all()) {
      const account = accountOf(String(key));
      if (jobs.isDue(account, account.clock.own())) commit(account, () => undefined);
    }
  }, tickMs);

  return {
    database,
    kinds,
    courier,
    faults,
    idempotency: createIdempotencyKeys(database),
    requests: createRequestLog(database),
    accountOf,
    ownerOf(id) {
      const owner = database.prepare("SELECT account FROM objects WHERE id = ?").get(id);
      return owner && accountOf(String(owner.account));
    },
    commit,
    reset(key) {
      transaction(database, () => {
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
      if (key === shopKey) openShop();
    },
    async stop() {
      clearInterval(ticker);
      await courier.stop();
      database.close();
    },
  };
}
