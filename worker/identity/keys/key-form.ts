import { crc32 } from "node:zlib";
import { sha256Hex } from "../../lib/crypto.ts";

/** The mode of the shop that a key belongs to. */
export type KeyMode = "test" | "live";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 32 bytes in base62, and the 4 bytes of the checksum. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = 12;

const KEY_FORM = new RegExp(
  `^(gh_(test|live)_[0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/**
 * Returns a new key: the mode, 32 random bytes and a checksum. By the checksum, a key with a typo is refused without a
 * read, and secret scanners recognize keys without asking.
 */
export function newApiKey(mode: KeyMode): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const secret = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  const text = `gh_${mode}_${toBase62(secret, SECRET_LENGTH)}`;
  return text + checksumOf(text);
}

/**
 * Parses a key without reading anything.
 * @returns its mode and the hash that it is stored by; null if it is no key, or one with a typo or a missing part
 */
export function parseApiKey(text: string): { mode: KeyMode; hash: string } | null {
  const mode = readKeyMode(text);
  return mode && { mode, hash: sha256Hex(text) };
}

/** Returns the mode of a key; null for what `parseApiKey` refuses. */
export function readKeyMode(text: string): KeyMode | null {
  const [, body = "", mode, checksum] = KEY_FORM.exec(text) ?? [];
  return mode === undefined || checksumOf(body) !== checksum ? null : (mode as KeyMode);
}

/** Returns the start of a key, by which its owner recognizes it. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** Whether a text contains what looks like a key, whole or in part. */
export function containsApiKey(text: string): boolean {
  return text.includes("gh_") && /gh_(?:test|live)_[0-9A-Za-z]{8}/.test(text);
}

/** With numbers, since every request computes it and a checksum fits. */
function checksumOf(text: string): string {
  let digits = "";
  for (let rest = crc32(text); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    digits = DIGITS.charAt(rest % 62) + digits;
  return digits;
}

function toBase62(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; digits.length < length; rest /= 62n)
    digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits;
}
