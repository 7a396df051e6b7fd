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
  | "inv"
  | "aud"
  | "key"
  | "lnc"
  | "whe"
  | "whd"
  | "pmv"
  | "flt"
  | "nte";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Returns a URL-safe id that sorts by time: the prefix, 10 characters of `now` (ms) and 16 random characters (80 bits).
 * @param now unix time in milliseconds
 */
export function newId(prefix: IdPrefix, now: number): string {
  let random = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    random += ALPHABET.charAt(byte & 31);
  }
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
