import type { Ctx } from "../../context.ts";
import { DAY } from "../../lib/time.ts";
import { checkDevice } from "./check-license.ts";
import { toLicenseResponse, type LicenseResponse } from "./license-response.ts";
import { incrementUses, findKeyFacts, updateLastSeen } from "./store-checks.ts";

/**
 * Validates a key for a product and a device, and counts `uses`, never beyond the limit. Costs one read, whether the
 * key exists or not; counting uses adds statements.
 */
export async function validateLicense(
  ctx: Ctx,
  input: { keyHash: string; fingerprint?: string; product?: string; uses?: number },
): Promise<LicenseResponse> {
  const { keyHash, fingerprint, product, uses } = input;
  const lookup = { keyHash, fingerprint, product, mode: ctx.config.stripe.mode, now: ctx.now };
  const facts = await findKeyFacts(ctx.db, lookup);
  const code = checkDevice(facts, fingerprint, ctx.now);
  if (code !== "VALID" || !facts) return toLicenseResponse(code, facts);

  const { activationId, lastSeenAt } = facts;
  const aDayAgo = ctx.now - DAY;
  if (activationId !== null && lastSeenAt !== null && lastSeenAt < aDayAgo)
    ctx.defer(updateLastSeen(ctx.db, { activationId, before: aDayAgo, now: ctx.now }));

  if (uses === undefined) return toLicenseResponse("VALID", facts);
  const counted = await incrementUses(ctx.db, { ...lookup, uses });
  if (counted !== null) return toLicenseResponse("VALID", { ...facts, uses: counted });
  // Too few uses are left, or the key stopped working in between.
  const after = await findKeyFacts(ctx.db, lookup);
  const codeAfter = checkDevice(after, fingerprint, ctx.now);
  return toLicenseResponse(codeAfter === "VALID" ? "USES_LIMIT" : codeAfter, after);
}
