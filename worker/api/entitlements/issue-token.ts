import { SignJWT } from "jose";
import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import { readSigningKeys } from "../../delivery/licenses/signing-keys.ts";
import { fail } from "../../errors.ts";
import type { Entitlement } from "../../feed/entitlement.ts";
import { toAddress } from "../../identity/customer-address.ts";
import { SECOND } from "../../lib/time.ts";
import { findTokenFacts } from "./check.query.ts";
import type { tokenBody } from "./schema.ts";

/**
 * Issues a token that says what a customer may use, and that can be verified with the public keys of
 * `/.well-known/jwks.json`. It expires when asked, or earlier if access to one of its features ends.
 * @returns the token, and when it expires (RFC 3339)
 * @throws `entitlement_tokens_unavailable` if the shop has no signing key, `not_found` for an unknown customer
 */
export async function issueEntitlementToken(
  ctx: Ctx,
  input: z.output<typeof tokenBody>,
): Promise<{ token: string; expiresAt: string }> {
  const [signingKey] = await readSigningKeys(ctx.config);
  if (!signingKey) throw fail("entitlement_tokens_unavailable");
  const facts = await findTokenFacts(ctx, toAddress(input)!);
  if (!facts) throw fail("not_found", { reason: "no such customer" });

  const allowed = facts.entitlements.filter((each) => each.allowed);
  const issuedAt = Math.floor(ctx.now / SECOND);
  const expiresAt = Math.min(issuedAt + input.expiresInSeconds, ...endsOf(allowed, issuedAt));
  const token = await new SignJWT({
    mode: ctx.config.stripe.mode,
    ...(input.includeIdentities && { identities: facts.identities }),
    features: Object.fromEntries(allowed.map(({ feature, limit }) => [feature, limit])),
    seq: facts.sequence,
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "entitlements+jwt", kid: signingKey.kid })
    .setIssuer(ctx.config.origin)
    .setSubject(facts.customerId)
    .setAudience(input.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(signingKey.privateKey);
  return { token, expiresAt: new Date(expiresAt * SECOND).toISOString() };
}

/** Returns when access ends, in unix seconds. In outage mode, access continues after its end. */
function endsOf(allowed: Entitlement[], now: number): number[] {
  return allowed
    .flatMap(({ until }) => (until === null ? [] : [Math.floor(Date.parse(until) / SECOND)]))
    .filter((end) => end > now);
}
