import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  encodeCursor,
  PAGE_SIZE,
  toPage,
  type Cursor,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { chooseOrder, type LicenseSearch, type LicenseState } from "./license-scan.ts";
import type { SellersKeyRow } from "./store-admin.ts";

/** A key as the seller sees it. Times in unix milliseconds. */
export type ListedLicense = {
  id: string;
  benefitId: string;
  benefitName: string;
  key: string;
  state: LicenseState;
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

// What an index cannot say is looked for among so many keys and no more: that a grant is over, that somebody whose email
// begins so holds a key of this benefit.
const WINDOW = 250;
const MOST_WINDOWS = 4;

/**
 * Keys, newest first: all, those of a benefit, or those that a search names. In the states that come with time, the last
 * to expire or to be revoked is first. A page may hold fewer than asked for, or none, and still have a next one.
 * @param input.search a whole key, a key's id, a person's id, or the beginning of their email: these by email
 */
export async function listLicenses(
  ctx: Ctx,
  input: PageInput & LicenseSearch,
): Promise<Page<ListedLicense>> {
  const { state, cursor, limit = PAGE_SIZE } = input;
  const times = { accessTime: await accessTime(ctx), now: ctx.now };
  const { read, isOfBenefit } = await chooseOrder(ctx, input);
  const isWanted = (row: SellersKeyRow) =>
    (state === undefined || stateOf(row, times) === state) && (isOfBenefit?.(row) ?? true);
  const found: { at: Cursor; row: SellersKeyRow }[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(cursor);
  let nextCursor: string | null = null;
  for (let window = 0; window < MOST_WINDOWS; window++) {
    // Nearly always all that is read is wanted.
    const size = window === 0 ? limit + 1 : WINDOW;
    const candidates = await read(after, size);
    for (const { at, row } of candidates) if (row && isWanted(row)) found.push({ at, row });
    after = candidates.at(-1)?.at;
    const isLast = candidates.length < size;
    nextCursor = isLast || !after ? null : encodeCursor(after);
    if (found.length > limit || isLast) break;
  }
  const page = toPage(found, limit, ({ at }) => at);
  return {
    items: page.items.map(({ row }) => asListed(row, times)),
    nextCursor: page.nextCursor ?? nextCursor,
  };
}

type Times = { accessTime: number; now: number };

/** A row as it is shown, judged at these times. */
export function asListed(row: SellersKeyRow, times: Times): ListedLicense {
  const { key, grant, owner, benefit } = row;
  return {
    id: key.id,
    benefitId: key.benefitId,
    benefitName: benefit.name,
    key: key.key,
    state: stateOf(row, times),
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
  };
}

function stateOf({ key, grant }: SellersKeyRow, { accessTime, now }: Times): LicenseState {
  if (key.isInStock) return key.disabledAt === null ? "in_stock" : "disabled";
  const isInForce =
    grant === null ||
    (grant.revokedAt === null && (grant.endsAt === null || grant.endsAt > accessTime));
  if (key.rotatedAt !== null || !isInForce) return "revoked";
  if (key.disabledAt !== null) return "disabled";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "granted";
}
