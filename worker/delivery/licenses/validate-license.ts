import type { Ctx } from "../../context.ts";
import { DAY } from "../../lib/time.ts";
import { decideDevice } from "./check-license.ts";
import { answerWith, type LicenseAnswer } from "./license-response.ts";
import { countUses, findKeyFacts, noteSeen } from "./store-checks.ts";

/**
 * Whether a key may be used: for a product, on a device, for a number of uses, which are counted then and never beyond
 * the limit. One read, whether there is such a key or not.
 */
export async function validateLicense(
  ctx: Ctx,
  input: { keyHash: string; fingerprint?: string; product?: string; uses?: number },
): Promise<LicenseAnswer> {
  const { keyHash, fingerprint, product, uses } = input;
  const question = { keyHash, fingerprint, product, now: ctx.now };
  const facts = await findKeyFacts(ctx.db, question);
  const code = decideDevice(facts, fingerprint, ctx.now);
  if (code !== "VALID" || !facts) return answerWith(code, facts);

  const { activationId, lastSeenAt } = facts;
  const aDayAgo = ctx.now - DAY;
  if (activationId !== null && lastSeenAt !== null && lastSeenAt < aDayAgo)
    ctx.defer(noteSeen(ctx.db, { activationId, before: aDayAgo, now: ctx.now }));

  if (uses === undefined) return answerWith("VALID", facts);
  const counted = await countUses(ctx.db, { ...question, uses });
  if (counted !== null) return answerWith("VALID", { ...facts, uses: counted });
  // Too few are left, or the key was stopped in between.
  const after = await findKeyFacts(ctx.db, question);
  const why = decideDevice(after, fingerprint, ctx.now);
  return answerWith(why === "VALID" ? "USES_LIMIT" : why, after);
}
