import { Buffer } from "node:buffer";
import { MINUTE, SECOND } from "../../lib/time.ts";

/** Older deliveries are refused, and so are those of a clock that is ahead by as much. */
const TOLERANCE_MS = 5 * MINUTE;
/** While a secret is rotated, a delivery has two. */
const MAX_SIGNATURES = 10;

const algorithm = { name: "HMAC", hash: "SHA-256" };

/**
 * Whether one of the secrets has signed a delivery: as Standard Webhooks, in Svix's headers.
 * @param secrets each `whsec_` and the key in base64
 * @param now the real time, in Unix milliseconds
 */
export async function isSignedByResend(
  secrets: string[],
  headers: Headers,
  body: string,
  now: number,
): Promise<boolean> {
  const [id, timestamp, signatures] = (["id", "timestamp", "signature"] as const).map(
    (name) => headers.get(`svix-${name}`) ?? "",
  );
  if (!id || !(Math.abs(Number(timestamp) * SECOND - now) <= TOLERANCE_MS)) return false;
  const text = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signatures!.split(" ", MAX_SIGNATURES).flatMap((signature) => {
    const [version, value] = signature.split(",");
    return version === "v1" && value ? [Buffer.from(value, "base64")] : [];
  });
  for (const secret of secrets) {
    const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
    const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
    for (const signature of given)
      if (await crypto.subtle.verify("HMAC", key, signature, text)) return true;
  }
  return false;
}
