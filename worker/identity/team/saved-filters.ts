import { z } from "zod";
import type { UserCtx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail, failAt } from "../../errors.ts";
import { newId } from "../../lib/ids.ts";
import {
  deleteFilter,
  findFilter,
  listFilters,
  setFilterName,
  upsertFilter,
} from "./store-saved-filters.ts";

/** The lists of the console whose filters can be saved. */
export const filterableLists = [
  "orders",
  "subscriptions",
  "customers",
  "licenses",
  "products",
  "files",
  "pages",
  "discounts",
  "events",
  "audit",
] as const;

export type FilterableList = (typeof filterableLists)[number];

/** How many filters a member can save for one list. All of them are shown above it. */
export const MAX_SAVED_FILTERS = 20;

const name = z.string().trim().min(1, "Enter a name.").max(40, "Must be 40 characters or fewer.");

/** The body of a new filter. `query` are the list's query parameters. */
export const newFilter = z.strictObject({
  list: z.enum(filterableLists),
  name,
  query: z.string().min(1, "Select a filter first.").max(1000),
});
export const filterName = z.strictObject({ name });

/** A name for the filters of a list. */
export type SavedFilter = { id: string; name: string; query: string };

/** Lists the signed-in member's filters of a list, by name. */
export function listSavedFilters(
  ctx: UserCtx,
  { list }: { list: FilterableList },
): Promise<SavedFilter[]> {
  return listFilters(ctx.db, { userId: ctx.actor.userId, list });
}

/**
 * Saves the filters of a list under a name. A filter of the same name is replaced. It is the member's own bookmark, so
 * the audit log does not mention it.
 * @throws `invalid_input` if there are too many
 */
export async function saveFilter(ctx: UserCtx, input: z.output<typeof newFilter>): Promise<void> {
  const existing = await listSavedFilters(ctx, input);
  const isNew = existing.every((filter) => filter.name !== input.name);
  if (isNew && existing.length >= MAX_SAVED_FILTERS)
    throw failAt("name", `You can save up to ${MAX_SAVED_FILTERS} filters. Delete one first.`);
  await commit(ctx.db, [
    upsertFilter(ctx.db, {
      id: newId("flt", ctx.now),
      userId: ctx.actor.userId,
      createdAt: ctx.now,
      ...input,
    }),
  ]);
}

/**
 * Gives one of the member's filters another name.
 * @throws `not_found`; `invalid_input` if another one has this name
 */
export async function renameFilter(
  ctx: UserCtx,
  input: { id: string; name: string },
): Promise<void> {
  const filter = await findFilter(ctx.db, { id: input.id, userId: ctx.actor.userId });
  if (!filter) throw fail("not_found", { reason: "no such saved filter of this member" });
  const others = await listFilters(ctx.db, filter);
  if (others.some((other) => other.id !== filter.id && other.name === input.name))
    throw failAt("name", "You already have a filter with this name.");
  await commit(ctx.db, [setFilterName(ctx.db, input)]);
}

/** Deletes one of the member's filters; does nothing if it is gone already. */
export async function deleteSavedFilter(ctx: UserCtx, { id }: { id: string }): Promise<void> {
  await commit(ctx.db, [deleteFilter(ctx.db, { id, userId: ctx.actor.userId })]);
}
