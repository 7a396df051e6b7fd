import type { KeyFacts } from "./store-checks.ts";

/** What a check comes to. `VALID` alone means that the key may be used for what was asked. */
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

/** Whether a key works, for this product. */
export function decideKey(facts: KeyFacts | null, now: number): LicenseCode {
  if (!facts) return "NOT_FOUND";
  if (!facts.isOfProduct) return "PRODUCT_MISMATCH";
  if (facts.isRevoked) return "REVOKED";
  if (facts.disabledAt !== null) return "DISABLED";
  if (facts.expiresAt !== null && facts.expiresAt <= now) return "EXPIRED";
  return "VALID";
}

/** Whether a key works, for this product, on this device where one is named. */
export function decideDevice(
  facts: KeyFacts | null,
  fingerprint: string | undefined,
  now: number,
): LicenseCode {
  const code = decideKey(facts, now);
  if (code !== "VALID" || !facts || fingerprint === undefined) return code;
  if (facts.activationId === null) return facts.isInUse ? "FINGERPRINT_MISMATCH" : "NOT_ACTIVATED";
  return isBeyondLimit(facts) ? "ACTIVATION_LIMIT" : "VALID";
}

/** After an attempt to activate: a key that works and still has no such activation has no room for it. */
export function decideActivation(facts: KeyFacts | null, now: number): LicenseCode {
  const code = decideKey(facts, now);
  if (code !== "VALID" || !facts) return code;
  return facts.activationId === null || isBeyondLimit(facts) ? "ACTIVATION_LIMIT" : "VALID";
}

/** Seats can be given up after devices were activated: the devices that came last are out then. */
function isBeyondLimit({ rank, activationLimit }: KeyFacts): boolean {
  return rank !== null && activationLimit !== null && rank > activationLimit;
}
