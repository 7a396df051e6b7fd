import type { Ctx, UserCtx } from "../../context.ts";
import { readAccessTime } from "../../access/outage-mode.ts";
import { splitSearch } from "../../db/search-parts.ts";
import { hasRole } from "../../shared/roles.ts";
import { searchUserIds } from "../customers/find-users.ts";
import { hidesKeys, toListedLicense } from "../licenses/list-licenses.ts";
import { findPackedPayments } from "./find-packed-payments.ts";
import { keysWithId, parseTypedId, type SearchableKind } from "./id-sources.query.ts";
import {
  listFoundCustomers,
  listFoundEvents,
  listFoundLicenses,
  listFoundOrders,
  listFoundPacked,
  listFoundPayments,
  listFoundProducts,
  listFoundSubscriptions,
  type FoundKeys,
  type FoundPayment,
} from "./results.query.ts";
import { listPaidWith } from "./list-paid-with.ts";
import { keysWithText } from "./text-sources.query.ts";

/** How many objects of each kind a search shows. */
const MAX_RESULTS = 5;

/** Objects of one kind, newest first. `hasMore`: there are more of them. */
export type SearchGroup<Item> = { items: Item[]; hasMore: boolean };

/**
 * Searches everything in the console by what was typed: a part of a name or email, an id or its start, ours or
 * Stripe's, a customer's external id, an order or invoice number, an amount, the last digits of a card or a license key.
 * A kind is null if the role doesn't see it.
 * @param input.search at least one character that isn't a space
 */
export async function searchConsole(ctx: UserCtx, { search }: { search: string }) {
  const { mode } = ctx.config.stripe;
  const limit = MAX_RESULTS + 1;
  const areKeysHidden = hidesKeys(ctx);
  const typedId = parseTypedId(search, mode);
  const userIds =
    typedId || splitSearch(search).length === 0 ? [] : (await searchUserIds(ctx, { search })).ids;

  /** Reads one kind with one statement, or none if nothing of this kind can match. */
  async function find<Row>(
    kind: SearchableKind,
    read: (db: Ctx["db"], found: FoundKeys) => PromiseLike<Row[]>,
  ): Promise<SearchGroup<Row>> {
    const keys = typedId
      ? keysWithId(kind, typedId, limit)
      : keysWithText(kind, { text: search, userIds, areKeysHidden, mode, limit });
    const rows = keys ? await read(ctx.db, { keys, limit, mode }) : [];
    return { items: rows.slice(0, MAX_RESULTS), hasMore: rows.length > MAX_RESULTS };
  }

  /** Those paid with a card that ends so, then all others: the packed ones, which are older, if there is room for them. */
  async function findPayments(): Promise<SearchGroup<FoundPayment>> {
    const [paidWith, others] = await Promise.all([
      listPaidWith(ctx, { search, limit }),
      findOtherPayments(),
    ]);
    if (paidWith.length === 0) return others;
    const items = [...new Map([...paidWith, ...others.items].map((row) => [row.id, row])).values()];
    const hasMore = others.hasMore || items.length > MAX_RESULTS;
    return { items: items.slice(0, MAX_RESULTS), hasMore };
  }

  async function findOtherPayments(): Promise<SearchGroup<FoundPayment>> {
    const found = await find("payments", listFoundPayments);
    if (found.hasMore || (typedId && found.items.length > 0)) return found;
    const prefix = typedId?.prefix ?? null;
    const packed = await findPackedPayments(ctx, { search, prefix, limit });
    const older = packed.length === 0 ? [] : await listFoundPacked(ctx.db, packed, limit);
    const items = [...found.items, ...older];
    return { items: items.slice(0, MAX_RESULTS), hasMore: items.length > MAX_RESULTS };
  }

  const [customers, orders, subscriptions, payments, licenses, events, products, accessTime] =
    await Promise.all([
      find("customers", listFoundCustomers),
      find("orders", listFoundOrders),
      find("subscriptions", listFoundSubscriptions),
      findPayments(),
      find("licenses", listFoundLicenses),
      find("events", listFoundEvents),
      hasRole(ctx.actor.role, "admin") ? find("products", listFoundProducts) : null,
      readAccessTime(ctx),
    ]);
  const times = { mode, accessTime, now: ctx.now, areKeysHidden };
  return {
    customers,
    orders,
    subscriptions,
    payments,
    licenses: {
      hasMore: licenses.hasMore,
      items: licenses.items
        .map((row) => toListedLicense(row, times))
        .map(({ id, key, state, benefitName, user }) => ({ id, key, state, benefitName, user })),
    },
    events,
    products,
  };
}
