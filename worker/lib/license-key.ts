import { digestHex, sha256Hex } from "./crypto.ts";

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_LENGTH = 22;
const CHECK_LENGTH = 3;

/** The largest prime whose remainders all fit into three base-32 characters. */
const MODULUS = 32_749;

/**
 * Returns a new key: `TIDE-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX`. 22 characters (110 bits) are random, and the last three are
 * a checksum of everything before them.
 * @param prefix letters and digits
 */
export function newLicenseKey(prefix: string): string {
  return toLicenseKey(prefix, crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)));
}

/** Returns the key of that form whose random part comes from the first 22 of these bytes. */
export function toLicenseKey(prefix: string, bytes: Uint8Array): string {
  let body = "";
  for (const byte of bytes.subarray(0, RANDOM_LENGTH)) body += ALPHABET.charAt(byte & 31);
  body += checksumOf(normalizeLicenseKey(prefix + body));
  return [prefix, ...(body.match(/.{5}/g) ?? [])].join("-");
}

/** Normalizes a typed key: ignores case, spaces and dashes, and replaces letters that look like digits. */
export function normalizeLicenseKey(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}

/** Returns the hash that a key is stored and looked up by. */
export function hashLicenseKey(text: string): string {
  return sha256Hex(normalizeLicenseKey(text));
}

/** Returns the same, for validations: `digestHex` says why. */
export function digestLicenseKey(text: string): Promise<string> {
  return digestHex(normalizeLicenseKey(text));
}

/** Whether a key's checksum is right. It detects every single wrong character and every swap of two characters. */
export function isWellFormedLicenseKey(text: string): boolean {
  const key = normalizeLicenseKey(text);
  return /^[0-9A-Z]{27,35}$/.test(key) && key.endsWith(checksumOf(key.slice(0, -CHECK_LENGTH)));
}

/** Returns the checksum: the text as a base-36 number, modulo `MODULUS`, as three characters. */
function checksumOf(text: string): string {
  let rest = 0;
  for (const character of text) rest = (rest * 36 + Number.parseInt(character, 36)) % MODULUS;
  return [rest >> 10, (rest >> 5) & 31, rest & 31].map((value) => ALPHABET.charAt(value)).join("");
}
