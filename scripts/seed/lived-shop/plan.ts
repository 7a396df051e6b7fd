import type { Action } from "./actions.ts";
import type { Random } from "./random.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Of the memberships of the demo catalog. */
export const TRIAL_DAYS = 14;
export const MONTH_DAYS = 30.4;

/** A life that is being planned. `end` is in Unix milliseconds. */
export type Plan = { random: Random; end: number; add(...actions: Action[]): void };
