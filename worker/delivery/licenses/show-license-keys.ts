import type { Ctx } from "../../context.ts";
import type { GrantRow, Held } from "../../access/strategy.ts";
import { countActivations, listActivationsOfGrants, listKeysOfGrants } from "./store.ts";

/** A license key as its owner sees it. Times in unix milliseconds. */
export type ShownLicenseKey = {
  note: string | null;
  /** Who must act before there is a key; null where nobody. */
  waitingFor: GrantRow["waitingFor"];
  license: {
    id: string;
    key: string;
    state: "granted" | "disabled" | "expired";
    licensee: string | null;
    /** Activations at a time for as many as were bought; null: any number. */
    activationLimit: number | null;
    activationCount: number;
    /** The oldest hundred. `isBeyondLimit` where fewer are paid for by now. */
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
    /** The seller's own keys come from a stock, and none can be made in their place. */
    canRotate: boolean;
    /** Whether there are license files: for a device, or for all where there is no limit. */
    hasFiles: boolean;
  } | null;
};

/** License keys in their owner's hands, by grant id. */
export async function showLicenseKeys(
  ctx: Ctx,
  held: Held<"license_key">[],
): Promise<Map<string, ShownLicenseKey>> {
  const grantIds = held.map(({ grant }) => grant.id);
  const [keys, activations, counts] = await Promise.all([
    listKeysOfGrants(ctx.db, grantIds),
    listActivationsOfGrants(ctx.db, grantIds),
    countActivations(ctx.db, grantIds),
  ]);
  const byGrant = new Map(keys.map((row) => [row.grantId, row]));
  const countOf = new Map(counts.map((row) => [row.licenseKeyId, row.count]));

  return new Map(
    held.map(({ grant, benefit: { settings } }) => {
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
      return [grant.id, { note: settings.note ?? null, waitingFor, license }];
    }),
  );
}

function limitOf(
  row: { activationLimit: number | null; perSeat: boolean },
  quantity: number,
): number | null {
  if (row.activationLimit === null) return null;
  return row.perSeat ? row.activationLimit * quantity : row.activationLimit;
}

/** Its grant is in force, or it would not be shown. */
function stateOf(
  row: { disabledAt: number | null; expiresAt: number | null },
  now: number,
): "granted" | "disabled" | "expired" {
  if (row.disabledAt !== null) return "disabled";
  return row.expiresAt !== null && row.expiresAt <= now ? "expired" : "granted";
}
