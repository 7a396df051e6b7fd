import { Buffer } from "node:buffer";
import type { Ctx } from "../context.ts";
import { decryptText, encryptText } from "../lib/crypto.ts";
import type { EndpointRow } from "./store-endpoints.ts";

const PURPOSE = "webhook endpoint secret";
const SECRET_BYTES = 32;

/** Returns a new secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function newEndpointSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${Buffer.from(bytes).toString("base64")}`;
}

/** Returns the secret as it is stored. */
export function encryptSecret(ctx: Pick<Ctx, "config">, secret: string): string {
  return encryptText(ctx.config.auth.secrets, PURPOSE, secret);
}

/**
 * Returns the secrets that sign now, the current one first. During a roll there are two. Empty if the secret was
 * encrypted with an AUTH_SECRET that the shop no longer has.
 */
export function listSigningSecrets(
  ctx: Pick<Ctx, "config" | "now">,
  endpoint: Pick<EndpointRow, "secret" | "previousSecret" | "previousSecretUntil">,
): string[] {
  const { secret, previousSecret, previousSecretUntil } = endpoint;
  const isRolling = previousSecret !== null && (previousSecretUntil ?? 0) > ctx.now;
  return [secret, ...(isRolling ? [previousSecret] : [])].flatMap(
    (encrypted) => decryptText(ctx.config.auth.secrets, PURPOSE, encrypted) ?? [],
  );
}

/**
 * Encrypts a stored secret again with the newest AUTH_SECRET.
 * @returns null if it already is, or cannot be read
 */
export function reencryptSecret(ctx: Pick<Ctx, "config">, encrypted: string): string | null {
  const { secrets } = ctx.config.auth;
  if (decryptText(secrets.slice(0, 1), PURPOSE, encrypted) !== null) return null;
  const secret = decryptText(secrets, PURPOSE, encrypted);
  return secret === null ? null : encryptSecret(ctx, secret);
}
