/** A length of time, for example `30s`, `15m`, `2h` or `1d`. */
export type Duration = `${number}${"s" | "m" | "h" | "d"}`;

/**
 * What to do while the shop cannot be asked (no connection, no answer in time, 429 or 5xx):
 * - `deny`: nobody may use the feature. The answer is 503.
 * - `allow`: everybody may use it, also somebody who never paid.
 * - `{ lastKnown: "15m" }`: the shop's last answer for this customer and feature counts, if this process got it at
 *   most that long ago and the access has not ended since. Without one it is `deny`. With a `store`, the answers that
 *   other processes got count too, and those from before a restart.
 *
 * A key that the shop refuses, or a URL that is not a shop's, is an error in the configuration: it is thrown, and no
 * policy applies.
 */
export type OutagePolicy = "deny" | "allow" | { lastKnown: Duration; store?: AnswerStore };

/**
 * Keeps the last answers outside of the process, for example in KV or Redis. If it fails, the gate goes on without it.
 * Use one for each shop.
 */
export type AnswerStore = {
  get(key: string): unknown;
  /** @param seconds after which the value may be deleted */
  set(key: string, value: string, seconds: number): unknown;
};

/** @throws TypeError if it is none, which only an app without types can get */
export function assertPolicy(outage: OutagePolicy): void {
  if (outage === "deny" || outage === "allow") return;
  if (typeof outage?.lastKnown !== "string")
    throw new TypeError('`outage` must be "deny", "allow" or { lastKnown: "15m" }');
}

const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Returns a duration in milliseconds.
 * @throws TypeError if it is not one
 */
export function readDurationMs(duration: Duration): number {
  const match = /^(\d+(?:\.\d+)?)([smhd])$/.exec(duration);
  if (!match) throw new TypeError(`"${duration}" is not a duration such as "15m"`);
  return Number(match[1]) * UNIT_MS[match[2]!]!;
}
