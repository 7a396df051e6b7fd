import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { accessTime } from "../../access/outage-mode.ts";
import { findPeople } from "./find-users.ts";
import {
  findUserIdBy,
  listBuyers,
  listHolders,
  listPeople,
  listPeopleOf,
  listTeam,
  type ListedPerson,
} from "./store-users.ts";

/** What the team may ask the list of people for. */
export type CustomerSearch = {
  /** The beginning of an email or a name, or an id: the person's, our customer's or Stripe's. */
  search?: string | undefined;
  /** `customers` have begun to buy, the latest first; `holders` have something now; `team` is more than a buyer. */
  who?: "customers" | "holders" | "team" | undefined;
};

/** Somebody who has signed in; one who deleted their account has neither name nor email. */
export type ListedCustomer = ListedPerson;

/** `isCut`: more people fit the search than were looked at. */
export type FoundCustomers = Page<ListedCustomer> & { isCut: boolean };

/** Everybody who has ever signed in, newest first. */
export async function listCustomers(
  ctx: Ctx,
  input: CustomerSearch & PageInput,
): Promise<FoundCustomers> {
  const { search, who, cursor, limit = PAGE_SIZE } = input;
  const window = {
    now: await accessTime(ctx),
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  };
  if (search !== undefined) {
    const { ids, isCut } = await findMatches(ctx, search);
    const filter = {
      ids,
      isHolder: who === "holders",
      isTeam: who === "team",
      isCustomerIn: who === "customers" ? ctx.config.stripe.mode : undefined,
    };
    return { ...pageOf(await listPeopleOf(ctx.db, filter, window), limit), isCut };
  }
  if (who === "customers") {
    const rows = await listBuyers(ctx.db, ctx.config.stripe.mode, window);
    const page = toPage(rows, limit, ({ customerId }) => ({ value: "", id: customerId }));
    const items = page.items.map(({ customerId: _, ...person }) => person);
    return { items, nextCursor: page.nextCursor, isCut: false };
  }
  const read = { holders: listHolders, team: listTeam };
  const rows = await (who === undefined ? listPeople : read[who])(ctx.db, window);
  return { ...pageOf(rows, limit), isCut: false };
}

function pageOf(rows: ListedPerson[], limit: number): Page<ListedCustomer> {
  return toPage(rows, limit, ({ id, createdAt }) => ({ value: createdAt, id }));
}

async function findMatches(ctx: Ctx, search: string): Promise<{ ids: string[]; isCut: boolean }> {
  if (/^usr_[0-9a-z]{26}$/.test(search)) return { ids: [search], isCut: false };
  if (/^(cst_[0-9a-z]{26}|cus_\w+)$/.test(search)) {
    const userId = await findUserIdBy(ctx.db, search, ctx.config.stripe.mode);
    return { ids: userId === null ? [] : [userId], isCut: false };
  }
  return findPeople(ctx, { search });
}
