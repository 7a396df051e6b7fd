import { cleanName, isTrue, readClaims, type Claims, type Person } from "./claims.ts";

/**
 * Microsoft Entra: a person is `tid:oid`, the same in every application of the tenant. `email` can be set by any
 * administrator, so it counts only with `xms_edov`, "email domain owner verified". Pictures need another API: none.
 */
export function readMicrosoftClaims(claims: Claims): Person {
  const { tid, oid } = claims;
  const verified = isTrue(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === "1";
  return {
    ...readClaims({ ...claims, email_verified: verified }),
    subject:
      typeof tid === "string" && typeof oid === "string" && tid !== "" && oid !== ""
        ? `${tid}:${oid}`
        : "",
    image: null,
  };
}

/** Apple: the name comes once, through the browser and unsigned, so it is only ever shown. */
export function readAppleClaims(claims: Claims): Person {
  const { user } = claims as {
    user?: { name?: { firstName?: unknown; lastName?: unknown } } | null;
  };
  const parts = [user?.name?.firstName, user?.name?.lastName].filter(
    (part) => typeof part === "string",
  );
  return { ...readClaims(claims), name: cleanName(parts.join(" ")) };
}
