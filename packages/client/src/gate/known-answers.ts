import type { Entitlement } from "../client.ts";

/** About 2 MB. The oldest answers are dropped first. */
const MAX_ANSWERS = 10_000;

/** The last answer of the shop for each customer, for the time it may count. */
export class KnownAnswers {
  readonly #maxAgeMs: number;
  readonly #answers = new Map<string, { entitlement: Entitlement; storedAt: number }>();

  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  store(customer: string, entitlement: Entitlement): void {
    // Deleted first, so that the newest is last in the Map's order.
    this.#answers.delete(customer);
    this.#answers.set(customer, { entitlement, storedAt: Date.now() });
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }

  /** Returns the last answer if it still counts. An access that has ended by now does not. */
  find(customer: string): Entitlement | undefined {
    const known = this.#answers.get(customer);
    if (!known || Date.now() - known.storedAt > this.#maxAgeMs) return undefined;
    const { allowed, until } = known.entitlement;
    if (allowed && until !== null && Date.parse(until) <= Date.now()) return undefined;
    return known.entitlement;
  }
}
