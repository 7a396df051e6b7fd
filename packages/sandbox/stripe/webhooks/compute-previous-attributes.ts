import { isDeepStrictEqual } from "node:util";

type JsonObject = Record<string, unknown>;

/**
 * Computes the `previous_attributes` of a Stripe event: the old values of everything that changed. Hashes are compared
 * key by key; lists and embedded objects as a whole.
 */
export function computePreviousAttributes(before: object, after: object): object {
  const changes: JsonObject = {};
  const beforeFields = before as JsonObject;
  const afterFields = after as JsonObject;
  for (const key of new Set([...Object.keys(beforeFields), ...Object.keys(afterFields)])) {
    if (isDeepStrictEqual(beforeFields[key], afterFields[key])) continue;
    changes[key] =
      isHash(beforeFields[key]) && isHash(afterFields[key])
        ? computePreviousAttributes(beforeFields[key], afterFields[key])
        : (beforeFields[key] ?? null);
  }
  return changes;
}

function isHash(value: unknown): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !("object" in value)
  );
}
