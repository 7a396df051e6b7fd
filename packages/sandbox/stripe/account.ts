import type { DatabaseSync } from "node:sqlite";
import type Stripe from "stripe";
import type { Clock } from "./clock.ts";
import type { Kind } from "./feature.ts";
import { missing } from "./protocol/errors.ts";
import type { JobQueue } from "./store/jobs.ts";
import { newId } from "./protocol/ids.ts";
import type { ObjectStore } from "./store/objects.ts";
import type { Rows, TypeName } from "./store/rows.ts";
import { queueDeliveries } from "./webhooks/enqueue-deliveries.ts";
import { previousAttributes } from "./webhooks/compute-previous-attributes.ts";

export const apiVersion = "2026-10-28.endive";

/** Everything that one secret key can see, and the only way to change it. */
export interface Account {
  readonly key: string;
  readonly id: string;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** Where the stand-in itself answers, without a slash at the end. */
  readonly serverUrl: string;
  /** The API request that is being answered; null while time or a buyer is the cause. */
  request: Stripe.EventBase["request"];

  /** What becomes of a subscription after the last failed attempt: a setting of the account, not of the API. */
  afterRetries(): AfterRetries;
  setAfterRetries(choice: AfterRetries): void;

  /** Adds an object and tells the world. */
  create<T extends TypeName>(type: T, row: Rows[T], event?: Stripe.Event.Type): Rows[T];
  /** Changes an object; the event carries what was there before, and is left out when nothing changed. */
  change<T extends TypeName>(
    type: T,
    id: string,
    change: Partial<Rows[T]>,
    event?: Stripe.Event.Type,
  ): Rows[T];
  /** Records an event with a frozen copy of the object. */
  emit<T extends TypeName>(
    event: Stripe.Event.Type,
    type: T,
    row: Rows[T],
    previous?: object,
  ): void;
  /** The object, or Stripe's 404 (400 when `param` names a parameter of the request). */
  get<T extends TypeName>(type: T, id: string, param?: string): Rows[T];
  /** The object as the API shows it. */
  show<T extends TypeName>(type: T, row: Rows[T]): object;
  /** Lets a job run once the time that is in force now, the account's or a test clock's, reaches `dueAt` (unix seconds). */
  schedule(dueAt: number, kind: string, object: string): void;
  /** Runs what is due by then, each job at the moment it was due, with what those jobs schedule in turn. */
  runDue(testClock: string | null, until: number): void;
}

export const afterRetriesChoices = ["cancel", "unpaid", "past_due"] as const;
export type AfterRetries = (typeof afterRetriesChoices)[number];

interface Parts {
  key: string;
  id: string;
  database: DatabaseSync;
  objects: ObjectStore;
  jobs: JobQueue;
  clock: Clock;
  kinds: ReadonlyMap<TypeName, Kind>;
  serverUrl: string;
}

export function createAccount({ database, kinds, jobs, ...parts }: Parts): Account {
  const account: Account = {
    ...parts,
    request: null,

    afterRetries() {
      const found = database.prepare("SELECT after_retries FROM accounts WHERE key = ?");
      return found.get(parts.key)?.after_retries as AfterRetries;
    },
    setAfterRetries(choice) {
      database
        .prepare("UPDATE accounts SET after_retries = ? WHERE key = ?")
        .run(choice, parts.key);
    },

    create(type, row, event) {
      account.objects.insert(type, row);
      if (event) account.emit(event, type, row);
      return row;
    },

    change(type, id, change, event) {
      const before = account.get(type, id);
      const shownBefore = event ? account.show(type, before) : {};
      const after = { ...before, ...change };
      account.objects.update(type, after);
      if (event) {
        const previous = previousAttributes(shownBefore, account.show(type, after));
        if (Object.keys(previous).length > 0) account.emit(event, type, after, previous);
      }
      return after;
    },

    emit(type, objectType, row, previous) {
      const event: Stripe.EventBase = {
        id: newId("event"),
        object: "event",
        api_version: apiVersion,
        created: account.clock.own(),
        data: {
          object: account.show(objectType, row),
          ...(previous && { previous_attributes: previous }),
        },
        livemode: false,
        pending_webhooks: 0,
        request: account.request ?? { id: null, idempotency_key: null },
        type,
      };
      const endpoints = account.objects.all("webhook_endpoint", [
        { field: "status", equals: "enabled" },
      ]);
      event.pending_webhooks = queueDeliveries(database, account.key, event, endpoints);
      account.objects.insert("event", event);
    },

    get(type, id, param) {
      const row = account.objects.find(type, id);
      if (!row) throw missing(type, id, param);
      return row;
    },

    show(type, row) {
      const visible = Object.fromEntries(
        Object.entries(row).filter(([key]) => !key.startsWith("_")),
      );
      return { ...visible, ...kinds.get(type)?.complete?.(account, row) };
    },

    schedule(dueAt, kind, object) {
      jobs.add(account, { dueAt, testClock: account.clock.test(), kind, object });
    },

    runDue(testClock, until) {
      jobs.runDue(account, testClock, until);
    },
  };
  return account;
}
