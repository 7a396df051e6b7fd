import { z } from "zod";
import { invalid, refused } from "./errors.ts";
import { bracketed, type FormTree } from "./form.ts";

/**
 * Parameter schemas. Forms carry only text, so every type here reads text; whatever is not named is refused.
 * `shape<Stripe.XParams>()({...})` breaks the build when a name is not one of the official package's.
 */
type ShapeOf<T> = { [K in keyof T]?: z.ZodType };

export function shape<Official>() {
  return <S extends ShapeOf<Official>>(
    fields: S & Record<Exclude<keyof S, keyof Official>, never>,
  ) => z.strictObject(fields as S);
}

export const text = z.string().min(1);

export const integer = z
  .string()
  .regex(/^-?\d+$/, { error: (issue) => `Invalid integer: ${String(issue.input)}` })
  .transform(Number);

export const amount = integer.refine(
  (value) => value >= 0,
  "This value must be greater than or equal to 0.",
);

export const flag = z
  .enum(["true", "false"], { error: (issue) => `Invalid boolean: ${String(issue.input)}` })
  .transform((value) => value === "true");

export const decimal = z.string().regex(/^\d+(\.\d{1,12})?$/, "Invalid decimal");

/** Above 0, 100 at most, with two decimals. */
export const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, "Invalid decimal")
  .transform(Number)
  .refine((value) => value > 0 && value <= 100, "This value must be between 0 and 100.");

export const url = z.string().refine((value) => URL.canParse(value), "Not a valid URL");

/** One of Stripe's words. */
export function oneOf<const T extends readonly [string, ...string[]]>(...words: T) {
  return z.enum(words, { error: () => `must be one of ${words.join(", ")}` });
}

/** `''` becomes null: the caller unsets the field. */
export function unsettable<S extends z.ZodType>(inner: S) {
  return z.union([z.literal("").transform(() => null), inner]);
}

/** A list: bracketed with or without indexes. `''` is the empty list. */
export function listOf<S extends z.ZodType>(inner: S) {
  return z.preprocess(
    (value) =>
      value === "" ? [] : value && typeof value === "object" ? Object.values(value) : value,
    z.array(inner),
  );
}

/** Metadata as sent: `''` for the whole clears it, `''` for a key removes that key. */
export const metadata = z.union([
  z.literal("").transform(() => null),
  z.custom<Record<string, string>>((value) => {
    if (!value || typeof value !== "object") return false;
    return Object.values(value).every((entry) => typeof entry === "string");
  }, "Invalid object"),
]);

/** Metadata after a write: keys merge, `''` removes. Limits are Stripe's: 50 keys, names ≤ 40, values ≤ 500. */
export function mergeMetadata(
  current: Record<string, string>,
  change: Record<string, string> | null | undefined,
): Record<string, string> {
  if (change === undefined) return current;
  if (change === null) return {};
  const merged = new Map(Object.entries(current));
  for (const [key, value] of Object.entries(change)) {
    if (key.length > 40) {
      throw invalid(
        `Metadata keys can have up to 40 characters, but you passed in a key with ${key.length} characters. Invalid key: ${key}`,
        { param: "metadata" },
      );
    }
    if (value.length > 500) {
      throw invalid(
        `Metadata values can have up to 500 characters, but you passed in a value with ${value.length} characters. Invalid value: ${value}`,
        { param: `metadata[${key}]` },
      );
    }
    if (value === "") merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > 50)
    throw invalid("You can only have up to 50 metadata keys on an object.", { param: "metadata" });
  return Object.fromEntries(merged);
}

/** `created=5` or `created[gte]=5`, in unix seconds. */
export const range = z.union([
  integer.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);
export type Range = z.output<typeof range>;

/** A postal address; missing lines are null, as in every address Stripe returns. */
export const address = z
  .strictObject({
    city: text.optional(),
    country: text.optional(),
    line1: text.optional(),
    line2: text.optional(),
    postal_code: text.optional(),
    state: text.optional(),
  })
  .transform((given) => ({
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
    ...given,
  }));

export const expand = listOf(text).optional();

/** The parsed parameters, or the 400 that Stripe answers. Nothing is written before this. */
export function parseParams<S extends z.ZodType>(schema: S, given: FormTree): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw toApiError(parsed.error.issues[0]!, given);
}

function toApiError(issue: z.core.$ZodIssue, given: FormTree) {
  const path = issue.path;
  if (issue.code === "unrecognized_keys") {
    const param = bracketed([...path, issue.keys[0]!]);
    return refused(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  if (issue.code === "invalid_union") {
    const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length);
    const inner =
      deepest.find((entry) => entry.code === "unrecognized_keys") ??
      deepest.find((entry) => entry.code !== "invalid_value");
    if (inner)
      return toApiError({ ...inner, path: [...path, ...inner.path] } as z.core.$ZodIssue, given);
  }
  const param = bracketed(path);
  const value = path.reduce<unknown>(
    (node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  );
  if (value === undefined)
    return refused(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  if (issue.message.startsWith("Invalid integer"))
    return refused(issue.message, { code: "parameter_invalid_integer", param });
  if (value === "") {
    return refused(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param },
    );
  }
  if (issue.message === "Not a valid URL")
    return refused(issue.message, { code: "url_invalid", param });
  if (issue.code === "invalid_value")
    return refused(`Invalid ${param}: ${issue.message}`, { param });
  return refused(issue.message, { param });
}

/** Only the fields that were sent, so that a spread leaves the others alone. */
export function onlyGiven<T extends object>(
  fields: T,
): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}

/** No parameters but `expand`. */
export const noParams = z.strictObject({});
