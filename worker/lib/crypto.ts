import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * Returns the SHA-256 of a text in lower-case hex. Node's API is synchronous, while `crypto.subtle` needs a turn of the
 * event loop.
 */
export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}

const encoder = new TextEncoder();

/**
 * Returns the same, for what every frequent request does: after a wait for the database, whose answer finds cold caches,
 * Node's function takes twice as long.
 */
export async function digestHex(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
}

/** The imported keys of `signHex`. Per isolate. */
const hmacKeys = new Map<string, CryptoKey>();

/** Returns the HMAC-SHA-256 of a text in lower-case hex. A secret is imported once: use it for few of them. */
export async function signHex(secret: string, text: string): Promise<string> {
  let key = hmacKeys.get(secret);
  if (!key) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
    hmacKeys.set(secret, key);
  }
  return toHex(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

/** Compares two texts in a time that depends only on their lengths. */
export function equalsInConstantTime(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

const hexOfBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function toHex(buffer: ArrayBuffer): string {
  let hex = "";
  for (const byte of new Uint8Array(buffer)) hex += hexOfBytes[byte];
  return hex;
}

/** Returns an opaque token: 32 random bytes in base64url, 43 characters. */
export function newToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/**
 * Signs a text. Returns base64url, 43 characters. The purpose is part of the key, so a signature for one purpose is
 * invalid for another.
 * @param secrets the first one signs
 */
export function signText(secrets: string[], purpose: string, text: string): string {
  return hmac(secrets[0] ?? "", purpose, text);
}

/** Whether `signText` made the signature with any of the secrets. Compares in constant time. */
export function verifySignature(
  secrets: string[],
  purpose: string,
  text: string,
  signature: string,
): boolean {
  // Compared as text: base64url has several spellings of the same bytes, and only the issued one is accepted.
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(hmac(secret, purpose, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with AES-256-GCM. Returns base64url of the nonce, the tag and the ciphertext. As with `signText`, the
 * purpose is part of the key.
 * @param secrets the first one encrypts
 */
export function encryptText(secrets: string[], purpose: string, text: string): string {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const cipher = createCipheriv("aes-256-gcm", deriveKey(secrets[0] ?? "", purpose), iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString("base64url");
}

/** Returns the text that `encryptText` encrypted with any of the secrets, or null if none of them decrypts it. */
export function decryptText(secrets: string[], purpose: string, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, "base64url");
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv(
        "aes-256-gcm",
        deriveKey(secret, purpose),
        bytes.subarray(0, IV_BYTES),
      );
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      // Encrypted with another secret.
    }
  }
  return null;
}

function hmac(secret: string, purpose: string, text: string): string {
  return createHmac("sha256", deriveKey(secret, purpose)).update(text).digest("base64url");
}

function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`gatehouse ${purpose}`).digest();
}
