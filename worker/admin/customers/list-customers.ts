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
import { DAY, toTimeRange } from "../../lib/time.ts";
import { updateFiguresForList } from "../../purchases/customer-figures/update-customer-figures.ts";
import { toDecimal } from "../../shared/money.ts";
import { countFilteredUsers, listFilteredUsers, type UserFilter } from "./filtered-users.query.ts";
import { tagSchema } from "./tag-schema.ts";
import {
  countUsers,
  findUserIdByStripeCustomer,
  listUsersWithStripeCustomer,
  listUsersWithAccess,
  listUsers,
  listMatchingUsers,
  listMembers,
  listWaitingGuests,
  type ListedFigures,
  type ListedUser,
} from "./users.query.ts";
import { idSchema } from "../../lib/id-schema.ts";
import { dayRangeQuery } from "../frame/day-range.ts";
import { searchText, type Filters } from "../frame/page-query.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";

/** How long ago the latest purchase was: at most so many days, or with a minus, longer than that. */
const purchaseAges = ["30", "90", "365", "-90", "-365"] as const;

/**
 * The filters of the team's list of customers. The days are those of the first sign-in, or, for `customers`, those on
 * which they began to buy.
 */
export const customerFilters = {
  ...dayRangeQuery,
  /** Any part of a name or email, or an id: the user's, or that of a Stripe customer, ours or Stripe's. */
  search: searchText.max(200).optional(),
  /** `customers` have a Stripe customer, latest first; `active` ones have access; `team` has a role above buyer; what
   * `guests` bought waits for them to sign in. */
  who: z.enum(["customers", "active", "team", "guests"]).optional(),
  /** They bought it or were given it; with `who=active`, they have it now. */
  product: idSchema("prd").optional(),
  /** Two letters in upper case. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  tag: tagSchema.optional(),
  /** What they spent at least, in the unit of their currency: dollars, not cents. */
  spent: z.coerce.number().positive().max(1e9).optional(),
  bought: z.enum(purchaseAges).optional(),
  /** Without it, the newest are first. `spent` and `last_purchase` leave out who never bought anything. */
  sort: z.enum(["spent", "last_purchase"]).optional(),
};
export type CustomerSearch = Filters<typeof customerFilters>;

/** A user. A deleted user has neither name nor email. `figures` is null if they bought nothing. */
export type ListedCustomer = Omit<ListedUser, "figures" | "productNames" | "tags"> & {
  figures: ListedFigures | null;
  productNames: string[];
  tags: string[];
};

/** `isTruncated`: more users match the search than were considered. */
export type CustomerSearchResult = Page<ListedCustomer> & { isTruncated: boolean };

const toListed = ({ figures, productNames, tags, ...user }: ListedUser): ListedCustomer => ({
  ...user,
  figures: figures === null ? null : (JSON.parse(figures) as ListedFigures),
  productNames: (JSON.parse(productNames) as string[]).toSorted(),
  tags: JSON.parse(tags) as string[],
});

/** Lists users, newest first, or in the order of `sort`. */
export async function listCustomers(
  ctx: Ctx,
  input: CustomerSearch & PageInput,
): Promise<CustomerSearchResult> {
  if (input.cursor === undefined) await updateFiguresForList(ctx);
  const { items, ...page } = await listFound(ctx, input);
  return { ...page, items: items.map(toListed) };
}

