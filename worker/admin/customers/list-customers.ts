import { z } from "zod";
import type { Ctx } from "../../context.ts";
import {
  MAX_COUNTED,
  readPage,
  toMatchCount,
  type MatchCount,
  type Page,
  type PageInput,
  type PageWindow,
} from "../../db/page-cursor.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { searchUserIds } from "./find-users.ts";
import { toTimeRange } from "../../lib/time.ts";
import {
  countUsers,
  findUserIdByStripeCustomer,
  listUsersWithStripeCustomer,
  listUsersWithAccess,
  listUsers,
  listMatchingUsers,
  listMembers,
  type ListedUser,
} from "./users.query.ts";
import { isId } from "../../lib/id-schema.ts";
import { dayRangeQuery } from "../frame/day-range.ts";
import { searchText, type Filters } from "../frame/page-query.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";

/**
 * The filters of the team's list of customers. The days are those of the first sign-in, or, for `customers`, those on
 * which they began to buy.
 */
export const customerFilters = {
  ...dayRangeQuery,
  /** Any part of a name or email, or an id: the user's, or that of a Stripe customer, ours or Stripe's. */
  search: searchText.max(200).optional(),
  /** `customers` have a Stripe customer, latest first; `active` ones have access; `team` has a role above buyer. */
  who: z.enum(["customers", "active", "team"]).optional(),
};
export type CustomerSearch = Filters<typeof customerFilters>;

/** A user. A deleted user has neither name nor email. */
export type ListedCustomer = ListedUser;

/** `isTruncated`: more users match the search than were considered. */
export type CustomerSearchResult = Page<ListedCustomer> & { isTruncated: boolean };

/** Lists users, newest first. */
export async function listCustomers(
  ctx: Ctx,
  input: CustomerSearch & PageInput,
): Promise<CustomerSearchResult> {
  const { search, who } = input;
  const { mode } = ctx.config.stripe;
  const filter = { mode, now: await readAccessTime(ctx), createdIn: toTimeRange(input) };
  if (search !== undefined) {
    const { ids, isTruncated } = await findMatchingUserIds(ctx, search);
    const page = await readPage(input, (window) =>
      listMatchingUsers(ctx.db, toFilter(ctx, ids, who), { ...filter, ...window }),
    );
    return { ...page, isTruncated };
  }
  if (who === "customers") {
    const { items, nextCursor } = await readPage(
      input,
      (window) => listUsersWithStripeCustomer(ctx.db, mode, { ...filter, ...window }),
      ({ customerId }) => ({ value: "", id: customerId }),
    );
    const users = items.map(({ customerId: _, ...user }) => user);
    return { items: users, nextCursor, isTruncated: false };
  }
  const list = { everybody: listUsers, active: listUsersWithAccess, team: listMembers };
  const page = await readPage(input, (window: PageWindow): Promise<ListedUser[]> =>
    list[who ?? "everybody"](ctx.db, { ...filter, ...window }),
  );
  return { ...page, isTruncated: false };
}

/** Counts the customers that match a search. */
export async function summarizeCustomers(
  ctx: Ctx,
  { search, who, ...days }: CustomerSearch,
): Promise<MatchCount> {
  const window = {
    mode: ctx.config.stripe.mode,
    now: await readAccessTime(ctx),
    createdIn: toTimeRange(days),
    limit: MAX_COUNTED + 1,
  };
  if (search !== undefined) {
    const { ids, isTruncated } = await findMatchingUserIds(ctx, search);
    const { length } = await listMatchingUsers(ctx.db, toFilter(ctx, ids, who), window);
    return { count: length, isMore: isTruncated };
  }
  return toMatchCount(await countUsers(ctx.db, who, window));
}

function toFilter(ctx: Ctx, ids: string[], who: CustomerSearch["who"]) {
  return {
    ids,
    hasAccess: who === "active",
    isMember: who === "team",
    stripeCustomerMode: who === "customers" ? ctx.config.stripe.mode : undefined,
  };
}

async function findMatchingUserIds(
  ctx: Ctx,
  search: string,
): Promise<{ ids: string[]; isTruncated: boolean }> {
  if (isId("usr", search)) return { ids: [search], isTruncated: false };
  if (/^(cst_[0-9a-z]{26}|cus_\w+)$/.test(search)) {
    const userId = await findUserIdByStripeCustomer(ctx.db, search, ctx.config.stripe.mode);
    return { ids: userId === null ? [] : [userId], isTruncated: false };
  }
  return searchUserIds(ctx, { search });
}

const columns: CsvColumns<ListedCustomer> = {
  Customer: ({ id }) => id,
  "First sign-in": ({ createdAt }) => csvTime(createdAt),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  "Email verified": ({ emailVerified }) => (emailVerified ? "yes" : "no"),
  Role: ({ role }) => role,
  Status: ({ status }) => status,
  "Active benefits": ({ inForceCount }) => inForceCount,
};

/** Exports all matching customers as a CSV file. */
export function exportCustomers(ctx: Ctx, input: CustomerSearch): Response {
  return exportList(ctx, { name: "customers", columns, filters: input }, (filters) =>
    listCustomers(ctx, filters),
  );
}
