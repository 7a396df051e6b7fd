import { cleanName, isTrueClaim, readClaims, type Claims, type ProviderProfile } from "./claims.ts";

/**
 * Reads the claims of Microsoft Entra. The subject is `tid:oid`, which is the same in every application of the tenant.
 * Any administrator can set `email`, so it counts only with `xms_edov` ("email domain owner verified"). There is no
 * picture, since that needs another API.
 */
export function readMicrosoftClaims(claims: Claims): ProviderProfile {
  const { tid, oid } = claims;
  const verified = isTrueClaim(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === "1";
  return {
    ...readClaims({ ...claims, email_verified: verified }),
    subject:
      typeof tid === "string" && typeof oid === "string" && tid !== "" && oid !== ""
        ? `${tid}:${oid}`
        : "",
    image: null,
  };
}

/**
 * Reads the claims of Apple. The name is sent only once, through the browser and unsigned, so it must only be
 * displayed.
 */
export function readAppleClaims(claims: Claims): ProviderProfile {
  const { user } = claims as {
    user?: { name?: { firstName?: unknown; lastName?: unknown } } | null;
  };
  const parts = [user?.name?.firstName, user?.name?.lastName].filter(
    (part) => typeof part === "string",
  );
  return { ...readClaims(claims), name: cleanName(parts.join(" ")) };
}
