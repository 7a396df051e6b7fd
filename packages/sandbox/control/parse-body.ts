import type { Context } from "hono";
import type { z } from "zod";
import { ApiError } from "../stripe/protocol/errors.ts";

/**
 * Parses the JSON body of a request to the control API. No body is an empty object.
 * @throws ApiError 400 if it isn't JSON, or ZodError if it doesn't fit
 */
export async function parseBody<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  let body: unknown = {};
  try {
    if (text) body = JSON.parse(text);
  } catch {
    throw new ApiError(400, { type: "invalid_request_error", message: "The body is not JSON." });
  }
  return schema.parse(body);
}
