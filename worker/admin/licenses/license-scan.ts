import { z } from "zod";
import type { Ctx } from "../../context.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import {
  listKeys,
  listKeysByEmail,
  type KeyFilter,
  type AdminKeyRow,
} from "../../delivery/licenses/store-list.ts";
import {
  listExpiredKeys,
  listEndedGrants,
  listRotatedKeys,
  listKeysByStatus,
} from "../../delivery/licenses/store-states.ts";
import { idSchema, isId } from "../../lib/id-schema.ts";
import { dayRangeQuery } from "../frame/day-range.ts";
import { searchText, type Filters } from "../frame/page-query.ts";

/** The states of a license key in the console. */
export const licenseStates = ["granted", "disabled", "revoked", "expired", "in_stock"] as const;
export type LicenseState = (typeof licenseStates)[number];

/** The filters of a list or an export of license keys. The days are those on which the keys were made. */
export const licenseFilters = {
  ...dayRangeQuery,
  benefitId: idSchema("bnf").optional(),
  state: z.enum(licenseStates).optional(),
  /** A whole key, a key's id, a user's id, or the start of their email. */
  search: searchText.max(255).optional(),
};
export type LicenseSearch = Filters<typeof licenseFilters>;

/** A position in a list and its key; null for an ended grant that never had a key. */
export type Candidate = { cursor: Cursor; row: AdminKeyRow | null };

/** Reads keys that may match a search, page by page. */
export type LicenseScan = {
  /** Whether the newest keys come first, so that a range of days is one stretch. */
  isNewestFirst: boolean;
  read: (after: Cursor | undefined, limit: number) => Promise<Candidate[]>;
  /** Set if `read` also returns keys of other benefits. */
  isOfBenefit?: (row: AdminKeyRow) => boolean;
};

/**
 * Chooses how to find keys: by search text if there is one, else by state in the order of that state's index, else
 * newest first.
 */
export async function chooseLicenseScan(ctx: Ctx, input: LicenseSearch): Promise<LicenseScan> {
  const { benefitId, search, state } = input;
  if (search !== undefined) return scanSearchResults(ctx, benefitId, search);
  const { db, now } = ctx;
  if (state === undefined) return scanByTime(ctx, { benefitId });
  if (state === "revoked") return scanRevoked(ctx, benefitId);
  if (state === "expired")
    return {
      isNewestFirst: false,
      read: async (after, limit) =>
        toCandidates(
          await listExpiredKeys(db, { benefitId, now, after, limit }),
          ({ key }) => key.expiresAt,
        ),
    };
  const status = state === "granted" ? "issued" : state;
  return {
    isNewestFirst: true,
    read: async (after, limit) =>
      toCandidates(await listKeysByStatus(db, { benefitId, status, after, limit })),
  };
}

/** Returns revoked keys, latest first: keys that the user replaced, and keys whose grant has ended. */
function scanRevoked({ db, now }: Ctx, benefitId: string | undefined): LicenseScan {
  return {
    isNewestFirst: false,
    read: async (after, limit) => {
      const [rotated, endedGrants] = await Promise.all([
        listRotatedKeys(db, { benefitId, now, after, limit }),
        listEndedGrants(db, { benefitId, now, after, limit }),
      ]);
      const ofGrants = endedGrants.map(({ endedAt, key, ...row }) => ({
        cursor: { value: endedAt, id: row.grant.id },
        row: key && { ...row, key },
      }));
      return [...toCandidates(rotated, ({ key }) => key.rotatedAt), ...ofGrants]
        .toSorted((a, b) => compare(b.cursor, a.cursor))
        .slice(0, limit);
    },
  };
}

async function scanSearchResults(
  ctx: Ctx,
  benefitId: string | undefined,
  search: string,
): Promise<LicenseScan> {
  if (isId("lic", search)) return scanByTime(ctx, { benefitId, id: search });
  if (isId("usr", search)) return scanByTime(ctx, { benefitId, userId: search });
  const keyHash = hashLicenseKey(search);
  const [known] = await listKeys(ctx.db, { filter: { keyHash }, limit: 1 });
  if (known) return scanByTime(ctx, { benefitId, keyHash });
  const prefix = search.toLowerCase();
  return {
    isNewestFirst: false,
    read: async (after, limit) =>
      toCandidates(
        await listKeysByEmail(ctx.db, { prefix, after, limit }),
        ({ user }) => user?.email ?? "",
      ),
    ...(benefitId !== undefined && { isOfBenefit: ({ key }) => key.benefitId === benefitId }),
  };
}

function scanByTime(ctx: Ctx, filter: KeyFilter): LicenseScan {
  return {
    isNewestFirst: true,
    read: async (after, limit) => toCandidates(await listKeys(ctx.db, { filter, after, limit })),
  };
}

/** @param by the value that the rows are sorted by */
function toCandidates(
  rows: AdminKeyRow[],
  by: (row: AdminKeyRow) => string | number | null = ({ key }) => key.createdAt,
): Candidate[] {
  return rows.map((row) => ({ cursor: { value: by(row) ?? 0, id: row.key.id }, row }));
}

function compare(a: Cursor, b: Cursor): number {
  if (a.value !== b.value) return a.value < b.value ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
