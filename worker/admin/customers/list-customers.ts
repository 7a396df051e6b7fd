import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  MAX_COUNTED,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { getAccessTime } from "../../access/outage-mode.ts";
import { searchUserIds } from "./find-users.ts";
import { toTimeRange, type DayRange } from "../../lib/time.ts";
import {
  countUsers,
  findUserIdByStripeCustomer,
  listUsersWithStripeCustomer,
  listUsersWithAccess,
  listUsers,
  listMatchingUsers,
  listMembers,
  type ListedUser,
} from "./store-users.ts";

/**
 * Filters of the team's list of customers. The days are those of the first sign-in, or, for `customers`, those on which
 * they began to buy.
 */
export type CustomerSearch = DayRange & {
  /** Any part of a name or email, or an id: the user's, or that of a Stripe customer, ours or Stripe's. */
  search?: string | undefined;
  /** `customers` have a Stripe customer, latest first; `holders` have active access; `team` has a role above buyer. */
  who?: "customers" | "holders" | "team" | undefined;
};

/** A user. A deleted user has neither name nor email. */
export type ListedCustomer = ListedUser;

/** `isTruncated`: more users match the search than were considered. */
export type CustomerSearchResult = Page<ListedCustomer> & { isTruncated: boolean };

/** Lists users, newest first. */
export async function listCustomers(
  ctx: Ctx,
  input: CustomerSearch & PageInput,
): Promise<CustomerSearchResult> {
  const { search, who, cursor, limit = PAGE_SIZE } = input;
  const window = {
    mode: ctx.config.stripe.mode,
    now: await getAccessTime(ctx),
    createdIn: toTimeRange(input),
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  };
  if (search !== undefined) {
    const { ids, isTruncated } = await findMatchingUserIds(ctx, search);
    const rows = await listMatchingUsers(ctx.db, toFilter(ctx, ids, who), window);
    return { ...pageOf(rows, limit), isTruncated };
  }
  if (who === "customers") {
    const rows = await listUsersWithStripeCustomer(ctx.db, ctx.config.stripe.mode, window);
    const page = toPage(rows, limit, ({ customerId }) => ({ value: "", id: customerId }));
    const items = page.items.map(({ customerId: _, ...user }) => user);
    return { items, nextCursor: page.nextCursor, isTruncated: false };
  }
  const read = { holders: listUsersWithAccess, team: listMembers };
  const rows = await (who === undefined ? listUsers : read[who])(ctx.db, window);
  return { ...pageOf(rows, limit), isTruncated: false };
}

/** Counts the customers that match a search: `count`, or more if `isMore`. */
export async function summarizeCustomers(
  ctx: Ctx,
  { search, who, ...days }: CustomerSearch,
): Promise<{ count: number; isMore: boolean }> {
  const window = {
    mode: ctx.config.stripe.mode,
    now: await getAccessTime(ctx),
    createdIn: toTimeRange(days),
    limit: MAX_COUNTED + 1,
  };
  if (search !== undefined) {
    const { ids, isTruncated } = await findMatchingUserIds(ctx, search);
    const { length } = await listMatchingUsers(ctx.db, toFilter(ctx, ids, who), window);
    return { count: length, isMore: isTruncated };
  }
  const count = await countUsers(ctx.db, who, window);
  return { count: Math.min(count, MAX_COUNTED), isMore: count > MAX_COUNTED };
}

function toFilter(ctx: Ctx, ids: string[], who: CustomerSearch["who"]) {
  return {
    ids,
    hasAccess: who === "holders",
    isMember: who === "team",
    stripeCustomerMode: who === "customers" ? ctx.config.stripe.mode : undefined,
  };
}

function pageOf(rows: ListedUser[], limit: number): Page<ListedCustomer> {
  return toPage(rows, limit, ({ id, createdAt }) => ({ value: createdAt, id }));
}

async function findMatchingUserIds(
  ctx: Ctx,
  search: string,
): Promise<{ ids: string[]; isTruncated: boolean }> {
  if (/^usr_[0-9a-z]{26}$/.test(search)) return { ids: [search], isTruncated: false };
  if (/^(cst_[0-9a-z]{26}|cus_\w+)$/.test(search)) {
    const userId = await findUserIdByStripeCustomer(ctx.db, search, ctx.config.stripe.mode);
    return { ids: userId === null ? [] : [userId], isTruncated: false };
  }
  return searchUserIds(ctx, { search });
}
