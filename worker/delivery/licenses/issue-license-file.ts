import { SignJWT } from "jose";
import type { Ctx, UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { featureLimit } from "../../access/feature.ts";
import type { GrantWithBenefit } from "../../access/strategy.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { checkDevice } from "./check-license.ts";
import { toLicenseResponse, productOf, type LicenseResponse } from "./license-response.ts";
import { readSigningKeys } from "./signing-keys.ts";
import { findKeyFacts, type KeyFacts } from "./store-checks.ts";
import { findActivation, findOwnKey } from "./store.ts";

/** How long a license file is valid. Short, because a file can't be revoked. */
const FILE_TTL_MS = 14 * DAY;

/** Used when only outage mode keeps the key valid. */
const OUTAGE_FILE_TTL_MS = DAY;

/** A validation response and, if it is `VALID`, a file that proves it offline until `fileExpiresAt`. */
type LicenseFileResponse = LicenseResponse & {
  file: string | null;
  fileExpiresAt: string | null;
};

/**
 * Issues a license file for a key: a compact JWS. If activations are limited, it is valid for one activated device.
 * @throws `license_files_unavailable` if the shop has no signing key
 */
export async function issueLicenseFile(
  ctx: Ctx,
  input: { keyHash: string; fingerprint?: string; product?: string },
): Promise<LicenseFileResponse> {
  const [signingKey] = await readSigningKeys(ctx.config);
  if (!signingKey) throw fail("license_files_unavailable");
  const { keyHash, fingerprint, product } = input;
  const facts = await findKeyFacts(ctx.db, {
    keyHash,
    fingerprint,
    product,
    mode: ctx.config.stripe.mode,
    now: ctx.now,
  });
  let code = checkDevice(facts, fingerprint, ctx.now);
  if (code === "VALID" && facts?.activationLimit !== null && fingerprint === undefined)
    code = "FINGERPRINT_REQUIRED";
  const answer = toLicenseResponse(code, facts);
  if (code !== "VALID" || !facts) return { ...answer, file: null, fileExpiresAt: null };

  const expiresAt = computeFileExpiry(facts, ctx.now);
  const file = await new SignJWT({
    product: productOf(facts),
    licensee: facts.licensee,
    fingerprint: fingerprint ?? null,
    quantity: facts.quantity,
    entitlements: await listEntitlements(ctx, facts),
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "license+jwt", kid: signingKey.kid })
    .setIssuer(ctx.config.origin)
    .setSubject(facts.id)
    .setIssuedAt(Math.floor(ctx.now / SECOND))
    .setExpirationTime(Math.floor(expiresAt / SECOND))
    .sign(signingKey.privateKey);
  return { ...answer, file, fileExpiresAt: new Date(expiresAt).toISOString() };
}

/** Returns when a file expires, in unix milliseconds. Never after the key or its grant ends. */
function computeFileExpiry({ expiresAt, grantEndsAt }: KeyFacts, now: number): number {
  const grantEnd =
    grantEndsAt !== null && grantEndsAt <= now
      ? now + OUTAGE_FILE_TTL_MS
      : (grantEndsAt ?? Infinity);
  return Math.min(now + FILE_TTL_MS, expiresAt ?? Infinity, grantEnd);
}

/** Lists the features from the same purchase or gift as the key, with their limits. */
async function listEntitlements(
  ctx: Ctx,
  { userId, grantId }: KeyFacts,
): Promise<{ key: string; limit: number | null }[]> {
  if (userId === null) return [];
  const held = await listGrantsInForce(ctx, { userId });
  const keyGrant = held.find(({ grant }) => grant.id === grantId)?.grant;
  return held.flatMap((each) =>
    keyGrant && isFeature(each) && isFromSameSource(each, keyGrant)
      ? { key: each.benefit.settings.key ?? each.benefit.id, limit: featureLimit(each) }
      : [],
  );
}

function isFeature(held: GrantWithBenefit): held is GrantWithBenefit<"feature"> {
  return held.benefit.type === "feature";
}

function isFromSameSource(
  { grant }: GrantWithBenefit,
  keyGrant: GrantWithBenefit["grant"],
): boolean {
  return grant.sourceType === keyGrant.sourceType && grant.sourceId === keyGrant.sourceId;
}

/**
 * Issues a license file for one of the user's own keys.
 * @param input.activationId the device; optional if activations are unlimited
 * @returns the file's text, a file name, and when it expires (ISO 8601)
 * @throws `not_found`, `license_files_unavailable`, `license_key_unusable`
 */
export async function downloadLicenseFile(
  ctx: UserCtx,
  input: { id: string; activationId?: string },
): Promise<{ file: string; fileName: string; expiresAt: string }> {
  const found = await findOwnKey(ctx.db, { id: input.id, userId: ctx.actor.userId });
  if (!found) throw fail("not_found", { reason: "no active key of this user" });
  const activation = input.activationId
    ? await findActivation(ctx.db, { id: input.activationId, licenseKeyId: found.key.id })
    : undefined;
  if (input.activationId && !activation)
    throw fail("not_found", { reason: "no such activation of the key" });

  const answer = await issueLicenseFile(ctx, {
    keyHash: found.key.keyHash,
    fingerprint: activation?.fingerprint,
  });
  if (answer.file === null || answer.fileExpiresAt === null)
    throw fail("license_key_unusable", { reason: answer.code });
  return {
    file: answer.file,
    fileName: `${answer.license?.product?.slug ?? "license"}.license`,
    expiresAt: answer.fileExpiresAt,
  };
}
