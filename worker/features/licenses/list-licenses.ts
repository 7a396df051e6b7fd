import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  encodeCursor,
  PAGE_SIZE,
  toPage,
  type Cursor,
  type Page,
  type PageInput,
} from "../../lib/cursor.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { accessTime } from "../grants/access-time.ts";
import { listKeys, listKeysByEmail, type KeyFilter, type SellersKeyRow } from "./store-seller.ts";

/** How a key stands, as its seller sees it. */
export const licenseStates = ["granted", "disabled", "revoked", "expired", "in_stock"] as const;
export type LicenseState = (typeof licenseStates)[number];

/** Which keys are looked for. */
export type LicenseSearch = {
  benefitId?: string | undefined;
  search?: string | undefined;
  state?: LicenseState | undefined;
};

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

// A state follows from a key and its grant, and an email is of a person: no index has them with what else is asked for.
// So a page looks through so many keys and no more.
const WINDOW = 250;
const MOST_WINDOWS = 4;

/**
 * Keys, newest first: all, those of a benefit, or those that a search names. A page of those in one state may hold fewer
 * than asked for, or none, and still have a next one.
 * @param input.search a whole key, a key's id, a person's id, or the beginning of their email: these by email
 */
export async function listLicenses(
  ctx: Ctx,
  input: PageInput & LicenseSearch,
): Promise<Page<ListedLicense>> {
  const { state, cursor, limit = PAGE_SIZE } = input;
  const times = { accessTime: await accessTime(ctx), now: ctx.now };
  let after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { read, cursorOf, isOfBenefit } = await chooseOrder(ctx, input);
  const isWanted = (row: SellersKeyRow) =>
    (state === undefined || stateOf(row, times) === state) && (isOfBenefit?.(row) ?? true);
  const size = state === undefined && !isOfBenefit ? limit + 1 : WINDOW;
  const found: SellersKeyRow[] = [];
  for (let window = 0; window < MOST_WINDOWS; window++) {
    const rows = await read(after, size);
    found.push(...rows.filter(isWanted));
    const isLast = rows.length < size;
    if (found.length > limit || isLast) {
      const { items, nextCursor } = toPage(found, limit, cursorOf);
      return { items: items.map((row) => asListed(row, times)), nextCursor };
    }
    after = cursorOf(rows.at(-1)!);
  }
  const nextCursor = after === undefined ? null : encodeCursor(after);
  return { items: found.map((row) => asListed(row, times)), nextCursor };
}

type Order = {
  read: (after: Cursor | undefined, limit: number) => Promise<SellersKeyRow[]>;
  cursorOf: (row: SellersKeyRow) => Cursor;
  /** Where rows of other benefits come too. */
  isOfBenefit?: (row: SellersKeyRow) => boolean;
};

/** By time, or where a search is the beginning of an email, by that. */
async function chooseOrder(ctx: Ctx, { benefitId, search }: LicenseSearch): Promise<Order> {
  const byTime = (filter: KeyFilter): Order => ({
    read: (after, limit) => listKeys(ctx.db, { filter: { benefitId, ...filter }, after, limit }),
    cursorOf: ({ key }) => ({ value: key.createdAt, id: key.id }),
  });
  if (search === undefined) return byTime({});
  if (/^lic_[0-9a-z]{26}$/.test(search)) return byTime({ id: search });
  if (/^usr_[0-9a-z]{26}$/.test(search)) return byTime({ userId: search });
  const keyHash = hashLicenseKey(search);
  const [known] = await listKeys(ctx.db, { filter: { keyHash }, limit: 1 });
  if (known) return byTime({ keyHash });
  const prefix = search.toLowerCase();
  return {
    read: (after, limit) => listKeysByEmail(ctx.db, { prefix, after, limit }),
    cursorOf: ({ key, owner }) => ({ value: owner?.email ?? "", id: key.id }),
    ...(benefitId !== undefined && { isOfBenefit: ({ key }) => key.benefitId === benefitId }),
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
