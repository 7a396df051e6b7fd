import type { Ctx } from "../../context.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { listKeys, listKeysByEmail, type KeyFilter, type SellersKeyRow } from "./store-admin.ts";
import { listExpired, listOver, listRotated, listStanding } from "./store-states.ts";

/** How a key stands, as its seller sees it. */
export const licenseStates = ["granted", "disabled", "revoked", "expired", "in_stock"] as const;
export type LicenseState = (typeof licenseStates)[number];

/** Which keys are looked for. */
export type LicenseSearch = {
  benefitId?: string | undefined;
  search?: string | undefined;
  state?: LicenseState | undefined;
};

/** A place in a list, and the key there: none where a grant that is over never had one. */
export type Candidate = { at: Cursor; row: SellersKeyRow | null };

/** How keys are read that may be what is looked for. */
export type LicenseOrder = {
  read: (after: Cursor | undefined, limit: number) => Promise<Candidate[]>;
  /** Where rows of other benefits come too. */
  isOfBenefit?: (row: SellersKeyRow) => boolean;
};

/** By what is searched for; else by the state, each in the order that an index has it in; else newest first. */
export async function chooseOrder(ctx: Ctx, input: LicenseSearch): Promise<LicenseOrder> {
  const { benefitId, search, state } = input;
  if (search !== undefined) return orderOfSearch(ctx, benefitId, search);
  const { db, now } = ctx;
  if (state === undefined) return byTime(ctx, { benefitId });
  if (state === "revoked") return orderOfRevoked(ctx, benefitId);
  if (state === "expired")
    return {
      read: async (after, limit) =>
        place(await listExpired(db, { benefitId, now, after, limit }), ({ key }) => key.expiresAt),
    };
  const standing = state === "granted" ? "issued" : state;
  return {
    read: async (after, limit) =>
      place(await listStanding(db, { benefitId, standing, after, limit })),
  };
}

/** By when they were revoked: the owner took another key, or what gave it is over. */
function orderOfRevoked({ db, now }: Ctx, benefitId: string | undefined): LicenseOrder {
  return {
    read: async (after, limit) => {
      const [rotated, over] = await Promise.all([
        listRotated(db, { benefitId, now, after, limit }),
        listOver(db, { benefitId, now, after, limit }),
      ]);
      const ofGrants = over.map(({ overAt, key, ...row }) => ({
        at: { value: overAt, id: row.grant.id },
        row: key && { ...row, key },
      }));
      return [...place(rotated, ({ key }) => key.rotatedAt), ...ofGrants]
        .toSorted((a, b) => compare(b.at, a.at))
        .slice(0, limit);
    },
  };
}

async function orderOfSearch(
  ctx: Ctx,
  benefitId: string | undefined,
  search: string,
): Promise<LicenseOrder> {
  if (/^lic_[0-9a-z]{26}$/.test(search)) return byTime(ctx, { benefitId, id: search });
  if (/^usr_[0-9a-z]{26}$/.test(search)) return byTime(ctx, { benefitId, userId: search });
  const keyHash = hashLicenseKey(search);
  const [known] = await listKeys(ctx.db, { filter: { keyHash }, limit: 1 });
  if (known) return byTime(ctx, { benefitId, keyHash });
  const prefix = search.toLowerCase();
  return {
    read: async (after, limit) =>
      place(
        await listKeysByEmail(ctx.db, { prefix, after, limit }),
        ({ owner }) => owner?.email ?? "",
      ),
    ...(benefitId !== undefined && { isOfBenefit: ({ key }) => key.benefitId === benefitId }),
  };
}

function byTime(ctx: Ctx, filter: KeyFilter): LicenseOrder {
  return {
    read: async (after, limit) => place(await listKeys(ctx.db, { filter, after, limit })),
  };
}

/** @param by what the rows are sorted by */
function place(
  rows: SellersKeyRow[],
  by: (row: SellersKeyRow) => string | number | null = ({ key }) => key.createdAt,
): Candidate[] {
  return rows.map((row) => ({ at: { value: by(row) ?? 0, id: row.key.id }, row }));
}

function compare(a: Cursor, b: Cursor): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
