import { z } from "zod";
import type { Account } from "../account.ts";
import type { Filter, Page } from "../store/objects.ts";
import type { Rows, ObjectTypeName } from "../store/rows.ts";
import { invalidRequestError, resourceMissingError } from "./errors.ts";
import { integer, text, type Range } from "./params.ts";

/** A list as the API returns it. */
export interface ListPage {
  object: "list";
  url: string;
  has_more: boolean;
  data: object[];
}

/** The parameters of every list. */
export const paginationParams = {
  limit: integer
    .refine((value) => value >= 1 && value <= 100, "This value must be between 1 and 100.")
    .optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
} satisfies Record<string, z.ZodType>;

interface Cursor {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** Returns one page of an account's objects, newest first and 10 per page by default. */
export function listObjects<T extends ObjectTypeName>(
  account: Account,
  type: T,
  url: string,
  filters: Filter[],
  cursor: Cursor,
  order: "newest first" | "oldest first" = "newest first",
): ListPage {
  const { limit = 10, starting_after: after, ending_before: before } = cursor;
  if (after !== undefined && before !== undefined) {
    throw invalidRequestError(
      "Received both starting_after and ending_before parameters. Please pass in only one.",
    );
  }
  for (const [param, id] of [
    ["starting_after", after],
    ["ending_before", before],
  ] as const) {
    // A deleted object is still a place in the list.
    const isKnown = (cursorId: string) =>
      account.objects.find(type, cursorId) ?? account.objects.findTombstone(type, cursorId);
    if (id !== undefined && !isKnown(id)) throw resourceMissingError(type, id, param);
  }
  const page = account.objects.findPage(type, filters, {
    limit,
    order,
    ...(after && { after }),
    ...(before && { before }),
  });
  return toListPage(account, type, url, page);
}

/** Returns a list inside an object, such as its items: the first ten rows, oldest first. */
export function toEmbeddedList<T extends ObjectTypeName>(
  account: Account,
  type: T,
  url: string,
  rows: Rows[T][],
  limit = 10,
): ListPage {
  return toListPage(account, type, url, {
    rows: rows.slice(0, limit),
    hasMore: rows.length > limit,
  });
}

function toListPage<T extends ObjectTypeName>(
  account: Account,
  type: T,
  url: string,
  page: Page<Rows[T]>,
): ListPage {
  return {
    object: "list",
    url,
    has_more: page.hasMore,
    data: page.rows.map((row) => account.serialize(type, row)),
  };
}

/** Returns a filter for each field that has a value. */
export function filterByFields(fields: Record<string, string | boolean | undefined>): Filter[] {
  return Object.entries(fields).flatMap(([field, equals]) =>
    equals === undefined ? [] : [{ field, equals }],
  );
}

/** Returns the filters of `created[gt]`, `[gte]`, `[lt]` and `[lte]`. */
export function filterByCreated(range: Range | undefined): Filter[] {
  const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
  return Object.entries(range ?? {}).flatMap(([name, at]) =>
    at === undefined
      ? []
      : [{ sql: `created ${operators[name as keyof typeof operators]} ?`, values: [at] }],
  );
}
