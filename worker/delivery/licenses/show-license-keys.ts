import type { Ctx } from "../../context.ts";
import type { GrantRow, GrantWithBenefit } from "../../access/strategy.ts";
import { countActivations, listActivationsOfGrants, listKeysOfGrants } from "./store.ts";

/** A license key as the library shows it. Times in unix milliseconds. */
export type LicenseKeyView = {
  /** Who must act before the grant gets a key; null if no one. */
  waitingFor: GrantRow["waitingFor"];
  license: {
    id: string;
    key: string;
    state: "granted" | "disabled" | "expired";
    licensee: string | null;
    /** The most simultaneous activations for the purchased quantity; null means unlimited. */
    activationLimit: number | null;
    activationCount: number;
    /** The oldest 100. `isBeyondLimit` if the limit has decreased below this activation. */
    activations: {
      id: string;
      label: string;
      fingerprint: string;
      lastSeenAt: number;
      isBeyondLimit: boolean;
    }[];
    uses: number;
    usesLimit: number | null;
    expiresAt: number | null;
    /** False for keys from the seller's stock: the shop can't generate replacements. */
    canRotate: boolean;
    /** Whether the shop can issue license files. */
    hasFiles: boolean;
  } | null;
};

/** Returns license keys as the library shows them, in the same order. */
export async function showLicenseKeys(
  ctx: Ctx,
  held: GrantWithBenefit<"license_key">[],
): Promise<LicenseKeyView[]> {
  const grantIds = held.map(({ grant }) => grant.id);
  const [keys, activations, counts] = await Promise.all([
    listKeysOfGrants(ctx.db, grantIds),
    listActivationsOfGrants(ctx.db, grantIds),
    countActivations(ctx.db, grantIds),
  ]);
  const byGrant = new Map(keys.map((row) => [row.grantId, row]));
  const countOf = new Map(counts.map((row) => [row.licenseKeyId, row.count]));

  return held.map(({ grant, benefit: { settings } }) => {
    const row = byGrant.get(grant.id);
    const limit = row ? limitOf(row, grant.quantity) : null;
    const license = row
      ? {
          id: row.id,
          key: row.key,
          state: stateOf(row, ctx.now),
          licensee: row.licensee,
          activationLimit: limit,
          activationCount: countOf.get(row.id) ?? 0,
          activations: activations
            .filter(({ licenseKeyId }) => licenseKeyId === row.id)
            .map(({ id, label, fingerprint, lastSeenAt }, rank) => ({
              id,
              label,
              fingerprint,
              lastSeenAt,
              isBeyondLimit: limit !== null && rank >= limit,
            })),
          uses: row.uses,
          usesLimit: row.usesLimit,
          expiresAt: row.expiresAt,
          canRotate: !settings.isFromStock,
          hasFiles: ctx.config.signingKeys.length > 0,
        }
      : null;
    const waitingFor = license ? null : grant.waitingFor;
    return { waitingFor, license };
  });
}

function limitOf(
  row: { activationLimit: number | null; perSeat: boolean },
  quantity: number,
): number | null {
  if (row.activationLimit === null) return null;
  return row.perSeat ? row.activationLimit * quantity : row.activationLimit;
}

/** The library shows only grants in force, so there is no "revoked" state. */
function stateOf(
  row: { disabledAt: number | null; expiresAt: number | null },
  now: number,
): "granted" | "disabled" | "expired" {
  if (row.disabledAt !== null) return "disabled";
  return row.expiresAt !== null && row.expiresAt <= now ? "expired" : "granted";
}
