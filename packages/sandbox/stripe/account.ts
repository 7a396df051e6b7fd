import type { SqlDatabase } from "../database/database.ts";
import type Stripe from "stripe";
import type { Clock } from "./clock.ts";
import type { ObjectType } from "./feature.ts";
import { resourceMissingError } from "./protocol/errors.ts";
import type { JobQueue } from "./store/jobs.ts";
import { newId } from "./protocol/ids.ts";
import type { ObjectStore } from "./store/objects.ts";
import type { Rows, ObjectTypeName } from "./store/rows.ts";
import { enqueueDeliveries } from "./webhooks/enqueue-deliveries.ts";
import { computePreviousAttributes } from "./webhooks/compute-previous-attributes.ts";

export const apiVersion = "2026-10-28.endive";

/** The objects of one secret key. Every change goes through here, so that it emits its events. */
export interface Account {
  readonly key: string;
  readonly id: string;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** The base URL of the stand-in, without a trailing slash. */
  readonly serverUrl: string;
  /** The API request being handled; null while a job or a page makes the change. */
  request: Stripe.EventBase["request"];

  /** What Stripe decides for an account, or has only in its dashboard. */
  readSettings(): AccountSettings;
  changeSettings(change: Partial<AccountSettings>): void;

  /** Creates an object and emits `event`, if given. */
  create<T extends ObjectTypeName>(type: T, row: Rows[T], event?: Stripe.Event.Type): Rows[T];
  /** Updates an object. The event has the previous values and is not emitted if nothing changed. */
  update<T extends ObjectTypeName>(
    type: T,
    id: string,
    change: Partial<Rows[T]>,
    event?: Stripe.Event.Type,
  ): Rows[T];
  /** Records an event with a copy of the object and enqueues its deliveries. */
  emit<T extends ObjectTypeName>(
    event: Stripe.Event.Type,
    type: T,
    row: Rows[T],
    previous?: object,
  ): void;
  /** Returns the object. @throws ApiError 404, or 400 if `param` names a parameter of the request */
  get<T extends ObjectTypeName>(type: T, id: string, param?: string): Rows[T];
  /** Returns the object as the API shows it. */
  serialize<T extends ObjectTypeName>(type: T, row: Rows[T]): object;
  /** Schedules a job at `dueAt` (unix seconds), in the current time: a test clock's or the account's. */
  schedule(dueAt: number, kind: string, object: string): void;
  /** Runs all jobs due by `until`, including those they schedule. During a job, the time is its due time. */
  runDueJobs(testClock: string | null, until: number): void;
}

export const finalRetryActions = ["cancel", "unpaid", "past_due", "pause"] as const;

export interface AccountSettings {
  /** What happens to a subscription after the last failed retry. */
  afterRetries: (typeof finalRetryActions)[number];
  /** Whether a renewal whose first payment fails pauses the subscription, instead of making it past due. */
  pauseAfterFirstFailure: boolean;
  /** Whether such a pause ends by itself once the invoice is paid or written off. */
  resumeAfterPayment: boolean;
  /** At Stripe 25 in test mode and 100 in live mode; null for no limit, because tests share a busy machine. */
  requestsPerSecond: number | null;
  /** When a failed payment is retried, in days after the attempt before. Smart Retries take up to two months. */
  retryDays: number[];
  /** Whether Checkout sells with Managed Payments unless a session says otherwise, as in some accounts since 2026. */
  managedPaymentsByDefault: boolean;
  /** Whether the account accepted the terms of Managed Payments, without which no session can ask for it. */
  managedPaymentsAccepted: boolean;
}

const initialSettings: AccountSettings = {
  afterRetries: "cancel",
  managedPaymentsByDefault: false,
  managedPaymentsAccepted: true,
  pauseAfterFirstFailure: false,
  requestsPerSecond: null,
  resumeAfterPayment: true,
  retryDays: [3, 5, 7],
};

interface AccountOptions {
  key: string;
  id: string;
  database: SqlDatabase;
  objects: ObjectStore;
  jobs: JobQueue;
  clock: Clock;
  objectTypes: ReadonlyMap<ObjectTypeName, ObjectType>;
  serverUrl: string;
}

export function createAccount({ database, objectTypes, jobs, ...parts }: AccountOptions): Account {
  const account: Account = {
    ...parts,
    request: null,

    readSettings() {
      const found = database.prepare("SELECT settings FROM accounts WHERE key = ?").get(parts.key);
      return { ...initialSettings, ...JSON.parse(String(found?.settings)) };
    },
    changeSettings(change) {
      database
        .prepare("UPDATE accounts SET settings = ? WHERE key = ?")
        .run(JSON.stringify({ ...account.readSettings(), ...change }), parts.key);
    },

    create(type, row, event) {
      account.objects.insert(type, row);
      if (event) account.emit(event, type, row);
      return row;
    },

    update(type, id, change, event) {
      const before = account.get(type, id);
      const serializedBefore = event ? account.serialize(type, before) : {};
      const after = { ...before, ...change };
      account.objects.update(type, after);
      if (event) {
        const previous = computePreviousAttributes(
          serializedBefore,
          account.serialize(type, after),
        );
        if (Object.keys(previous).length > 0) account.emit(event, type, after, previous);
      }
      return after;
    },

    emit(type, objectType, row, previous) {
      const event: Stripe.EventBase = {
        id: newId("event"),
        object: "event",
        api_version: apiVersion,
        created: account.clock.accountNow(),
        data: {
          object: account.serialize(objectType, row),
          ...(previous && { previous_attributes: previous }),
        },
        livemode: false,
        pending_webhooks: 0,
        request: account.request ?? { id: null, idempotency_key: null },
        type,
      };
      const endpoints = account.objects.findAll("webhook_endpoint", [
        { field: "status", equals: "enabled" },
      ]);
      event.pending_webhooks = enqueueDeliveries(database, account.key, event, endpoints);
      account.objects.insert("event", event);
    },

    get(type, id, param) {
      const row = account.objects.find(type, id);
      if (!row) throw resourceMissingError(type, id, param);
      return row;
    },

    serialize(type, row) {
      const visible = Object.fromEntries(
        Object.entries(row).filter(([key]) => !key.startsWith("_")),
      );
      return { ...visible, ...objectTypes.get(type)?.computeFields?.(account, row) };
    },

    schedule(dueAt, kind, object) {
      jobs.add(account, { dueAt, testClock: account.clock.testClock(), kind, object });
    },

    runDueJobs(testClock, until) {
      jobs.runDueJobs(account, testClock, until);
    },
  };
  return account;
}
