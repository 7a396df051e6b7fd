import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { asListed, type ListedLicense } from "./list-licenses.ts";
import { findProductName, listActivations, listKeys } from "./store-admin.ts";

/** One key, why it is there, and where it is in use. Times in unix milliseconds. */
export type SellersLicense = ListedLicense & {
  disabledAt: number | null;
  /** When its owner took another in its place. */
  rotatedAt: number | null;
  /** What it was issued for; null for a key that nobody holds. */
  why: {
    sourceType: "order" | "subscription" | "manual";
    sourceId: string;
    product: { id: string; name: string } | null;
    endsAt: number | null;
    revokedAt: number | null;
  } | null;
  /** Newest first, at most a hundred. */
  activations: {
    id: string;
    label: string;
    fingerprint: string;
    createdAt: number;
    lastSeenAt: number;
  }[];
};

const MOST_ACTIVATIONS = 100;

/** A key as its seller sees it. @throws `not_found` */
export async function showLicense(ctx: Ctx, { id }: { id: string }): Promise<SellersLicense> {
  const [times, [row], activations] = await Promise.all([
    accessTime(ctx),
    listKeys(ctx.db, { filter: { id }, limit: 1 }),
    listActivations(ctx.db, { licenseKeyId: id, limit: MOST_ACTIVATIONS }),
  ]);
  if (!row) throw fail("not_found", { reason: "no such key" });
  const { key, grant } = row;
  const product = grant && ((await findProductName(ctx.db, grant.productId)) ?? null);
  return {
    ...asListed(row, { accessTime: times, now: ctx.now }),
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
