import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal in Cloudflare's shape. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: number;

  constructor(status: ContentfulStatusCode, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Answers with a result in the envelope of Cloudflare's API. */
export const answer = (
  c: Context,
  result: unknown,
  extra: { result_info?: Record<string, unknown>; messages?: unknown[] } = {},
  status: ContentfulStatusCode = 200,
) => c.json({ success: true, errors: [], messages: [], result, ...extra }, status);

/** Answers with a refusal in the envelope of Cloudflare's API. */
export const answerError = (c: Context, { status, code, message }: ApiError) =>
  c.json({ success: false, errors: [{ code, message }], messages: [], result: null }, status);

/** Answers with one page of a list, by the parameters `page` and `per_page`. */
export function answerPage<Item>(c: Context, items: Item[], defaultPerPage = 20) {
  const page = Number(c.req.query("page") ?? 1);
  const perPage = Number(c.req.query("per_page") ?? defaultPerPage);
  const slice = items.slice((page - 1) * perPage, page * perPage);
  return answer(c, slice, {
    result_info: {
      page,
      per_page: perPage,
      count: slice.length,
      total_count: items.length,
      total_pages: Math.ceil(items.length / perPage),
    },
  });
}
