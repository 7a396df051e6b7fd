import { randomText } from "../stripe/protocol/ids.ts";

/** Letters in lower case and digits, so that an id is the same in a URL, a key and a name. */
const idPattern = "[a-z0-9]{4,40}";
const wholeId = new RegExp(`^${idPattern}$`);
const keyPattern = new RegExp(`^[sr]k_test_sandbox_(${idPattern})_\\w+$`);

export const isWorldId = (text: string): boolean => wholeId.test(text);

/** Returns an id that nobody guesses: 26 letters and digits. */
export const newWorldId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(26)), (byte) => (byte % 36).toString(36)).join(
    "",
  );

/** Returns a new secret key of a world. It names the world, so that a request to `/v1` needs no other address. */
export const newWorldKey = (id: string): string => `sk_test_sandbox_${id}_${randomText(32)}`;

/** Returns the id of the world that the key of an `Authorization` header belongs to; null for any other header. */
export function findWorldOfKey(header: string | null): string | null {
  const [scheme = "", value = ""] = (header ?? "").split(" ");
  const key =
    scheme.toLowerCase() === "basic"
      ? (Buffer.from(value, "base64").toString().split(":")[0] ?? "")
      : value;
  return keyPattern.exec(key)?.[1] ?? null;
}

/** Compares two secrets in the time that the shorter takes, whatever they have in common. */
export function isSameSecret(one: string, other: string): boolean {
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(one), encoder.encode(other)];
  return a.byteLength === b.byteLength && crypto.subtle.timingSafeEqual(a, b);
}
