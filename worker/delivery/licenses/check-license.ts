import type { KeyFacts } from "./store-checks.ts";

/** The result of a license check. Only `VALID` means that the key may be used as requested. */
export type LicenseCode =
  | "VALID"
  | "NOT_FOUND"
  | "PRODUCT_MISMATCH"
  | "REVOKED"
  | "DISABLED"
  | "EXPIRED"
  | "NOT_ACTIVATED"
  | "FINGERPRINT_MISMATCH"
  | "FINGERPRINT_REQUIRED"
  | "ACTIVATION_LIMIT"
  | "ACTIVATION_NOT_FOUND"
  | "DEACTIVATED"
  | "USES_LIMIT";

/** Checks whether a key may be used for the requested product. */
export function checkKey(facts: KeyFacts | null, now: number): LicenseCode {
  if (!facts) return "NOT_FOUND";
  if (!facts.isOfProduct) return "PRODUCT_MISMATCH";
  if (facts.isRevoked) return "REVOKED";
  if (facts.disabledAt !== null) return "DISABLED";
  if (facts.expiresAt !== null && facts.expiresAt <= now) return "EXPIRED";
  return "VALID";
}

/** Checks whether a key may be used for the requested product, and on the device if a fingerprint is given. */
export function checkDevice(
  facts: KeyFacts | null,
  fingerprint: string | undefined,
  now: number,
): LicenseCode {
  const code = checkKey(facts, now);
  if (code !== "VALID" || !facts || fingerprint === undefined) return code;
  if (facts.activationId === null) return facts.isInUse ? "FINGERPRINT_MISMATCH" : "NOT_ACTIVATED";
  return isBeyondLimit(facts) ? "ACTIVATION_LIMIT" : "VALID";
}

/** Checks the result of an activation attempt: a valid key without the activation has reached its limit. */
export function checkActivation(facts: KeyFacts | null, now: number): LicenseCode {
  const code = checkKey(facts, now);
  if (code !== "VALID" || !facts) return code;
  return facts.activationId === null || isBeyondLimit(facts) ? "ACTIVATION_LIMIT" : "VALID";
}

/** When seats are removed after devices were activated, the newest activations are beyond the limit. */
function isBeyondLimit({ rank, activationLimit }: KeyFacts): boolean {
  return rank !== null && activationLimit !== null && rank > activationLimit;
}
