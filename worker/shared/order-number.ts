/** Where the parts of a number stand in an id, after `ord_` or `sub_`: from the time, and from the hash. */
const TIME = { start: 1, length: 7 };
const HASH = { start: 10, length: 4 };

const ID = /^(ord|sub)_0[0-9a-hjkmnp-tv-z]{25}$/;
const NUMBER = /^([0-9a-hjkmnp-tv-z]{7})[- ]?([0-9a-hjkmnp-tv-z]{4})$/;

/**
 * Returns the number of an order or a subscription that people read: `1M847V3-20B4` (docs/decisions/0106). It is a part of
 * the id, so it needs no column and is the same after a rebuild.
 * @returns the id itself if it has another form
 */
export function toOrderNumber(id: string): string {
  if (!ID.test(id)) return id;
  const body = id.slice(4);
  const part = ({ start, length }: typeof TIME) => body.slice(start, start + length);
  return `${part(TIME)}-${part(HASH)}`.toUpperCase();
}

/** Numbers in a text that somebody wrote. Those of this century's first decades begin with a 1. */
const WRITTEN = /\b1[0-9a-z]{6}-[0-9a-z]{4}\b/gi;

/** Returns the ids and numbers of orders and subscriptions that a text names. */
export function findNumbers(text: string): string[] {
  const ids = text.toLowerCase().match(/\b(ord|sub)_[0-9a-z]{26}\b/g) ?? [];
  return [...ids, ...(text.match(WRITTEN) ?? [])];
}

/** Whether this is the id of an order or a subscription, or its number as people type it. */
export function isNumberOf(id: string, typed: string): boolean {
  const range = findIdRange(id.startsWith("ord_") ? "ord" : "sub", typed);
  if (!range) return id === typed;
  const { first, end, hash, hashAt } = range;
  return id >= first && id < end && id.startsWith(hash, hashAt - 1);
}

/** The ids with a number: those from `first` on and before `end`, with these characters at `hashAt`, counted from 1. */
export type IdRange = { first: string; end: string; hash: string; hashAt: number };

/**
 * Returns where the ids with a number are, for a search by the primary key; null if the text is no number. Case, spaces
 * around it and a missing hyphen don't matter, and O counts as 0, I and L as 1.
 */
export function findIdRange(prefix: "ord" | "sub", text: string): IdRange | null {
  const typed = text
    .trim()
    .toLowerCase()
    .replace(/^#/, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  const [, time, hash] = NUMBER.exec(typed) ?? [];
  if (time === undefined || hash === undefined) return null;
  const first = `${prefix}_0${time}`;
  // "~" sorts behind every character of an id.
  return { first, end: `${first}~`, hash, hashAt: prefix.length + 2 + HASH.start };
}
