import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import { toListedLicense, type ListedLicense } from "./list-licenses.ts";
import { findProductName, listActivations, listKeys } from "./store-admin.ts";

/** One license key, its grant, and its activations. Times in unix milliseconds. */
export type AdminLicense = ListedLicense & {
  disabledAt: number | null;
  /** When the user replaced it with a new key. */
  rotatedAt: number | null;
  /** The grant it was issued for; null for a key without a user. */
  why: {
    sourceType: "order" | "subscription" | "manual";
    sourceId: string;
    product: { id: string; name: string } | null;
    endsAt: number | null;
    revokedAt: number | null;
  } | null;
  /** Newest first, at most 100. */
  activations: {
    id: string;
    label: string;
    fingerprint: string;
    createdAt: number;
    lastSeenAt: number;
  }[];
};

const MAX_ACTIVATIONS = 100;

/**
 * Returns one license key with its details.
 * @throws `not_found`
 */
export async function showLicense(ctx: Ctx, { id }: { id: string }): Promise<AdminLicense> {
  const [accessAt, [row], activations] = await Promise.all([
    getAccessTime(ctx),
    listKeys(ctx.db, { filter: { id }, limit: 1 }),
    listActivations(ctx.db, { licenseKeyId: id, limit: MAX_ACTIVATIONS }),
  ]);
  if (!row) throw fail("not_found", { reason: "no such key" });
  const { key, grant } = row;
  const product = grant && ((await findProductName(ctx.db, grant.productId)) ?? null);
  return {
    ...toListedLicense(row, {
      mode: ctx.config.stripe.mode,
      accessTime: accessAt,
      now: ctx.now,
    }),
    disabledAt: key.disabledAt,
    rotatedAt: key.rotatedAt,
    why: grant && {
      sourceType: grant.sourceType,
      sourceId: grant.sourceId,
      product,
      endsAt: grant.endsAt,
      revokedAt: grant.revokedAt,
    },
    activations: activations.map(({ id, label, fingerprint, createdAt, lastSeenAt }) => ({
      id,
      label,
      fingerprint,
      createdAt,
      lastSeenAt,
    })),
  };
}
