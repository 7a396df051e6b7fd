import type { Entitlement } from "../client.ts";
import { readDurationMs, type AnswerStore, type OutagePolicy } from "./policy.ts";

/** About 2 MB. The oldest answers are dropped first. */
const MAX_ANSWERS = 10_000;

/** An answer that has not changed is written to the store again after this part of the time that it counts. */
const REFRESH_PART = 1 / 10;

type Answer = { entitlement: Entitlement; storedAt: number; writtenAt: number };

/** The last answer of the shop for each customer, for the time it may count. */
export class KnownAnswers {
  readonly #feature: string;
  readonly #maxAgeMs: number;
  readonly #store: AnswerStore | undefined;
  readonly #answers = new Map<string, Answer>();

  constructor(feature: string, policy: Extract<OutagePolicy, object>) {
    this.#feature = feature;
    this.#maxAgeMs = readDurationMs(policy.lastKnown);
    this.#store = policy.store;
  }

  async store(customer: string, entitlement: Entitlement): Promise<void> {
    const now = Date.now();
    const before = this.#answers.get(customer);
    const isWritten =
      before !== undefined &&
      now - before.writtenAt < this.#maxAgeMs * REFRESH_PART &&
      JSON.stringify(before.entitlement) === JSON.stringify(entitlement);
    const answer = { entitlement, storedAt: now, writtenAt: isWritten ? before.writtenAt : now };
    // Deleted first, so that the newest is last in the Map's order.
    this.#answers.delete(customer);
    this.#answers.set(customer, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    if (isWritten) return;
    const value = JSON.stringify({ entitlement, storedAt: now });
    await this.#useStore(customer, (store, key) =>
      store.set(key, value, Math.ceil(this.#maxAgeMs / 1000)),
    );
  }

  /** Returns the last answer if it still counts. An access that has ended by now does not. */
  async find(customer: string): Promise<Entitlement | undefined> {
    const text = await this.#useStore(customer, (store, key) => store.get(key));
    const [own, stored] = [this.#answers.get(customer), readAnswer(text)];
    const known = own && stored && stored.storedAt > own.storedAt ? stored : (own ?? stored);
    if (!known || Date.now() - known.storedAt > this.#maxAgeMs) return undefined;
    const { allowed, until } = known.entitlement;
    if (allowed && until !== null && Date.parse(until) <= Date.now()) return undefined;
    return known.entitlement;
  }

  async #useStore(customer: string, use: (store: AnswerStore, key: string) => unknown) {
    if (!this.#store) return undefined;
    try {
      // Hashed, because it may be an email, and longer than a store's keys.
      const data = new TextEncoder().encode(customer);
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
      const name = [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      return await use(this.#store, `gatehouse:${this.#feature}:${name}`);
    } catch (error) {
      console.warn("@gatehouse/client: the store of the last answers failed.", error);
      return undefined;
    }
  }
}

/** Returns what the store has; undefined if it is none of our answers. */
function readAnswer(text: unknown): Omit<Answer, "writtenAt"> | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const answer = JSON.parse(text) as Answer | null;
    return typeof answer?.entitlement?.allowed === "boolean" ? answer : undefined;
  } catch {
    return undefined;
  }
}
