import { sha256Hex } from "./crypto.ts";

/** Id prefixes. They show what kind of object an id belongs to. */
export type IdPrefix =
  | "usr"
  | "idn"
  | "ses"
  | "cst"
  | "prd"
  | "prc"
  | "bnf"
  | "chk"
  | "ord"
  | "sub"
  | "grt"
  | "swp"
  | "req"
  | "lnk"
  | "lic"
  | "act"
  | "fil"
  | "fiv"
  | "pag"
  | "cmp"
  | "mal"
  | "mbt"
  | "inv"
  | "aud"
  | "key"
  | "lnc"
  | "lnp"
  | "whe"
  | "whd"
  | "pmv"
  | "flt"
  | "nte"
  | "msg"
  | "stm"
  | "clm";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_LENGTH = 16;

/** Random bytes for the next ids: every request has one, and drawing many at once costs as much as drawing a few. */
const randomBytes = new Uint8Array(64 * RANDOM_LENGTH);
let taken = randomBytes.length;

/**
 * Returns a URL-safe id that sorts by time: the prefix, 10 characters of `now` (ms) and 16 random characters (80 bits).
 * @param now unix time in milliseconds
 */
export function newId(prefix: IdPrefix, now: number): string {
  if (taken === randomBytes.length) {
    crypto.getRandomValues(randomBytes);
    taken = 0;
  }
  let random = "";
  for (const end = taken + RANDOM_LENGTH; taken < end; taken++)
    random += ALPHABET.charAt(randomBytes[taken]! & 31);
  return `${prefix}_${toIdTime(now)}${random}`;
}

/** Returns an id that sorts before those that are made from this time on. @param time unix time in milliseconds */
export function firstIdAt(prefix: IdPrefix, time: number): string {
  return `${prefix}_${toIdTime(Math.max(time, 0))}`;
}

/** Returns the part of an id that makes it sort by time: 10 characters. @param now unix time in milliseconds */
export function toIdTime(now: number): string {
  let time = "";
  for (let rest = now, i = 0; i < 10; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}

/**
 * Returns the id of a row that can be made again from elsewhere, e.g. from Stripe: the same input gives the same id. It
 * has the form of `newId` and sorts by time too. Not for ids that must be secret.
 * @param createdAt unix milliseconds
 * @param of what the row is made of, e.g. the id of the object at Stripe
 */
export function deriveId(prefix: IdPrefix, createdAt: number, of: string): string {
  // Hexadecimal digits are characters of an id, too: 16 of them are 64 bits.
  return `${prefix}_${toIdTime(createdAt)}${sha256Hex(`${prefix} ${of}`).slice(0, RANDOM_LENGTH)}`;
}
