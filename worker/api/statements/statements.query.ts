import { and, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { newestFirst, type NewestFirst } from "../../db/sort-by.ts";
import { statementJson, type Statement } from "../../feed/statement.ts";
import {
  findObject,
  hasOneOf,
  hasValue,
  isOfMode,
  listScanned,
  type ListRow,
} from "../protocol/objects.query.ts";

const kind = { table: "statements", json: statementJson, isShown: isOfMode("statements") };

/** Filters of the list of statements. */
export type StatementFilter = {
  customer?: string | undefined;
  kind?: Statement["kind"] | undefined;
  state?: Statement["state"][] | undefined;
};

/** Returns a page of the statements of this mode, newest first, with one more row. */
export function listStatements(
  ctx: Ctx,
  { customer, kind: ofKind, state, ...page }: StatementFilter & NewestFirst,
): Promise<ListRow[]> {
  // A list is sorted by `created_at`, which is the time of a statement's receipt.
  const { conditions, orderBy } = newestFirst("statements", page);
  const all = sql`(SELECT *, received_at AS created_at FROM statements) AS statements`;
  return listScanned(ctx, {
    columns: sql`${statementJson(ctx)} AS data, created_at AS value, id`,
    table: "statements",
    rows: sql`SELECT * FROM ${all}
      WHERE ${and(kind.isShown(ctx), hasValue("user_id", customer), ...conditions)} ${orderBy}`,
    others: and(hasValue("kind", ofKind), hasOneOf("state", state)),
    limit: page.limit,
  });
}

/** Returns the JSON of a statement of this mode; undefined if there is none. */
export const findStatement = (ctx: Ctx, id: string) => findObject(ctx, kind, id);
