import { sha256Hex } from "./crypto.ts";

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RANDOM_LENGTH = 22;
const CHECK_LENGTH = 3;

/** The greatest prime that three characters can say every remainder of. */
const MODULUS = 32_749;

/**
 * A new key: `TIDE-XXXXX-XXXXX-XXXXX-XXXXX-XXXXX`. 22 characters are random, 110 bits; the last three are a checksum
 * over all before them.
 * @param prefix letters and digits
 */
export function newLicenseKey(prefix: string): string {
  let body = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH)))
    body += ALPHABET.charAt(byte & 31);
  body += checksumOf(normalizeLicenseKey(prefix + body));
  return [prefix, ...(body.match(/.{5}/g) ?? [])].join("-");
}

/** What of a key counts: case, spaces and dashes do not, and letters are the digits they are taken for. */
export function normalizeLicenseKey(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
}

/** What a key is stored and looked up by. */
export function hashLicenseKey(text: string): string {
  return sha256Hex(normalizeLicenseKey(text));
}

/** Whether a text can be a key that was made here. One wrong character, or two that changed places, are always seen. */
export function isWholeLicenseKey(text: string): boolean {
  const key = normalizeLicenseKey(text);
  return /^[0-9A-Z]{27,35}$/.test(key) && key.endsWith(checksumOf(key.slice(0, -CHECK_LENGTH)));
}

/** The text as a number of base 36, its remainder as three characters. */
function checksumOf(text: string): string {
  let rest = 0;
  for (const character of text) rest = (rest * 36 + Number.parseInt(character, 36)) % MODULUS;
  return [rest >> 10, (rest >> 5) & 31, rest & 31].map((value) => ALPHABET.charAt(value)).join("");
}
