import { validator } from "hono/validator";
import type { z } from "zod";
import { fail } from "../errors.ts";
import { rememberSchema } from "./describe.ts";

/** Why a path is refused that has a malformed id. */
export const MALFORMED_PATH = "param refused";

/**
 * Validates a part of the request before the handler runs. It throws rather than returns a response, so that a route's
 * response type has no 400 case.
 * @throws `invalid_input` with the path and message of each rejected field
 */
export function validate<
  Target extends "json" | "form" | "query" | "param",
  Schema extends z.ZodType,
>(target: Target, schema: Schema) {
  const handler = validator(target, (value): z.output<Schema> => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw fail("invalid_input", {
      reason: target === "param" ? MALFORMED_PATH : `${target} refused`,
      fields: result.error.issues.map((issue) => ({
        path: issue.path.join("."),
        message: issue.message,
      })),
    });
  });
  return rememberSchema(handler, { target, schema });
}
