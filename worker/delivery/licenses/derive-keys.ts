import { Buffer } from "node:buffer";
import type { Ctx } from "../../context.ts";
import { sourceTypeToDeriveFrom, type GrantRow } from "../../access/strategy.ts";
import { signText } from "../../lib/crypto.ts";
import { hashLicenseKey, toLicenseKey } from "../../lib/license-key.ts";

/** A license key, and the hash that it is looked up by. */
export type DerivedKey = { key: string; keyHash: string };

/** The keys that are tried. Those of lower positions are taken if the user replaced them. */
const CANDIDATES = 4;

/**
 * Returns the keys of a grant from a position on: 0 for the first one, 1 for the one that replaces it, and so on. They
 * follow from what was bought, the benefit, the position and `AUTH_SECRET`, and nobody can guess them without the
 * secret. So a database that lost its keys, but finds the purchase at Stripe, issues the same keys again.
 */
export function deriveKeys(
  ctx: Pick<Ctx, "config">,
  input: {
    grant: Pick<GrantRow, "sourceType" | "sourceId" | "benefitId">;
    prefix: string;
    position: number;
  },
): DerivedKey[] {
  const { sourceType, sourceId, benefitId } = input.grant;
  const type = sourceTypeToDeriveFrom(sourceType);
  const { auth, stripe } = ctx.config;
  return Array.from({ length: CANDIDATES }, (_, index) => {
    const of = [stripe.mode, type, sourceId, benefitId, input.position + index];
    const bytes = Buffer.from(
      signText(auth.secrets, "license-key", JSON.stringify(of)),
      "base64url",
    );
    const key = toLicenseKey(input.prefix, bytes);
    return { key, keyHash: hashLicenseKey(key) };
  });
}
