import { isDeepStrictEqual } from "node:util";

type Shown = Record<string, unknown>;

/**
 * What `after` changed, with the values of before: hashes key by key, lists and embedded objects whole,
 * as in the `previous_attributes` of a Stripe event.
 */
export function previousAttributes(before: object, after: object): object {
  const changes: Shown = {};
  const then = before as Shown;
  const now = after as Shown;
  for (const key of new Set([...Object.keys(then), ...Object.keys(now)])) {
    if (isDeepStrictEqual(then[key], now[key])) continue;
    changes[key] =
      isHash(then[key]) && isHash(now[key])
        ? previousAttributes(then[key], now[key])
        : (then[key] ?? null);
  }
  return changes;
}

function isHash(value: unknown): value is Shown {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !("object" in value)
  );
}
