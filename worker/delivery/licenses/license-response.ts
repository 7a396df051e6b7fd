import type { LicenseCode } from "./check-license.ts";
import type { KeyFacts } from "./store-checks.ts";
import { pick } from "../../lib/pick.ts";
import { toIsoTime } from "../../lib/time.ts";

/**
 * The license API's response to an app. `valid` means that the app may run. For an unknown key, `license` and
 * `activation` are always null. Times are ISO 8601 in UTC.
 */
export type LicenseResponse = {
  valid: boolean;
  code: LicenseCode;
  license: {
    id: string;
    product: { id: string; slug: string; name: string } | null;
    licensee: string | null;
    quantity: number;
    /** The most simultaneous activations; null means unlimited. */
    activationLimit: number | null;
    uses: number;
    usesLimit: number | null;
    expiresAt: string | null;
  } | null;
  activation: {
    id: string;
    fingerprint: string;
    label: string;
    createdAt: string;
    lastSeenAt: string;
  } | null;
};

export function toLicenseResponse(code: LicenseCode, facts: KeyFacts | null): LicenseResponse {
  return {
    valid: code === "VALID",
    code,
    license: facts
      ? {
          id: facts.id,
          product: productOf(facts),
          ...pick(facts, ["licensee", "quantity", "activationLimit", "uses", "usesLimit"]),
          expiresAt: toIsoTime(facts.expiresAt),
        }
      : null,
    activation:
      facts && facts.activationId !== null
        ? {
            id: facts.activationId,
            fingerprint: facts.fingerprint ?? "",
            label: facts.label ?? "",
            createdAt: toIsoTime(facts.activatedAt ?? 0),
            lastSeenAt: toIsoTime(facts.lastSeenAt ?? 0),
          }
        : null,
  };
}

/** Returns the product that the key was bought with, or that an imported key belongs to. */
export function productOf(facts: KeyFacts): { id: string; slug: string; name: string } | null {
  const { productId: id, productSlug: slug, productName: name } = facts;
  return id !== null && slug !== null && name !== null ? { id, slug, name } : null;
}
