import type { Context, MiddlewareHandler } from "hono";
import type { z } from "zod";
import type { Ctx } from "../../context.ts";
import type { NewestFirst } from "../../db/sort-by.ts";
import { decodeCursor, encodeCursor, toPage } from "../../db/page-cursor.ts";
import { doubt } from "../../db/replicas.ts";
import { fail } from "../../errors.ts";
import { validate } from "../../http/validate.ts";
import { idParam } from "../../lib/id-schema.ts";
import type { Scope } from "../../shared/scopes.ts";
import { requireScope, type ApiEnv } from "./api-key.ts";
import { answerWithEtag } from "./conventions.ts";
import type { ListRow } from "./objects.query.ts";
import { noQuery } from "./schemas.ts";

/** Answers with JSON that SQL has made, as it is. */
export function answerJson(c: Context, json: string, status: 200 | 201 = 200) {
  return c.body(json, status, { "content-type": "application/json" });
}

/**
 * Answers with the JSON of one object.
 * @throws `not_found` if there is none
 */
export function answerFoundJson(c: Context, json: string | undefined, status: 200 | 201 = 200) {
  if (json === undefined) throw fail("not_found", { reason: "no such object" });
  return answerJson(c, json, status);
}

/** The handlers of `GET /:id`, behind its `describe`: one object as the JSON that SQL has made. */
export function readObject(
  scope: Scope,
  prefix: Parameters<typeof idParam>[0],
  find: (ctx: Ctx, id: string) => Promise<string | undefined>,
) {
  const answer = async (c: Context<ApiEnv, string, { out: { param: { id: string } } }>) =>
    answerFoundJson(c, await find(c.var.ctx, c.req.valid("param").id));
  return [
    answerWithEtag,
    requireScope(scope),
    validate("param", idParam(prefix)),
    validate("query", noQuery),
    answer as MiddlewareHandler,
  ] as const;
}

/**
 * The handlers of a list, behind its `describe`: a page of the JSON that SQL has made.
 * @param query has `listQuery`
 * @param list returns up to `limit + 1` rows, in order; the last one without JSON if it looked no further
 */
export function listObjects<Filters>(
  scope: Scope,
  query: z.ZodType<Filters & { limit: number; cursor?: string | undefined }>,
  list: (ctx: Ctx, input: Filters & NewestFirst) => Promise<ListRow[]>,
) {
  type Input = { out: { query: z.output<typeof query> } };
  const answer = async (c: Context<ApiEnv, string, Input>) => {
    const input = c.req.valid("query");
    const rows = await list(c.var.ctx, { ...input, after: decodeCursor(input.cursor) });
    const { items, nextCursor } = toPage(rows, input.limit, (row) => row);
    const found = items.filter(({ data }) => data !== null);
    if (found.length === 0) doubt(c.var.ctx.db);
    const [scanned] = items.slice(found.length);
    const next = scanned ? encodeCursor(scanned) : nextCursor;
    const data = found.map((row) => row.data).join(",");
    return answerJson(c, `{"data":[${data}],"nextCursor":${JSON.stringify(next)}}`);
  };
  return [requireScope(scope), validate("query", query), answer as MiddlewareHandler] as const;
}
