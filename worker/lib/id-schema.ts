import { z } from "zod";
import type { IdPrefix } from "./ids.ts";

const formOf = (prefix: IdPrefix) => new RegExp(`^${prefix}_[0-9a-z]{26}$`);

/** Whether a text has the form of an id with this prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return formOf(prefix).test(text);
}

/** The schema of an id with this prefix. */
export function idSchema(prefix: IdPrefix, message = "is not such an id") {
  return z.string().regex(formOf(prefix), message);
}

/** The schema of a path parameter `:id` with this prefix. */
export function idParam(prefix: IdPrefix) {
  return z.strictObject({ id: idSchema(prefix) });
}
