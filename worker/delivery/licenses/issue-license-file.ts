import { SignJWT } from "jose";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { limitOf } from "../../access/feature.ts";
import type { Held } from "../../access/strategy.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { decideDevice } from "./check-license.ts";
import { answerWith, productOf, type LicenseAnswer } from "./license-response.ts";
import { openSigningKeys } from "./signing-keys.ts";
import { findKeyFacts, type KeyFacts } from "./store-checks.ts";

/** How long a license file is believed without asking again. What happens to the key meanwhile, a file cannot know. */
const FILE_LIFE = 14 * DAY;

/** Where only an outage keeps the key going, nobody knows how long. */
const UNCERTAIN_LIFE = DAY;

/** The answer to a validation, and where that is `VALID` a file that proves it offline until `fileExpiresAt`. */
export type LicenseFileAnswer = LicenseAnswer & {
  file: string | null;
  fileExpiresAt: string | null;
};

/**
 * A license file for a key: a compact JWS. Where activations are limited it is for one activated device.
 * @throws `license_files_unavailable` where the shop has no signing key
 */
export async function issueLicenseFile(
  ctx: Ctx,
  input: { keyHash: string; fingerprint?: string; product?: string },
): Promise<LicenseFileAnswer> {
  const [signer] = await openSigningKeys(ctx.config);
  if (!signer) throw fail("license_files_unavailable");
  const { keyHash, fingerprint, product } = input;
  const facts = await findKeyFacts(ctx.db, {
    keyHash,
    fingerprint,
    product,
    now: ctx.now,
  });
  let code = decideDevice(facts, fingerprint, ctx.now);
  if (code === "VALID" && facts?.activationLimit !== null && fingerprint === undefined)
    code = "FINGERPRINT_REQUIRED";
  const answer = answerWith(code, facts);
  if (code !== "VALID" || !facts) return { ...answer, file: null, fileExpiresAt: null };

  const expiresAt = endOfFile(facts, ctx.now);
  const file = await new SignJWT({
    product: productOf(facts),
    licensee: facts.licensee,
    fingerprint: fingerprint ?? null,
    quantity: facts.quantity,
    entitlements: await listEntitlements(ctx, facts),
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "license+jwt", kid: signer.kid })
    .setIssuer(ctx.config.origin)
    .setSubject(facts.id)
    .setIssuedAt(Math.floor(ctx.now / SECOND))
    .setExpirationTime(Math.floor(expiresAt / SECOND))
    .sign(signer.privateKey);
  return { ...answer, file, fileExpiresAt: new Date(expiresAt).toISOString() };
}

/** Never beyond the key's own end or its grant's. */
function endOfFile({ expiresAt, grantEndsAt }: KeyFacts, now: number): number {
  const grantEnd =
    grantEndsAt !== null && grantEndsAt <= now ? now + UNCERTAIN_LIFE : (grantEndsAt ?? Infinity);
  return Math.min(now + FILE_LIFE, expiresAt ?? Infinity, grantEnd);
}

/** The features that came with the same purchase, with how much of each. */
async function listEntitlements(
  ctx: Ctx,
  { userId, grantId }: KeyFacts,
): Promise<{ key: string; limit: number | null }[]> {
  if (userId === null) return [];
  const held = await listGrantedBenefits(ctx, { userId });
  const own = held.find(({ grant }) => grant.id === grantId)?.grant;
  return held.flatMap((each) =>
    own && isFeature(each) && isOfSource(each, own)
      ? { key: each.benefit.settings.key ?? each.benefit.id, limit: limitOf(each) }
      : [],
  );
}

function isFeature(held: Held): held is Held<"feature"> {
  return held.benefit.type === "feature";
}

function isOfSource({ grant }: Held, own: Held["grant"]): boolean {
  return grant.sourceType === own.sourceType && grant.sourceId === own.sourceId;
}
