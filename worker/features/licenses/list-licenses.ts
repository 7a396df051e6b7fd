import type { Ctx } from "../../context.ts";
import { decodeCursor, PAGE_SIZE, toPage, type Page, type PageInput } from "../../lib/cursor.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { accessTime } from "../grants/access-time.ts";
import { listKeys, type KeyFilter } from "./store-seller.ts";

/** A key as the seller sees it. Times in unix milliseconds. */
export type ListedLicense = {
  id: string;
  benefitId: string;
  key: string;
  state: "granted" | "disabled" | "revoked" | "expired" | "in_stock";
  origin: "generated" | "imported";
  owner: { id: string; name: string | null; email: string | null } | null;
  licensee: string | null;
  /** As it was issued; for each of `quantity` where `perSeat`. */
  activationLimit: number | null;
  perSeat: boolean;
  quantity: number;
  uses: number;
  usesLimit: number | null;
  expiresAt: number | null;
  createdAt: number;
};

/**
 * Keys, newest first: of a benefit, or those that a search names.
 * @param input.search a whole key, a key's id, or a person's id
 */
export async function listLicenses(
  ctx: Ctx,
  input: PageInput & { benefitId?: string | undefined; search?: string | undefined },
): Promise<Page<ListedLicense>> {
  const { benefitId, search, cursor, limit = PAGE_SIZE } = input;
  const [now, rows] = await Promise.all([
    accessTime(ctx),
    listKeys(ctx.db, {
      filter: { benefitId, ...filterOf(search) },
      after: cursor === undefined ? undefined : decodeCursor(cursor),
      limit: limit + 1,
    }),
  ]);
  const licenses = rows.map(({ key, grant, owner }): ListedLicense => ({
    id: key.id,
    benefitId: key.benefitId,
    key: key.key,
    state: stateOf(key, grant, { accessTime: now, now: ctx.now }),
    origin: key.origin,
    owner,
    licensee: key.licensee,
    activationLimit: key.activationLimit,
    perSeat: key.perSeat,
    quantity: grant?.quantity ?? 1,
    uses: key.uses,
    usesLimit: key.usesLimit,
    expiresAt: key.expiresAt,
    createdAt: key.createdAt,
  }));
  return toPage(licenses, limit, ({ id, createdAt }) => ({ value: createdAt, id }));
}

function filterOf(search: string | undefined): KeyFilter {
  if (search === undefined) return {};
  if (/^lic_[0-9a-z]{26}$/.test(search)) return { id: search };
  if (/^usr_[0-9a-z]{26}$/.test(search)) return { userId: search };
  return { keyHash: hashLicenseKey(search) };
}

type Row = Awaited<ReturnType<typeof listKeys>>[number];

function stateOf(
  key: Row["key"],
  grant: Row["grant"],
  { accessTime, now }: { accessTime: number; now: number },
): ListedLicense["state"] {
  if (key.isInStock) return key.disabledAt === null ? "in_stock" : "disabled";
  const isInForce =
    grant === null ||
    (grant.revokedAt === null && (grant.endsAt === null || grant.endsAt > accessTime));
  if (key.rotatedAt !== null || !isInForce) return "revoked";
  if (key.disabledAt !== null) return "disabled";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "granted";
}