async function listFound(
  ctx: Ctx,
  input: CustomerSearch & PageInput,
): Promise<Page<ListedUser> & { isTruncated: boolean }> {
  const { search, who } = input;
  const { mode } = ctx.config.stripe;
  const filter = { mode, now: await readAccessTime(ctx), createdIn: toTimeRange(input) };
  const found = search === undefined ? null : await findMatchingUserIds(ctx, search);
  const isTruncated = found?.isTruncated ?? false;
  const userFilter = toUserFilter(input, found?.ids, ctx.now);
  if (userFilter) {
    const page = await readPage(
      input,
      (window) => listFilteredUsers(ctx.db, { ...userFilter, ...filter, ...window }),
      (user) => ({ value: toSortValue(userFilter.sort, toListed(user)), id: user.id }),
    );
    return { ...page, isTruncated };
  }
  if (found) {
    const page = await readPage(input, (window) =>
      listMatchingUsers(ctx.db, toFilter(ctx, found.ids, who), { ...filter, ...window }),
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
  const list = {
    everybody: listUsers,
    active: listUsersWithAccess,
    team: listMembers,
    guests: listWaitingGuests,
  };
  const page = await readPage(input, (window: PageWindow): Promise<ListedUser[]> =>
    list[who ?? "everybody"](ctx.db, { ...filter, ...window }),
  );
  return { ...page, isTruncated: false };
}

/** Counts the customers that match a search. */
export async function summarizeCustomers(ctx: Ctx, input: CustomerSearch): Promise<MatchCount> {
  const { search, who } = input;
  const window = {
    mode: ctx.config.stripe.mode,
    now: await readAccessTime(ctx),
    createdIn: toTimeRange(input),
    limit: MAX_COUNTED + 1,
  };
  const found = search === undefined ? null : await findMatchingUserIds(ctx, search);
  const userFilter = toUserFilter(input, found?.ids, ctx.now);
  if (userFilter) {
    const counted = toMatchCount(await countFilteredUsers(ctx.db, { ...userFilter, ...window }));
    return { ...counted, isMore: counted.isMore || (found?.isTruncated ?? false) };
  }
  if (found) {
    const { length } = await listMatchingUsers(ctx.db, toFilter(ctx, found.ids, who), window);
    return { count: length, isMore: found.isTruncated };
  }
  return toMatchCount(await countUsers(ctx.db, who, window));
}

/**
 * Returns the filter by what customers bought and by tags; null if there is none. What they spent and when they bought
 * has an index in that order, so a list by it has this order too.
 */
function toUserFilter(
  { who, product, country, tag, spent, bought, sort }: CustomerSearch,
  ids: string[] | undefined,
  now: number,
): UserFilter | null {
  if ([product, country, tag, spent, bought, sort].every((value) => value === undefined))
    return null;
  const days = Number(bought ?? 0);
  const at = now - Math.abs(days) * DAY;
  return {
    ids,
    who,
    productId: product,
    country,
    tag,
    spent,
    boughtSince: days > 0 ? at : undefined,
    boughtBefore: days < 0 ? at : undefined,
    sort:
      sort ?? (spent !== undefined ? "spent" : bought !== undefined ? "last_purchase" : "newest"),
  };
}

function toSortValue(sort: UserFilter["sort"], { figures }: ListedCustomer): string | number {
  if (sort === "spent") return `${figures?.currency} ${figures?.spentMinor}`;
  return sort === "last_purchase" ? (figures?.lastPurchaseAt ?? 0) : "";
}

function toFilter(ctx: Ctx, ids: string[], who: CustomerSearch["who"]) {
  return {
    ids,
    hasAccess: who === "active",
    isMember: who === "team",
    isGuest: who === "guests",
    stripeCustomerMode: who === "customers" ? ctx.config.stripe.mode : undefined,
  };
}

async function findMatchingUserIds(
  ctx: Ctx,
  search: string,
): Promise<{ ids: string[]; isTruncated: boolean }> {
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
  Products: ({ productNames }) => productNames.join(", "),
  Spent: ({ figures }) =>
    figures?.currency ? toDecimal(figures.spentMinor, figures.currency) : "",
  Currency: ({ figures }) => figures?.currency?.toUpperCase() ?? "",
  "Last purchase": ({ figures }) =>
    figures?.lastPurchaseAt ? csvTime(figures.lastPurchaseAt) : "",
  Country: ({ figures }) => figures?.country ?? "",
  Tags: ({ tags }) => tags.join(", "),
};

/** Exports all matching customers as a CSV file. */
export function exportCustomers(ctx: Ctx, input: CustomerSearch): Response {
  return exportList(ctx, { name: "customers", columns, filters: input }, (filters) =>
    listCustomers(ctx, filters),
  );
}
