import { z } from "zod";
import type { Account } from "../account.ts";
import type { Filter, Page } from "../store/objects.ts";
import type { Rows, TypeName } from "../store/rows.ts";
import { invalid, missing } from "./errors.ts";
import { integer, text, type Range } from "./params.ts";

/** A list as Stripe answers it. */
export interface ListPage {
  object: "list";
  url: string;
  has_more: boolean;
  data: object[];
}

/** The parameters that every list takes. */
export const pagination = {
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

/** One page of an account's objects, 10 unless told. Lists are newest first, but for the parts of an object. */
export function listObjects<T extends TypeName>(
  account: Account,
  type: T,
  url: string,
  filters: Filter[],
  cursor: Cursor,
  order: "newest first" | "oldest first" = "newest first",
): ListPage {
  const { limit = 10, starting_after: after, ending_before: before } = cursor;
  if (after !== undefined && before !== undefined) {
    throw invalid(
      "Received both starting_after and ending_before parameters. Please pass in only one.",
    );
  }
  for (const [param, id] of [
    ["starting_after", after],
    ["ending_before", before],
  ] as const) {
    if (id !== undefined && !account.objects.find(type, id)) throw missing(type, id, param);
  }
  const page = account.objects.page(type, filters, {
    limit,
    order,
    ...(after && { after }),
    ...(before && { before }),
  });
  return toListPage(account, type, url, page);
}

/** The list inside an object (items, lines): oldest first, the first ten. */
export function embedList<T extends TypeName>(
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

function toListPage<T extends TypeName>(
  account: Account,
  type: T,
  url: string,
  page: Page<Rows[T]>,
): ListPage {
  return {
    object: "list",
    url,
    has_more: page.hasMore,
    data: page.rows.map((row) => account.show(type, row)),
  };
}

/** Only the filters that were given. */
export function byFields(fields: Record<string, string | boolean | undefined>): Filter[] {
  return Object.entries(fields).flatMap(([field, equals]) =>
    equals === undefined ? [] : [{ field, equals }],
  );
}

/** `created[gte]` and its siblings. */
export function byCreated(range: Range | undefined): Filter[] {
  const operators = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
  return Object.entries(range ?? {}).flatMap(([name, at]) =>
    at === undefined
      ? []
      : [{ sql: `created ${operators[name as keyof typeof operators]} ?`, values: [at] }],
  );
}
